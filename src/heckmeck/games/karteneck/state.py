"""The state of Karteneck."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from heckmeck.games.drawing import SCREEN, Drawing, Screen
from heckmeck.games.karteneck.cards import Cards
from heckmeck.games.karteneck.drawing import Scene
from heckmeck.games.karteneck.setup import KarteneckSetup
from heckmeck.games.portion import Stack
from heckmeck.games.wording import reason

if TYPE_CHECKING:
    from collections.abc import Sequence

SUPPLY_EMPTY = reason("supply_empty", "All portions are served.")

DRAWS_AFTER_LAY = 1
DRAWS_AFTER_DROP_OUT = 2


class KarteneckState(NamedTuple):
    """All cards and portions. Piles have no order: hidden cards are a multiset.

    `unseen` are the portions that were never laid out: both the `supply` for coming rounds and those taken out. `draws`
    is the number of cards the seat is about to draw. Hands are dealt before the first grill is laid out; between rounds
    the grill is empty.

    >>> from heckmeck.games import get
    >>> game = get("karteneck")
    >>> state = game.start(game.setup(seats=2))
    >>> for text in ["=draw 1 2 2 4 W3 W11", "=draw 1 3 3 5 5 W7", "=grill 18 33"]:
    ...     state, _ = game.apply(state, game.parse(text))
    >>> print(state)
    ╭── ≋≋ grill ≋≋ ──╮
    │    18     33    │
    │    ~     ~~~~   │
    ╰─────────────────╯
    16 portions in the supply, 98 cards in the draw pile, 0 discarded
       player    worms  hand  layout  stack, top first
    ▶  ● seat 0  0      6             nothing
       ▲ seat 1  0      6             nothing
    <BLANKLINE>
    hand of seat 0   1    2   2    4    W3   W11
    hand of seat 1   1    3   3    5   5    W7
    """

    setup: KarteneckSetup
    hands: tuple[Cards, ...]
    layouts: tuple[Cards, ...]
    out: tuple[bool, ...]
    stacks: tuple[Stack, ...]
    grill: tuple[int, ...]
    unseen: tuple[int, ...]
    supply: int
    pile: Cards
    discard: Cards
    seat: int
    draws: int

    @property
    def dealing(self) -> bool:
        """Whether the first hands are being dealt."""
        return self.draws > 0 and not self.grill

    @property
    def ended(self) -> str:
        """The reason why the game is over, empty while it is not."""
        return "" if self.supply or self.grill else SUPPLY_EMPTY

    def draw(self, names: Sequence[str] = (), screen: Screen = SCREEN) -> Drawing:
        """Draw the table and all hands for a screen of this size."""
        scene = Scene(
            self.setup, dict(enumerate(self.hands)), tuple(map(len, self.hands)), self.layouts, self.out, self.stacks,
            self.grill, self.supply, pile=len(self.pile), discarded=len(self.discard), turn_of=self.seat,
            ended=self.ended,
        )  # fmt: skip
        return scene.draw(names, screen)

    def __str__(self) -> str:
        return str(self.draw())
