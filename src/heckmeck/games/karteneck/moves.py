"""The moves of Karteneck and its outcomes of chance."""

from __future__ import annotations

from dataclasses import dataclass

from heckmeck.games.chance import Drawn
from heckmeck.games.errors import check_type
from heckmeck.games.game import Move
from heckmeck.games.karteneck.cards import Cards, card_name, has_worm
from heckmeck.games.wording import number_word


@dataclass(frozen=True, slots=True)
class Lay(Move):
    """Lay out cards of one sort.

    >>> str(Lay((14, 12)))
    'lay W7 W9'
    """

    cards: Cards

    def __post_init__(self) -> None:
        check_type(self.cards, tuple)
        for card in self.cards:
            check_type(card, int)
        object.__setattr__(self, "cards", tuple(sorted(self.cards)))

    def __str__(self) -> str:
        return " ".join(["lay", *map(card_name, self.cards)])

    def describe(self) -> str:
        """Name the cards by their number and sort.

        >>> Lay((5, 5)).describe(), Lay((3,)).describe(), Lay((12,)).describe()
        ('lay two 5s', 'lay a 3', 'lay a worm')
        """
        sort = "worm" if has_worm(self.cards) else str(self.cards[0])
        return f"lay a {sort}" if len(self.cards) == 1 else f"lay {number_word(len(self.cards))} {sort}s"


@dataclass(frozen=True, slots=True)
class DropOut(Move):
    """Drop out of the round, and optionally steal."""

    steal: bool = False

    def __post_init__(self) -> None:
        check_type(self.steal, bool)

    def __str__(self) -> str:
        return "out steal" if self.steal else "out"

    def describe(self) -> str:
        """Say whether something is stolen."""
        return "drop out and steal" if self.steal else "drop out"


class Draw(Drawn):
    """The cards that one seat draws at one time."""

    __slots__ = ()

    def __str__(self) -> str:
        return " ".join(["=draw", *map(card_name, self.things)])


class Grill(Drawn):
    """The portions that are laid out for a round."""

    __slots__ = ()

    def __str__(self) -> str:
        return " ".join(["=grill", *map(str, self.things)])
