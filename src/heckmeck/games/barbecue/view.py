"""Views of Barbecue. Nothing is hidden, so every seat sees everything."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from heckmeck.games.barbecue.drawing import Scene
from heckmeck.games.barbecue.setup import BarbecueSetup
from heckmeck.games.barbecue.state import Spot
from heckmeck.games.dice import WORM
from heckmeck.games.dice_view import DiceView
from heckmeck.games.drawing import SCREEN, Drawing, Screen
from heckmeck.games.game import Actor, Move
from heckmeck.games.turn import Stop
from heckmeck.games.wording import count, seat_name


class _Fields(NamedTuple):
    # Creating a frozen dataclass takes four times as long, and bots look at every step.
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
    """The reason why the game is over, empty while it is not."""


class BarbecueView(_Fields, DiceView):
    """The table of Barbecue. Spots are (owner, plates, snail), the lowest first.

    `turn_of` is the seat whose turn it is; `moves` are the viewer's own.
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

    @property
    def rules_now(self) -> tuple[str, ...]:
        """The rules about the turn, about what a stop would win, and about a failed attempt."""
        if self.rolled:
            return self.turn_rules
        return (*self.turn_rules, self._stop_rule(), "BQ-5.1", "BQ-5.3")

    def _stop_rule(self) -> str:
        lowest, highest = self.setup.spots
        if self.total < lowest or WORM not in self.kept:
            return "BQ-3.1"
        if self.total > highest:
            return "BQ-4.5"
        owner, plates, snail = self.spots[self.total - lowest]
        if snail:
            return "BQ-4.4"
        if plates == 2:
            return "BQ-3.3"
        return "BQ-4.1" if owner is None else "BQ-4.3" if owner == self.turn_of else "BQ-4.2"

    def hint(self, move: Move, names: Sequence[str] = ()) -> str:
        """Say what a stop would win."""
        return f"stop: {self._stop(names)}" if isinstance(move, Stop) else DiceView.hint(self, move, names)

    def draw(self, names: Sequence[str] = (), screen: Screen = SCREEN) -> Drawing:
        """Draw the table for a screen of this size."""
        scene = Scene(
            self.setup, self.spots, self.pool, self.worms, self.snails, self.scores,
            turn_of=self.turn_of, kept=self.kept, rolled=self.rolled, ended=self.ended, viewer=self.seat,
        )  # fmt: skip
        return scene.draw(names, screen)

    def __str__(self) -> str:
        return str(self.draw())

    def _stop(self, names: Sequence[str]) -> str:
        lowest, highest = self.setup.spots
        if self.total > highest:
            return "take a snail" if self.pool or any(spot.snail for spot in self.spots) else "end the game"
        spot, worms = self.spots[self.total - lowest], count(self.setup.worms[self.total - lowest], "worm")
        if spot.snail:
            return f"take the snail on {self.total}"
        if spot.owner is None:
            return f"put a plate on {self.total} for {worms}"
        if spot.owner == self.turn_of:
            return f"secure {self.total} for {worms}"
        return f"take over {self.total} and steal {worms} from {seat_name(spot.owner, names)}"
