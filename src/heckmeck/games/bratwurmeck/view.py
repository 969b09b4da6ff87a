"""Views of Bratwurmeck. Nothing is hidden, so every seat sees everything."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from heckmeck.games.bratwurmeck.drawing import Scene
from heckmeck.games.bratwurmeck.moves import Steal, Take
from heckmeck.games.bratwurmeck.setup import BratwurmeckSetup, worms_on
from heckmeck.games.bratwurmeck.state import GRILL_EMPTY
from heckmeck.games.dice_view import DiceView
from heckmeck.games.drawing import SCREEN, Drawing, Screen
from heckmeck.games.game import Actor, Move
from heckmeck.games.portion import Stack, owner_of_top
from heckmeck.games.turn import Roll, Stop
from heckmeck.games.wording import seat_name


class _Fields(NamedTuple):
    # Creating a frozen dataclass takes four times as long, and bots look at every step.
    setup: BratwurmeckSetup
    seat: int | None
    to_act: Actor
    turn_of: int
    grill: tuple[int, ...]
    stacks: tuple[Stack, ...]
    kept: str
    rolled: str
    total: int
    moves: Sequence[Move]


class BratwurmeckView(_Fields, DiceView):
    """The table of Bratwurmeck. Dice are written as in a record.

    `turn_of` is the seat whose turn it is; `moves` are the viewer's own.
    """

    __slots__ = ()

    game = "bratwurmeck"
    shown = (
        "to_act", "turn_of", "grill", "turned", "stacks", "scores", "kept", "rolled", "total", "moves",
    )  # fmt: skip

    @property
    def board(self) -> tuple[object, ...]:
        """Everything that does not change during a turn."""
        return (self.setup, self.turn_of, self.grill, self.stacks)

    @property
    def ended(self) -> str:
        """The reason why the game is over, empty while it is not."""
        return "" if self.grill else GRILL_EMPTY

    @property
    def turned(self) -> tuple[int, ...]:
        """The portions that are turned over: all that are neither open nor in a stack."""
        return _turned(self.setup, self.grill, self.stacks)

    @property
    def scores(self) -> tuple[int, ...]:
        """The worms of each seat."""
        return _scores(self.stacks)

    @property
    def rules_now(self) -> tuple[str, ...]:
        """The rules about the turn, about the ways to stop, and about what a failed attempt would cost."""
        if self.rolled:
            return self.turn_rules
        stops = dict.fromkeys(self._stop_rule(move) for move in self.moves if not isinstance(move, Roll))
        failure = ("BW-4.1", "BW-4.2") if self.stacks[self.turn_of] else ("BW-4.4",)
        return (*self.turn_rules, *stops, *failure)

    def _stop_rule(self, move: Move) -> str:
        if isinstance(move, Take):
            return "BW-3.2" if move.portion == self.total else "BW-3.4"
        return "BW-3.3" if isinstance(move, Steal) else "BW-3.1"

    def hint(self, move: Move, names: Sequence[str] = ()) -> str:
        """Say what a move would win, or that it fails."""
        match move:
            case Take(portion):
                return f"stop and take the {portion}"
            case Steal(portion):
                owner = owner_of_top(portion, self.stacks, self.turn_of)
                return f"stop and steal the {portion} from {seat_name(owner, names)}"
            case Stop():
                return "stop with nothing: a failed attempt"
        return DiceView.hint(self, move, names)

    def draw(self, names: Sequence[str] = (), screen: Screen = SCREEN) -> Drawing:
        """Draw the table for a screen of this size."""
        scene = Scene(self.setup, self.grill, self.stacks, self.turn_of, self.kept, self.rolled, self.ended, self.seat)
        return scene.draw(names, screen)

    def __str__(self) -> str:
        return str(self.draw())


# Cached because clients ask at every step, while both change only from turn to turn.


@lru_cache(4096)
def _turned(setup: BratwurmeckSetup, grill: tuple[int, ...], stacks: tuple[Stack, ...]) -> tuple[int, ...]:
    return setup.others(grill, *stacks)


@lru_cache(4096)
def _scores(stacks: tuple[Stack, ...]) -> tuple[int, ...]:
    return tuple(sum(map(worms_on, stack)) for stack in stacks)
