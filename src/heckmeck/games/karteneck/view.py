"""Views of Karteneck: a seat sees its own hand and everything that lies open."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from heckmeck.games.drawing import SCREEN, Drawing, Screen
from heckmeck.games.game import Actor, Move, View
from heckmeck.games.karteneck.cards import Cards, has_worm, total
from heckmeck.games.karteneck.choices import Choices
from heckmeck.games.karteneck.drawing import Scene
from heckmeck.games.karteneck.moves import DropOut, Lay
from heckmeck.games.karteneck.setup import KarteneckSetup
from heckmeck.games.karteneck.state import SUPPLY_EMPTY
from heckmeck.games.portion import Stack, owner_of_top
from heckmeck.games.wording import seat_name

MANY = 16
"""Maximum number of moves that are listed one by one."""


class _Fields(NamedTuple):
    # Creating a frozen dataclass takes four times as long, and bots look at every step.
    setup: KarteneckSetup
    seat: int | None
    to_act: Actor
    turn_of: int
    hand: Cards
    hand_sizes: tuple[int, ...]
    layouts: tuple[Cards, ...]
    totals: tuple[int, ...]
    out: tuple[bool, ...]
    stacks: tuple[Stack, ...]
    scores: tuple[int, ...]
    grill: tuple[int, ...]
    supply: int
    pile: int
    discard: Cards
    moves: Sequence[Move]


class KarteneckView(_Fields, View):
    """The table of Karteneck as one seat sees it. A spectator has no hand. `moves` are the viewer's own.

    Cards are numbers: 1 to 5 are the values, and 5 + s is the worm with s shield points. `turn_of` is the seat that
    plays or draws; `supply` and `pile` are the numbers of portions and cards in them.
    """

    __slots__ = ()

    game = "karteneck"
    shown = (
        "to_act", "turn_of", "seat", "hand", "hand_sizes", "layouts", "totals", "out", "stacks", "scores", "grill",
        "supply", "pile", "discard", "moves", "layable",
    )  # fmt: skip

    @property
    def layable(self) -> tuple[Cards, ...]:
        """The cards that the viewer may lay, one multiset for each sort: any part of one of them is a lay."""
        return self.moves.layable if isinstance(self.moves, Choices) else ()

    @property
    def listed_moves(self) -> tuple[str, ...]:
        """The ways to drop out; the lays, which may be hundreds, follow from `layable`."""
        return tuple(map(str, self.moves.outs)) if isinstance(self.moves, Choices) else ()

    @property
    def main_moves(self) -> Sequence[Move]:
        """All moves; if they are too many for a list, one card and all cards of each sort, and the ways to drop out."""
        return self.moves.examples if isinstance(self.moves, Choices) and len(self.moves) > MANY else self.moves

    @property
    def unseen_cards(self) -> Cards:
        """The cards that are in other hands or in the draw pile: all that the viewer does not see."""
        left = Counter(self.setup.deck)
        for cards in (self.hand, self.discard, *self.layouts):
            left.subtract(cards)
        return tuple(sorted(left.elements()))

    @property
    def unseen_portions(self) -> tuple[int, ...]:
        """The portions that were never laid out, which no seat has seen."""
        left = Counter(self.setup.all_portions)
        for portions in (self.grill, *self.stacks):
            left.subtract(portions)
        return tuple(sorted(left.elements()))

    @property
    def rules_now(self) -> tuple[str, ...]:
        """The rules about laying out, about dropping out with this layout, and about the serving."""
        lay = ("KE-4.1", "KE-4.3") if self.layable else ("KE-5.1",)
        if not has_worm(self.layouts[self.turn_of]):
            return (*lay, "KE-5.2", "KE-5.5")
        steal = isinstance(self.moves, Choices) and len(self.moves.outs) > 1
        return (*lay, "KE-5.3", *(("KE-5.4",) if steal else ()), "KE-5.5", "KE-6.1", "KE-6.2")

    def hint(self, move: Move, names: Sequence[str] = ()) -> str:
        """Say what the layout would count, or what dropping out brings."""
        layout = self.layouts[self.turn_of]
        match move:
            case Lay(cards):
                return f"makes your layout {total(layout) + total(cards)}"
            case DropOut(steal=True):
                owner = owner_of_top(total(layout), self.stacks, self.turn_of)
                return f"drop out with {total(layout)} and steal it from {seat_name(owner, names)}"
            case DropOut() if has_worm(layout):
                return f"drop out with {total(layout)} and wait for the serving"
            case DropOut():
                return f"drop out without a worm: you get the lowest portion, {self.grill[0]}"
        return ""

    def draw(self, names: Sequence[str] = (), screen: Screen = SCREEN) -> Drawing:
        """Draw the table and the viewer's hand for a screen of this size."""
        hands = {} if self.seat is None else {self.seat: self.hand}
        scene = Scene(
            self.setup, hands, self.hand_sizes, self.layouts, self.out, self.stacks, self.grill, self.supply,
            pile=self.pile, discarded=len(self.discard), turn_of=self.turn_of,
            ended="" if self.supply or self.grill else SUPPLY_EMPTY, viewer=self.seat,
        )  # fmt: skip
        return scene.draw(names, screen)

    def __str__(self) -> str:
        return str(self.draw())
