"""A table: it seats players, asks them for moves by view, lets chance decide the rest and keeps the record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from heckmeck.bots import Bot
from heckmeck.games import (
    CHANCE,
    AnyGame,
    BadSetup,
    Chance,
    Event,
    GameOver,
    IllegalMove,
    Lot,
    Move,
    Outcome,
    Setup,
    Source,
    View,
    seen_by,
)
from heckmeck.play.record import Record


class Player(Protocol):
    """Whoever sits at a table: a bot, a person at a keyboard, a program at the end of a wire.

    A player whose class has a method `observe(events)` is told what happened, as far as its seat may know it, before
    each of its choices.
    """

    def choose(self, view: View) -> Move:
        """Choose one of `view.moves`."""
        ...


@dataclass(frozen=True, slots=True)
class Played:
    """One step: who acted, what it was, and what happened."""

    actor: int | Chance
    action: Move | Lot
    events: tuple[Event, ...]


class Table:
    """One game being played. The same players and the same source give the same game.

    A bot that raises an error or chooses an illegal move forfeits; `fault` says how. On the seats of `people` an
    error is ours, not theirs, and is passed on. `steps` continue a game begun before: they are replayed first.
    """

    def __init__(
        self,
        game: AnyGame,
        setup: Setup,
        players: Sequence[Player],
        source: Source,
        *,
        names: Sequence[str],
        steps: Sequence[str] = (),
        people: Sequence[int] = (),
    ) -> None:
        if not len(players) == len(names) == setup.seats:
            raise BadSetup("bad_seats", f"{setup.seats} seats need as many players, not {len(players)}.")
        self.game = game
        self.setup = setup
        self.players = tuple(players)
        self.names = tuple(names)
        self.source = source
        self.people = tuple(people)
        self.steps: list[str] = []
        self.state: Any = game.start(setup)
        # What players have not been told yet; only for those that want to be told.
        self._news: dict[int, list[Event]] = {
            seat: [] for seat, player in enumerate(players) if _observe(player) is not Bot.observe
        }
        for step in steps:
            action = game.parse(step)
            self.state, events = game.apply(self.state, action)
            self._tell(events)
            self.steps.append(str(action))
        self.outcome: Outcome | None = game.outcome(self.state)
        self.fault: Exception | None = None

    def play(self) -> Iterator[Played]:
        """Play on to the end, one step at a time."""
        while self.outcome is None:
            played = self.step()
            if played is not None:
                yield played

    def step(self) -> Played | None:
        """Play one step; None where a player forfeits instead."""
        if self.outcome is not None:
            raise GameOver("game_over", "The game is over.")
        actor = self.game.to_act(self.state)
        if actor is CHANCE:
            return self._apply(CHANCE, self.game.sample(self.state, self.source))
        assert isinstance(actor, int)
        try:
            if self._news.get(actor):
                news, self._news[actor] = tuple(self._news[actor]), []
                _observe(self.players[actor])(self.players[actor], news)
            move = self.players[actor].choose(self.game.view(self.state, actor))
            if not isinstance(move, Move):
                raise IllegalMove("no_move", f"{self.names[actor]} did not choose a move.")
            return self._apply(actor, move)
        except Exception as fault:
            # Whatever a bot does wrong, the others get their game.
            if actor in self.people:
                raise
            self.fault = fault
            self.outcome = self.game.forfeit(self.state, actor)
            return None

    def record(self) -> Record:
        """Return the record of the game so far."""
        return Record.of(self.game, self.setup, self.names, self.steps, self.outcome)

    def _apply(self, actor: int | Chance, action: Move | Lot) -> Played:
        self.state, events = self.game.apply(self.state, action)
        self._tell(events)
        self.steps.append(str(action))
        self.outcome = self.game.outcome(self.state)
        return Played(actor, action, events)

    def _tell(self, events: tuple[Event, ...]) -> None:
        for seat, news in self._news.items():
            news += seen_by(events, seat)


def _observe(player: Player) -> Any:
    """Return the method by which players of its class are told what happened; that of Bot does nothing."""
    return getattr(type(player), "observe", Bot.observe)
