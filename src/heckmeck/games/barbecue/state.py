"""The state of Barbecue."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from heckmeck.games.barbecue.setup import BarbecueSetup
from heckmeck.games.turn import Turn

SNAIL_POINTS = 3


class Spot(NamedTuple):
    """A spot of the grill: empty, with a snail, or with one or two plates of one owner."""

    owner: int | None = None
    plates: int = 0
    snail: bool = False


EMPTY = Spot()
SNAIL = Spot(snail=True)


class BarbecueState(NamedTuple):
    """The spots (lowest first), the snails in the pool, what each seat has won, and the turn.

    `ended` is the reason why the game is over, empty while it is not.
    """

    setup: BarbecueSetup
    spots: tuple[Spot, ...]
    pool: int
    worms: tuple[int, ...]
    snails: tuple[int, ...]
    seat: int
    turn: Turn
    ended: str = ""

    @property
    def points(self) -> tuple[int, ...]:
        """Each seat's points: worms and snails."""
        return _points(self.worms, self.snails)


@lru_cache(1024)
def _points(worms: tuple[int, ...], snails: tuple[int, ...]) -> tuple[int, ...]:
    # Cached: views need them at every step, and without the cache a view takes half as long again to make.
    return tuple(worms + SNAIL_POINTS * snails for worms, snails in zip(worms, snails, strict=True))
