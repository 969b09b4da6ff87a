"""What a seat may see of Barbecue: everything, for nothing is hidden in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from heckmeck.games.barbecue.setup import BarbecueSetup
from heckmeck.games.barbecue.state import Spot
from heckmeck.games.dice_view import DiceView
from heckmeck.games.game import Actor, Move


@dataclass(frozen=True, slots=True)
class BarbecueView(DiceView):
    """The table as a seat sees it. `turn_of` is the seat whose turn it is; `moves` are the viewer's own.

    `ended` is the reason why the game is over, empty while it is not.
    """

    game: ClassVar[str] = "barbecue"
    shown: ClassVar[tuple[str, ...]] = (
        "to_act", "turn_of", "spots", "pool", "worms", "snails", "scores", "kept", "rolled", "total", "moves",
    )  # fmt: skip

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

    @property
    def board(self) -> tuple[object, ...]:
        """All that stays as it is while a turn lasts."""
        return (self.setup, self.turn_of, self.spots, self.pool, self.worms, self.snails)
