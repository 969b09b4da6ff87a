"""A table: it seats players, asks them for moves by view, lets chance decide the rest and keeps the record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, Protocol

from heckmeck.bots import Bot
from heckmeck.games import (
    CHANCE,
    AnyGame,
    BadSetup,
    Chance,
    ChanceOutcome,
    Event,
    GameOver,
    IllegalMove,
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


class Played(NamedTuple):
    """One step: who acted, what it was, and what happened."""

    actor: int | Chance
    action: Move | ChanceOutcome
    events: tuple[Event, ...]


_Step = tuple[int | Chance, Move | ChanceOutcome, tuple[Event, ...]]
"""What is in a `Played`; when nobody looks at the steps, none is made."""


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
        self._actions: list[Move | ChanceOutcome] = []
        self.state: Any = game.start(setup)
        # What players have not been told yet; only for those that want to be told.
        self._news: dict[int, list[Event]] = {
            seat: [] for seat, player in enumerate(players) if _observe(player) is not Bot.observe
        }
        for step in steps:
            action = game.parse(step)
            self.state, events = game.apply(self.state, action)
            self._tell(events)
            self._actions.append(action)
        self._actor = game.to_act(self.state)
        self.outcome: Outcome | None = game.outcome(self.state)
        self.fault: Exception | None = None

    @property
    def steps(self) -> list[str]:
        """What was done so far, in notation. It is written out when somebody asks: most games are only counted."""
        return list(map(str, self._actions))

    @property
    def length(self) -> int:
        """How many steps there were so far."""
        return len(self._actions)

    def play(self) -> Iterator[Played]:
        """Play on to the end, one step at a time."""
        while self.outcome is None:
            played = self.step()
            if played is not None:
                yield played

    def finish(self) -> None:
        """Play on to the end."""
        while self.outcome is None:
            self._step()

    def step(self) -> Played | None:
        """Play one step; None where a player forfeits instead."""
        if self.outcome is not None:
            raise GameOver("game_over", "The game is over.")
        played = self._step()
        return None if played is None else Played(*played)

    def _step(self) -> _Step | None:
        game, state, actor = self.game, self.state, self._actor
        if actor is CHANCE:
            return self._apply(CHANCE, game.sample(state, self.source))
        assert isinstance(actor, int)
        try:
            if self._news:
                self._pass_on(actor)
            move = self.players[actor].choose(game.view(state, actor))
            if not isinstance(move, Move):
                raise IllegalMove("no_move", f"{self.names[actor]} did not choose a move.")
            return self._apply(actor, move)
        except Exception as fault:
            # Whatever a bot does wrong, the others get their game.
            if actor in self.people:
                raise
            self.fault = fault
            self.outcome = game.forfeit(self.state, actor)
            return None

    def record(self) -> Record:
        """Return the record of the game so far."""
        return Record.of(self.game, self.setup, self.names, self.steps, self.outcome)

    def _apply(self, actor: int | Chance, action: Move | ChanceOutcome) -> _Step:
        game = self.game
        self.state, events = game.apply(self.state, action)
        if self._news:
            self._tell(events)
        self._actions.append(action)
        self._actor = game.to_act(self.state)
        if self._actor is None:
            self.outcome = game.outcome(self.state)
        return actor, action, events

    def _pass_on(self, seat: int) -> None:
        """Let a player observe what it has not been told yet."""
        if self._news.get(seat):
            news, self._news[seat] = tuple(self._news[seat]), []
            _observe(self.players[seat])(self.players[seat], news)

    def _tell(self, events: tuple[Event, ...]) -> None:
        for seat, news in self._news.items():
            news += seen_by(events, seat)


def _observe(player: Player) -> Any:
    """Return the method by which players of its class are told what happened; that of Bot does nothing."""
    return getattr(type(player), "observe", Bot.observe)
