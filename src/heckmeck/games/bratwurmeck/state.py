"""The state of Bratwurmeck."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from heckmeck.games.bratwurmeck.drawing import Scene
from heckmeck.games.bratwurmeck.setup import BratwurmeckSetup
from heckmeck.games.drawing import SCREEN, Drawing, Screen
from heckmeck.games.portion import Stack
from heckmeck.games.turn import Turn
from heckmeck.games.wording import reason

if TYPE_CHECKING:
    from collections.abc import Sequence

GRILL_EMPTY = reason("grill_empty", "No open portion is left on the grill.")


class BratwurmeckState(NamedTuple):
    """The open portions on the grill (ascending), the stacks, whose turn it is, and the state of that turn.

    >>> from heckmeck.games import get
    >>> game = get("bratwurmeck")
    >>> state = game.start(game.setup(seats=2))
    >>> print(game.apply(state, game.parse("=11244WWW")).state)
    ╭─────────────────────── ≋≋ grill ≋≋ ───────────────────────╮
    │    21     22     23     24     25     26     27     28    │
    │    ~      ~      ~      ~      ~~     ~~     ~~     ~~    │
    │    29     30     31     32     33     34     35     36    │
    │   ~~~    ~~~    ~~~    ~~~    ~~~~   ~~~~   ~~~~   ~~~~   │
    ╰───────────────────────────────────────────────────────────╯
       player    worms  stack, top first
    ▶  ● seat 0  0      nothing
       ▲ seat 1  0      nothing
    <BLANKLINE>
    kept    nothing yet
    rolled   1   1   2   4   4   W   W   W
    """

    setup: BratwurmeckSetup
    grill: tuple[int, ...]
    stacks: tuple[Stack, ...]
    seat: int
    turn: Turn

    @property
    def turned(self) -> tuple[int, ...]:
        """The portions that are turned over: all that are neither open nor in a stack."""
        return self.setup.others(self.grill, *self.stacks)

    def draw(self, names: Sequence[str] = (), screen: Screen = SCREEN) -> Drawing:
        """Draw the table for a screen of this size."""
        ended = "" if self.grill else GRILL_EMPTY
        scene = Scene(self.setup, self.grill, self.stacks, self.seat, self.turn.kept, self.turn.rolled, ended)
        return scene.draw(names, screen)

    def __str__(self) -> str:
        return str(self.draw())
