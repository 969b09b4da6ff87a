"""The set-up of Karteneck: its portions with their worms, and its cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from heckmeck.games.errors import BadSetup
from heckmeck.games.karteneck.cards import WORM_CARDS, Cards, deck
from heckmeck.games.setup import Pairs, Setup, check_number, check_range, check_worms

PORTIONS = (16, 42)
ZEROS = 3
COPIES = 17
HAND = 6
REMOVED = {2: 12, 3: 6, 4: 2, 5: 0}


def assumed_worms(portion: int) -> int:
    """Return the worms on a portion as we assume them to be printed.

    >>> [assumed_worms(portion) for portion in (0, 16, 24, 25, 36, 37, 42)]
    [0, 1, 1, 2, 4, 5, 5]
    """
    if portion == 0:
        return 0
    return min(max((portion - 17) // 4, 1), 5)


@dataclass(frozen=True, slots=True, kw_only=True)
class KarteneckSetup(Setup):
    """Seats, first seat, and the options.

    `worms_by_portion`: the worms of every portion, for owners of the game whose print differs. For small test games:
    `portions`, the lowest and the highest; `zeros`, the number of portions with the value 0; `removed`, the number that
    are taken out unseen (the default depends on the number of seats); `copies` of each value card; `worm_cards`; cards
    in a `hand`.
    """

    SEATS: ClassVar[range] = range(2, 6)
    SEATS_RULE: ClassVar[str] = "KE-1.5"
    RANGES: ClassVar[tuple[str, ...]] = ("portions",)
    WORMS: ClassVar[tuple[str, ...]] = ("worms_by_portion",)

    worms_by_portion: Pairs | Mapping[int, int] | None = None
    portions: tuple[int, int] = PORTIONS
    zeros: int = ZEROS
    removed: int | None = None
    copies: int = COPIES
    worm_cards: int = WORM_CARDS
    hand: int = HAND
    worms: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """The worms of every portion, indexed by its number."""

    def __post_init__(self) -> None:
        Setup.__post_init__(self)
        check_range("portions", self.portions, PORTIONS, "KE-1.3")
        check_number("zeros", self.zeros, 0, ZEROS, "KE-1.3")
        check_number("copies", self.copies, 0, COPIES, "KE-1.1")
        check_number("worm_cards", self.worm_cards, 0, WORM_CARDS, "KE-1.1")
        check_number("hand", self.hand, 1, HAND, "KE-2.2")
        if self.removed is not None:
            check_number("removed", self.removed, 0, len(self.all_portions), "KE-2.1")
        self._check_rounds()
        object.__setattr__(self, "worms", self._worms())

    @property
    def all_portions(self) -> tuple[int, ...]:
        """All portions, including those that are taken out."""
        lowest, highest = self.portions
        return (0,) * self.zeros + tuple(range(lowest, highest + 1))

    @property
    def supply(self) -> int:
        """The number of portions that will be laid out in the course of the game."""
        removed = REMOVED[self.seats] if self.removed is None else self.removed
        return len(self.all_portions) - removed

    @property
    def deck(self) -> Cards:
        """All cards."""
        return deck(self.copies, self.worm_cards)

    def _check_rounds(self) -> None:
        if self.supply <= 0 or self.supply % self.seats:
            raise BadSetup(
                "bad_option",
                f"{self.supply} portions cannot be laid out in full rounds for {self.seats} players: "
                "change portions, zeros or removed.",
                "KE-3.1",
            )
        if len(self.deck) < self.seats * self.hand:
            raise BadSetup(
                "bad_option",
                f"{len(self.deck)} cards are too few for {self.seats} hands of {self.hand}: "
                "change copies, worm_cards or hand.",
                "KE-2.2",
            )

    def _worms(self) -> tuple[int, ...]:
        numbers = tuple(sorted(set(self.all_portions)))
        if isinstance(self.worms_by_portion, tuple):
            check_worms("worms_by_portion", self.worms_by_portion, numbers, "KE-1.4")
            worms = dict(self.worms_by_portion)
        else:
            worms = {number: assumed_worms(number) for number in numbers}
        return tuple(worms.get(number, 0) for number in range(numbers[-1] + 1))
