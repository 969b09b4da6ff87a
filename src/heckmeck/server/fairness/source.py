"""The source of one outcome: numbers derived from a link of the chain and the seeds of all seats."""

from __future__ import annotations

import hmac
import struct
from collections.abc import Sequence

from heckmeck.games import BadSetup, Source
from heckmeck.games.setup import show

TAG = "heckmeck-fairness/1"
NO_SEED = "-"
WORDS = 2**32

_unpack = struct.Struct(">8I").unpack


class ChainSource(Source):
    """A source for one outcome of one game, for `game.sample(state, source)`.

    It reads 32-bit words, eight from each block. A block is the HMAC-SHA256, with the link as key, of a line of text
    with the id of the game, the outcome, the block and the seeds. The id is the table's code and the game's number.

    >>> source = ChainSource(bytes(32), "QWERTZUP/1", 1, ["000102030405060708090a0b0c0d0e0f", None])
    >>> source.message(0)
    b'heckmeck-fairness/1 QWERTZUP/1 1 0 000102030405060708090a0b0c0d0e0f -'
    """

    __slots__ = ("_block", "_head", "_link", "_seeds", "_words")

    def __init__(self, link: bytes, game: str, outcome: int, seeds: Sequence[str | None]) -> None:
        self._link = link
        self._head = f"{TAG} {game} {outcome}"
        self._seeds = " ".join([seed or NO_SEED for seed in seeds])
        self._block = 0
        self._words: list[int] = []

    def message(self, block: int) -> bytes:
        """Return the message of a block's HMAC."""
        return f"{self._head} {block} {self._seeds}".encode()

    def randrange(self, stop: int, /) -> int:
        """Return an integer from 0 to `stop` - 1, without bias: words that would favour some results are skipped."""
        if not 1 <= stop <= WORDS:
            raise BadSetup("bad_range", f"A fair number is drawn from a range of 1 to 2^32 numbers, not {show(stop)}.")
        end = WORDS - WORDS % stop
        while (word := self._word()) >= end:
            pass
        return word % stop

    def _word(self) -> int:
        if not self._words:
            # Not `hmac.digest`: it releases the interpreter lock, and getting it back takes longer than the hash.
            digest = hmac.new(self._link, self.message(self._block), "sha256").digest()
            self._words = list(reversed(_unpack(digest)))
            self._block += 1
        return self._words.pop()
