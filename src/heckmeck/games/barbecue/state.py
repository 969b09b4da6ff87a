"""The state of Barbecue."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from heckmeck.games.barbecue.setup import BarbecueSetup
from heckmeck.games.turn import Turn

SNAIL_POINTS = 3


class Spot(NamedTuple):
    """What lies on a spot: nothing, a snail, or one or two plates of one owner."""

    owner: int | None = None
    plates: int = 0
    snail: bool = False


EMPTY = Spot()
SNAIL = Spot(snail=True)


class BarbecueState(NamedTuple):
    """The spots (lowest first), the snails in the pool, what each seat has won, and where the turn stands.

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
    # Every view asks for them, and they only change from turn to turn.
    return tuple(worms + SNAIL_POINTS * snails for worms, snails in zip(worms, snails, strict=True))
