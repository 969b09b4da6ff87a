"""Mirrored chance: the same luck for every player on a seat, so that skill decides a pairing."""

from __future__ import annotations

from collections import Counter
from hashlib import blake2b

from heckmeck.games import Source
from heckmeck.play.table import AnyTable

BYTES = 16


class MirrorSource(Source):
    """A source whose draws depend only on the seed, the seat, the number of its turn and that of the draw in it.

    In a second game with the same seed and other players, a seat gets the same dice in the same roll of the same turn,
    however long the turns before it were. Luck that belongs to no seat is mirrored as if it belonged to another seat.
    """

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self.table: AnyTable | None = None
        self._turns: Counter[int | None] = Counter()
        self._last: int | None = -1
        self._draw = 0

    def randrange(self, stop: int, /) -> int:
        """Return an integer from 0 to `stop` - 1. The bias of the remainder is below 2 to the power of -100."""
        assert self.table is not None
        seat = self.table.game.luck_of(self.table.state)
        if seat != self._last:
            self._last, self._draw = seat, 0
            self._turns[seat] += 1
        self._draw += 1
        key = f"{self.seed}/{seat}/{self._turns[seat]}/{self._draw}".encode()
        return int.from_bytes(blake2b(key, digest_size=BYTES).digest()) % stop
