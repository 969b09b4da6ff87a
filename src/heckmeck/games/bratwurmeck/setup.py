"""The set-up of Bratwurmeck: its portions and the options of its rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from heckmeck.games.setup import Setup, check_choice, check_range

PORTIONS = (21, 36)


def worms_on(portion: int) -> int:
    """Return the worms on a portion: one to four, one more every four numbers.

    >>> [worms_on(portion) for portion in (21, 24, 25, 36)]
    [1, 1, 2, 4]
    """
    return (portion - 17) // 4


@dataclass(frozen=True, slots=True, kw_only=True)
class BratwurmeckSetup(Setup):
    """Seats, first seat, and the options.

    `lower_portion`: "any" lower portion may be taken, or only the "next" one. `returned_highest_turns`: a returned
    portion that is the highest open one is turned over. `portions`: the lowest and the highest portion in play.
    """

    SEATS: ClassVar[range] = range(2, 8)
    SEATS_RULE: ClassVar[str] = "BW-1.4"
    RANGES: ClassVar[tuple[str, ...]] = ("portions",)

    lower_portion: str = "any"
    returned_highest_turns: bool = False
    portions: tuple[int, int] = PORTIONS

    def others(self, *seen: tuple[int, ...]) -> tuple[int, ...]:
        """Return the portions in play that are in none of these places.

        >>> BratwurmeckSetup(seats=2, portions=(21, 24)).others((21,), (23,))
        (22, 24)
        """
        lowest, highest = self.portions
        known = set().union(*seen)
        return tuple(portion for portion in range(lowest, highest + 1) if portion not in known)

    def __post_init__(self) -> None:
        Setup.__post_init__(self)
        check_choice("lower_portion", self.lower_portion, ("any", "next"), "BW-3.4")
        check_choice("returned_highest_turns", self.returned_highest_turns, (False, True), "BW-4.5")
        check_range("portions", self.portions, PORTIONS, "BW-1.1")
