"""Views of Barbecue. Nothing is hidden in it, so that every seat sees everything."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from heckmeck.games.barbecue.setup import BarbecueSetup
from heckmeck.games.barbecue.state import Spot
from heckmeck.games.dice_view import DiceView
from heckmeck.games.game import Actor, Move


class _Fields(NamedTuple):
    # A frozen dataclass takes four times as long to make, and bots look at every step.
    setup: BarbecueSetup
    seat: int | None
    to_act: Actor
    turn_of: int
    spots: tuple[Spot, ...]
    pool: int
    worms: tuple[int, ...]
    snails: tuple[int, ...]
    scores: tuple[int, ...]
    kept: str
    rolled: str
    total: int
    moves: Sequence[Move]
    ended: str = ""


class BarbecueView(_Fields, DiceView):
    """The table as a seat sees it. `turn_of` is the seat whose turn it is; `moves` are the viewer's own.

    `ended` is the reason why the game is over, empty while it is not.
    """

    __slots__ = ()

    game = "barbecue"
    shown = (
        "to_act", "turn_of", "spots", "pool", "worms", "snails", "scores", "kept", "rolled", "total", "moves",
    )  # fmt: skip

    @property
    def board(self) -> tuple[object, ...]:
        """Everything that does not change during a turn."""
        return (self.setup, self.turn_of, self.spots, self.pool, self.worms, self.snails)
