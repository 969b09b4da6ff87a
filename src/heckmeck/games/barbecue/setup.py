"""The set-up of Barbecue: its spots with their worms, and its snails."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from heckmeck.games.setup import Pairs, Setup, check_number, check_range, check_worms

SPOTS = (23, 36)
SNAILS = 12


def assumed_worms(spot: int) -> int:
    """Return the worms of a spot as we assume them to be printed on the board.

    >>> [assumed_worms(spot) for spot in (23, 24, 25, 36)]
    [1, 1, 2, 4]
    """
    return (spot - 17) // 4


@dataclass(frozen=True, slots=True, kw_only=True)
class BarbecueSetup(Setup):
    """Seats, first seat, and the options.

    `worms_by_spot`: the worms of every spot, for owners of the board whose print differs. For small test games:
    `spots`, the lowest and the highest spot, and `snails`, the number of snails in the pool.
    """

    SEATS: ClassVar[range] = range(2, 6)
    SEATS_RULE: ClassVar[str] = "BQ-1.6"
    RANGES: ClassVar[tuple[str, ...]] = ("spots",)
    WORMS: ClassVar[tuple[str, ...]] = ("worms_by_spot",)

    worms_by_spot: Pairs | Mapping[int, int] | None = None
    spots: tuple[int, int] = SPOTS
    snails: int = SNAILS
    worms: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """The worms of each spot, from the lowest to the highest."""

    def __post_init__(self) -> None:
        Setup.__post_init__(self)
        check_range("spots", self.spots, SPOTS, "BQ-1.1")
        check_number("snails", self.snails, 0, SNAILS, "BQ-1.4")
        numbers = tuple(range(self.spots[0], self.spots[1] + 1))
        if isinstance(self.worms_by_spot, tuple):
            check_worms("worms_by_spot", self.worms_by_spot, numbers, "BQ-1.2")
            worms = tuple(worms for _, worms in self.worms_by_spot)
        else:
            worms = tuple(map(assumed_worms, numbers))
        object.__setattr__(self, "worms", worms)
