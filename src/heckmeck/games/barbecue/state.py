"""The state of Barbecue."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from heckmeck.games.barbecue.drawing import Scene
from heckmeck.games.barbecue.setup import BarbecueSetup
from heckmeck.games.drawing import SCREEN, Drawing, Screen
from heckmeck.games.turn import Turn

if TYPE_CHECKING:
    from collections.abc import Sequence

SNAIL_POINTS = 3


class Spot(NamedTuple):
    """A spot of the grill: empty, with a snail, or with one or two plates of one owner."""

    owner: int | None = None
    plates: int = 0
    snail: bool = False


EMPTY = Spot()
"""A spot with nothing on it."""
SNAIL = Spot(snail=True)
"""A spot with a snail."""


class BarbecueState(NamedTuple):
    """The spots (lowest first), the snails in the pool, what each seat has won, and the turn.

    `ended` is the reason why the game is over, empty while it is not.

    >>> from heckmeck.games import get
    >>> game = get("barbecue")
    >>> state = game.start(game.setup(seats=2))
    >>> print(game.apply(state, game.parse("=22344WWW")).state)
    ╭────────────────── ≋≋ barbecue ≋≋ ──────────────────╮
    │    23     24     25     26     27     28     29    │
    │    ~      ~      ~~     ~~     ~~     ~~    ~~~    │
    │    ·      ·      ·      ·      ·      ·      ·     │
    │    30     31     32     33     34     35     36    │
    │   ~~~    ~~~    ~~~    ~~~~   ~~~~   ~~~~   ~~~~   │
    │    ·      ·      ·      ·      ·      ·      ·     │
    ╰─────── snails in the pool: @@@@@@@@@@@@ 12 ────────╯
       player    points  worms  snails
    ▶  ● seat 0  0       0      0
       ▲ seat 1  0       0      0
    <BLANKLINE>
    kept    nothing yet
    rolled   2   2   3   4   4   W   W   W
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

    def draw(self, names: Sequence[str] = (), screen: Screen = SCREEN) -> Drawing:
        """Draw the table for a screen of this size."""
        scene = Scene(
            self.setup, self.spots, self.pool, self.worms, self.snails, self.points,
            turn_of=self.seat, kept=self.turn.kept, rolled=self.turn.rolled, ended=self.ended,
        )  # fmt: skip
        return scene.draw(names, screen)

    def __str__(self) -> str:
        return str(self.draw())


@lru_cache(1024)
def _points(worms: tuple[int, ...], snails: tuple[int, ...]) -> tuple[int, ...]:
    # Cached: views need them at every step, and building a view takes 50 % longer without the cache.
    return tuple(worms + SNAIL_POINTS * snails for worms, snails in zip(worms, snails, strict=True))
