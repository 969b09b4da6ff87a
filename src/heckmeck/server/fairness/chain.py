"""A chain: one secret fixes the luck of a whole game before it begins, and can be shown link by link."""

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
"""So many outcomes of an open game are proved as they happen; making a chain takes as many hashes. Games in which
all players move at random stay below it in 99 of 100 cases, and the others just have the rest proved at the end."""

STRIDE = 32
"""Every link with such a number is kept; the others are worked out again, a stride at a time."""

CHAIN_TAG = b"heckmeck-chain/1"
LATE_TAG = b"heckmeck-late/1"


class Chain:
    """All links of a game, by its secret. Link k is what outcome k is made from; the anchor commits to all of them.

    The first `length` links hang together: link k-1 is the hash of link k, and link 0 is the anchor. They can be shown
    one by one, each with its outcome. Those behind, without an end, are shown with the secret only, after the game; the
    anchor binds them all the same, because the last link of the chain is a hash of the secret.

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
        """The stride whose links are at hand in `_links`, ascending."""
        self._links = b""
        marks = []
        link = sha256(CHAIN_TAG + secret).digest()
        for number in range(length, 0, -1):
            if number == length or number % STRIDE == 0:
                marks.append(link)
            link = sha256(link).digest()
        self.anchor = link.hex()
        """What is published before the game: link 0."""
        self._marks = b"".join(reversed(marks))
        """The highest link of every stride, ascending."""

    @classmethod
    def new(cls, length: int = LENGTH) -> Self:
        """Return a chain with a new random secret."""
        return cls(token_bytes(SECRET_BYTES), length)

    def __repr__(self) -> str:
        return f"Chain(anchor={self.anchor})"  # whatever is logged, the secret is not

    @property
    def secret(self) -> bytes:
        """What everything follows from: to be kept in the store, and shown after the game."""
        return self._secret

    def link(self, number: int) -> bytes:
        """Return the link for an outcome, counted from 1. To ask in ascending order costs about a hash each."""
        if number < 1:
            raise BadSetup("bad_link", f"Outcomes are counted from 1: there is no link {show(number)}.")
        if number > self.length:
            return hmac.digest(self._secret, b"%s %d" % (LATE_TAG, number), "sha256")
        stride, place = divmod(number - 1, STRIDE)
        if stride != self._stride:
            self._links = self._work_out(stride)
            self._stride = stride
        return self._links[place * LINK_BYTES : (place + 1) * LINK_BYTES]

    def proof(self, number: int) -> str | None:
        """Return the link as it may be shown with its outcome; None where only the end of the game shows it."""
        return self.link(number).hex() if number <= self.length else None

    def _work_out(self, stride: int) -> bytes:
        links = [self._marks[stride * LINK_BYTES : (stride + 1) * LINK_BYTES]]
        for _ in range(min(STRIDE, self.length - stride * STRIDE) - 1):
            links.append(sha256(links[-1]).digest())
        return b"".join(reversed(links))


def chain_length(game: AnyGame) -> int:
    """Return the length of a game's chain: where something is hidden no link may be shown before the end.

    >>> from heckmeck.games import get
    >>> chain_length(get("barbecue")), chain_length(get("karteneck"))
    (1024, 0)
    """
    return 0 if game.hides else LENGTH


def is_secret(value: object) -> bool:
    """Whether this could be the secret of a chain."""
    return isinstance(value, bytes) and len(value) == SECRET_BYTES


def follows(link: bytes, before: str) -> bool:
    """Whether the hash of a link is the one before it, or the anchor, in hexadecimal."""
    return sha256(link).hexdigest() == before
