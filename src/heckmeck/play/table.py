"""A table: asks its players for moves by view, draws the outcomes of chance and keeps the record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from heckmeck.bots import Bot
from heckmeck.foreign_code import format_failure, sum_up
from heckmeck.games import (
    CHANCE,
    Actor,
    BadSetup,
    Chance,
    ChanceOutcome,
    Event,
    Game,
    GameError,
    GameOver,
    IllegalMove,
    Move,
    Outcome,
    Source,
    View,
    seen_by,
)
from heckmeck.games.game import SetupT, StateT, ViewT
from heckmeck.games.setup import show
from heckmeck.play.record import Record

ViewT_contra = TypeVar("ViewT_contra", bound=View, contravariant=True)


class Player(Protocol[ViewT_contra]):
    """The interface of a player: a bot, a person at a keyboard, or a program at the other end of a connection.

    If its class has a method `observe(events)`, it gets the events that its seat may see before each of its choices.
    """

    def choose(self, view: ViewT_contra) -> Move:
        """Choose one of `view.moves`."""
        ...


class Played(NamedTuple):
    """One step: who acted, what it was, and what happened."""

    actor: int | Chance
    action: Move | ChanceOutcome
    events: tuple[Event, ...]


class Table(Generic[SetupT, StateT, ViewT]):
    """One game being played. The same players and the same source give the same game.

    A bot that raises an error or chooses an illegal move forfeits; `fault` has the error, and `explain_fault()`
    explains it to the author of the bot. Errors on the seats of `people` are raised. `steps` are those of a game to
    continue: they are replayed first.
    """

    def __init__(
        self,
        game: Game[SetupT, StateT, ViewT],
        setup: SetupT,
        players: Sequence[Player[ViewT]],
        source: Source,
        *,
        names: Sequence[str],
        steps: Sequence[str] = (),
        people: Sequence[int] = (),
    ) -> None:
        if len(players) != setup.seats:
            raise BadSetup("bad_seats", f"{setup.seats} seats need as many players, not {len(players)}.")
        if len(names) != setup.seats:
            raise BadSetup("bad_seats", f"{setup.seats} seats need as many names, not {len(names)}.")
        self.game = game
        self.setup = setup
        self.players = tuple(players)
        self.names = tuple(names)
        self.source = source
        self.people = tuple(people)
        self._actions: list[Move | ChanceOutcome] = []
        self.state = game.start(setup)
        # Events that players have not observed yet, only for players that observe.
        self._unseen: dict[int, list[Event]] = {
            seat: [] for seat, player in enumerate(players) if _observe(player) is not Bot.observe
        }
        for step in steps:
            action = game.parse(step)
            self.state, events = game.apply(self.state, action)
            self._collect(events)
            self._actions.append(action)
        self._actor = game.to_act(self.state)
        self.outcome: Outcome | None = game.outcome(self.state)
        self.fault: Exception | SystemExit | None = None

    def __repr__(self) -> str:
        """Return the progress of the game. The state is left out, because it may contain hidden cards."""
        waits = "the game is over" if self.outcome is not None else f"{_written(self._actor)} to act"
        return f"<Table of {self.game.name} for {', '.join(self.names)}: {self.length} steps, {waits}>"

    @property
    def steps(self) -> list[str]:
        """The steps so far, in notation. They are formatted on demand, because most games are only counted."""
        return list(map(str, self._actions))

    @property
    def length(self) -> int:
        """The number of steps so far."""
        return len(self._actions)

    def play(self) -> Iterator[Played]:
        """Continue to the end, one step at a time."""
        while self.outcome is None:
            played = self.step()
            if played is not None:
                yield played

    def finish(self) -> None:
        """Continue to the end."""
        while self.outcome is None:
            self._step()

    def step(self) -> Played | None:
        """Play one step; return None if a player forfeits instead."""
        if self.outcome is not None:
            raise GameOver("game_over", "The game is over.")
        actor = self._actor
        assert actor is not None
        events = self._step()
        return None if events is None else Played(actor, self._actions[-1], events)

    def _step(self) -> tuple[Event, ...] | None:
        """Play one step and return its events; None if a player forfeits instead."""
        game, state, actor = self.game, self.state, self._actor
        if actor is CHANCE:
            return self._apply(game.sample(state, self.source))
        assert isinstance(actor, int)
        try:
            if self._unseen:
                self._show(actor)
            move = self.players[actor].choose(game.view(state, actor))
            if not isinstance(move, Move):
                raise IllegalMove("no_move", f"{self.names[actor]} did not choose a move, but {show(move)}.")
            try:
                return self._apply(move)
            except GameError as error:
                error.add_note(f"The move was {move}.")
                raise
        except (Exception, SystemExit) as fault:
            # Whatever error a bot makes, the others get their result.
            if actor in self.people:
                raise
            self.fault = fault
            self.outcome = game.forfeit(self.state, actor)
            return None

    def explain_fault(self) -> str:
        """Return why a player forfeited: the error in the first line, then the position it saw, and the traceback."""
        fault, outcome = self.fault, self.outcome
        if fault is None or outcome is None or outcome.seat is None:
            return "No player has forfeited."
        lines = [sum_up(fault)]
        with suppress(GameError):  # a game of another package may have no notation for positions
            lines.append(f"position: {self.game.position(self.game.view(self.state, outcome.seat))}")
        return "\n".join([*lines, format_failure(fault)])

    def record(self) -> Record:
        """Return the record of the game so far."""
        return Record.of(self.game, self.setup, self.names, self.steps, self.outcome)

    def _apply(self, action: Move | ChanceOutcome) -> tuple[Event, ...]:
        game = self.game
        self.state, events = game.apply(self.state, action)
        if self._unseen:
            self._collect(events)
        self._actions.append(action)
        self._actor = game.to_act(self.state)
        if self._actor is None:
            self.outcome = game.outcome(self.state)
        return events

    def _show(self, seat: int) -> None:
        """Let a player observe what has happened since its last choice."""
        if self._unseen.get(seat):
            events, self._unseen[seat] = tuple(self._unseen[seat]), []
            _observe(self.players[seat])(self.players[seat], events)

    def _collect(self, events: tuple[Event, ...]) -> None:
        for seat, unseen in self._unseen.items():
            unseen += seen_by(events, seat)


AnyTable = Table[Any, Any, Any]
"""A table of a game whose types are not known statically."""


def _written(actor: Actor) -> str:
    return f"seat {actor}" if isinstance(actor, int) else "chance"


def _observe(player: Player[Any]) -> Any:
    """Return the method `observe` of a player's class, or that of Bot, which does nothing."""
    return getattr(type(player), "observe", Bot.observe)
