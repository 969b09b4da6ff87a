"""The moves of one decision as a lazy sequence: nine worms can be laid in 511 ways."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import overload

from heckmeck.games.game import Move
from heckmeck.games.karteneck.cards import VALUES, WORM_SORT, Cards, holds, sort_of
from heckmeck.games.karteneck.moves import DropOut, Lay

OUT = DropOut()
OUT_STEAL = DropOut(steal=True)


class Choices(Sequence[Move]):
    """All ways to lay cards of a sort that is not in the layout yet, then the ways to drop out.

    >>> [str(move) for move in Choices(hand=(1, 1, 4, 7, 9), layout=(4,), steal=False)]
    ['lay 1', 'lay 1 1', 'lay W2', 'lay W2 W4', 'lay W4', 'out']
    """

    __slots__ = ("_values", "_worms", "outs")

    def __init__(self, hand: Cards, layout: Cards, steal: bool) -> None:
        laid = set(map(sort_of, layout))
        values = [value for value in VALUES if value in hand and value not in laid]
        self._values = tuple([(value,) * n for value in values for n in range(1, hand.count(value) + 1)])
        self._worms = () if WORM_SORT in laid else tuple([card for card in hand if card >= WORM_SORT])
        self.outs = (OUT, OUT_STEAL) if steal else (OUT,)

    @property
    def layable(self) -> tuple[Cards, ...]:
        """The cards that may be laid, one multiset for each sort: any part of one of them is a lay."""
        most = {cards[0]: cards for cards in self._values}
        return (*most.values(), *((self._worms,) if self._worms else ()))

    @property
    def examples(self) -> tuple[Move, ...]:
        """One card and all cards of each sort that may be laid, and the ways to drop out."""
        lays = dict.fromkeys(Lay(some) for cards in self.layable for some in (cards[:1], cards))
        return (*lays, *self.outs)

    def __len__(self) -> int:
        return len(self._values) + (1 << len(self._worms)) - 1 + len(self.outs)

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | Sequence[Move]:
        if isinstance(index, slice):
            return tuple(self[i] for i in range(*index.indices(len(self))))
        if index < 0:
            index += len(self)
        if not 0 <= index < len(self):
            raise IndexError("move index out of range")
        if index < len(self._values):
            return Lay(self._values[index])
        index -= len(self._values)
        ways = (1 << len(self._worms)) - 1
        return Lay(_subset(self._worms, index)) if index < ways else self.outs[index - ways]

    def __iter__(self) -> Iterator[Move]:
        return (self[index] for index in range(len(self)))

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, Lay):
            return move in self.outs
        if not move.cards:
            return False
        return move.cards in self._values or holds(self._worms, move.cards)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Choices):
            return NotImplemented
        return (self._values, self._worms, self.outs) == (other._values, other._worms, other.outs)

    def __hash__(self) -> int:
        return hash((self._values, self._worms, self.outs))

    def __repr__(self) -> str:
        return f"<{len(self)} moves, layable {self.layable}, {', '.join(map(str, self.outs))}>"


def _subset(worms: Cards, index: int) -> Cards:
    """Return one of the non-empty subsets in the order a, ab, abc, ac, b, bc, c."""
    chosen: list[int] = []
    for position, worm in enumerate(worms):
        with_worm = 1 << (len(worms) - 1 - position)
        if index >= with_worm:
            index -= with_worm
        else:
            chosen.append(worm)
            if index == 0:
                break
            index -= 1
    return tuple(chosen)
