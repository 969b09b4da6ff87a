"""Hash chains: one secret determines the luck of a whole game, which is revealed link by link."""

from __future__ import annotations

import hmac
from hashlib import sha256
from secrets import token_bytes
from typing import Self

from heckmeck.games import AnyGame, BadSetup
from heckmeck.games.setup import show

SECRET_BYTES = 32
LINK_BYTES = 32
LENGTH = 1024
"""Number of outcomes of an open game that are proved as they happen, and of hashes that a chain costs. Even 99 % of the
games of random players are shorter; in longer ones the rest is proved at the end."""

STRIDE = 32
"""Number of links in a stride: one of them is stored, the others are computed when needed, a stride at a time."""

CHAIN_TAG = b"heckmeck-chain/1"
LATE_TAG = b"heckmeck-late/1"


class Chain:
    """All links of a game, from its secret. Outcome k is drawn from link k; the anchor commits to all of them.

    The first `length` links form a chain: link k-1 is the hash of link k, and link 0 is the anchor. They are revealed
    one by one, each with its outcome. The links after them are revealed with the secret, after the game. The anchor
    commits to them too, because the last link of the chain is a hash of the secret.

    >>> chain = Chain(bytes(32), 4)
    >>> follows(chain.link(1), chain.anchor), follows(chain.link(2), chain.link(1).hex())
    (True, True)
    >>> chain.proof(4) is None, chain.proof(5) is None
    (False, True)
    """

    __slots__ = ("_links", "_marks", "_secret", "_stride", "anchor", "length")

    def __init__(self, secret: bytes, length: int = LENGTH) -> None:
        if not is_secret(secret):
            raise BadSetup("bad_secret", f"The secret of a chain is {SECRET_BYTES} bytes.")
        self._secret = secret
        self.length = length
        self._stride = -1
        """The stride whose links are in `_links`, ascending."""
        self._links = b""
        marks = []
        link = sha256(CHAIN_TAG + secret).digest()
        for number in range(length, 0, -1):
            if number == length or number % STRIDE == 0:
                marks.append(link)
            link = sha256(link).digest()
        self.anchor = link.hex()
        """Link 0, which is published before the game."""
        self._marks = b"".join(reversed(marks))
        """The highest link of every stride, ascending."""

    @classmethod
    def new(cls, length: int = LENGTH) -> Self:
        """Return a chain with a new random secret."""
        return cls(token_bytes(SECRET_BYTES), length)

    def __repr__(self) -> str:
        return f"Chain(anchor={self.anchor})"  # the secret must never be logged

    @property
    def secret(self) -> bytes:
        """The secret that determines all links. It is stored, and revealed after the game."""
        return self._secret

    def link(self, number: int) -> bytes:
        """Return the link of an outcome, counted from 1. In ascending order this costs about one hash each."""
        if number < 1:
            raise BadSetup("bad_link", f"Outcomes are counted from 1: there is no link {show(number)}.")
        if number > self.length:
            return hmac.digest(self._secret, b"%s %d" % (LATE_TAG, number), "sha256")
        stride, place = divmod(number - 1, STRIDE)
        if stride != self._stride:
            self._links = self._compute(stride)
            self._stride = stride
        return self._links[place * LINK_BYTES : (place + 1) * LINK_BYTES]

    def proof(self, number: int) -> str | None:
        """Return the link that is revealed with an outcome; None if it is revealed only after the game."""
        return self.link(number).hex() if number <= self.length else None

    def _compute(self, stride: int) -> bytes:
        links = [self._marks[stride * LINK_BYTES : (stride + 1) * LINK_BYTES]]
        for _ in range(min(STRIDE, self.length - stride * STRIDE) - 1):
            links.append(sha256(links[-1]).digest())
        return b"".join(reversed(links))


def chain_length(game: AnyGame) -> int:
    """Return the length of a game's chain: 0 for hidden information, as no link may be revealed before the end.

    >>> from heckmeck.games import get
    >>> chain_length(get("barbecue")), chain_length(get("karteneck"))
    (1024, 0)
    """
    return 0 if game.hides else LENGTH


def is_secret(value: object) -> bool:
    """Return whether a value can be the secret of a chain."""
    return isinstance(value, bytes) and len(value) == SECRET_BYTES


def follows(link: bytes, before: str) -> bool:
    """Return whether a link follows another one, or the anchor, given in hexadecimal: its hash is equal to it."""
    return sha256(link).hexdigest() == before
