"""The protocol of a game: what to ask of it and how to move it on. Everything else leans on this."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from heckmeck.games.chance import CHANCE, Chance, ChanceOutcome, Distribution, Source
from heckmeck.games.errors import BadNotation, BadSetup, GameOver, IllegalMove, NotYourTurn
from heckmeck.games.event import Event
from heckmeck.games.outcome import FORFEIT, Outcome, Standing, rank
from heckmeck.games.setup import Setup, show

Actor = int | Chance | None
"""Who is to act: a seat, chance, or nobody when the game is over."""

LONGEST_STEP = 400
"""No step of any game is written with more characters."""


class Move:
    """A decision of a player: a base for each game's moves. `str(move)` is its notation."""

    __slots__ = ()


class View(ABC):
    """What one seat, or a spectator, may see of a state. Built by naming what is shown, never by hiding."""

    __slots__ = ()

    seat: int | None
    to_act: Actor
    moves: Sequence[Move]


S = TypeVar("S")
V = TypeVar("V", bound=View, covariant=True)


class Step(NamedTuple, Generic[S]):
    """The state after a step, and what happened."""

    state: S
    events: tuple[Event, ...]


class Game(ABC, Generic[S, V]):
    """The rules of one game. It has no state of its own and never draws: chance is given to it.

    States are immutable and hashable. `apply` accepts exactly what `legal_moves` or `chance` allow.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    rules: ClassVar[tuple[str, ...]]
    """The families of rule numbers that hold for this game, such as BW."""
    reasons: ClassVar[tuple[str, ...]]
    """Why a game can end."""
    setup_type: ClassVar[type[Setup]]
    hides: ClassVar[bool] = False
    """Whether something is hidden, so that seats see different things."""

    @property
    def seats(self) -> range:
        """The numbers of seats that the game can be played with."""
        return self.setup_type.SEATS

    def setup(self, /, **options: object) -> Setup:
        """Check the options and return the set-up."""
        return self.setup_type.make(options)

    def start(self, setup: Setup) -> S:
        """Return the state before the first step."""
        if not isinstance(setup, self.setup_type):
            raise BadSetup("wrong_game", f"{show(setup)} is no set-up of {self.title}.")
        return self._start(setup)

    @abstractmethod
    def to_act(self, state: S) -> Actor:
        """Who is to act: a seat, CHANCE, or None when the game is over."""

    @abstractmethod
    def legal_moves(self, state: S) -> Sequence[Move]:
        """Return all moves of the seat to act in the order of `natural_order`; none at a chance node or the end."""

    @abstractmethod
    def chance(self, state: S) -> Distribution[ChanceOutcome]:
        """Return what can happen at this chance node."""

    @abstractmethod
    def apply(self, state: S, action: Move | ChanceOutcome, by: int | None = None) -> Step[S]:
        """Move on. With `by` given, that seat must be the one to act."""

    def view(self, state: S, seat: int | None) -> V:
        """Return what a seat, or with None a spectator, may see."""
        if seat is not None and not self._has_seat(state, seat):
            raise BadSetup("no_such_seat", f"There is no seat {show(seat)} at this table.")
        return self._view(state, seat)

    @abstractmethod
    def standings(self, state: S) -> tuple[Standing, ...]:
        """Return each seat's score and tie-break as they are now."""

    @abstractmethod
    def end(self, state: S) -> str | None:
        """Return the reason why the game is over, None while it is not."""

    @abstractmethod
    def luck_of(self, state: S) -> int | None:
        """Return the seat that the coming outcome of chance falls to; None where it is everybody's."""

    @abstractmethod
    def setup_of(self, state: S) -> Setup:
        """Return the set-up that the state came from."""

    @abstractmethod
    def _start(self, setup: Any) -> S:
        """Return the state before the first step of a set-up of this game's own kind."""

    @abstractmethod
    def _view(self, state: S, seat: int | None) -> V:
        """Return what a seat that exists, or with None a spectator, may see."""

    @abstractmethod
    def _parse(self, word: str, rest: list[str]) -> Move | ChanceOutcome | None:
        """Read a step from its first word (in lower case) and the others; None where it is none of this game's."""

    def sample(self, state: S, source: Source) -> ChanceOutcome:
        """Draw an outcome of this chance node."""
        return self.chance(state).sample(source)

    def outcome(self, state: S) -> Outcome | None:
        """Return the result, None while the game goes on."""
        reason = self.end(state)
        return rank(reason, self.standings(state)) if reason else None

    def forfeit(self, state: S, seat: int) -> Outcome:
        """Return the result if the seat is thrown out now: it comes last, the others rank as they stand."""
        if not self._has_seat(state, seat):
            raise BadSetup("no_such_seat", f"There is no seat {show(seat)} that could forfeit.")
        return rank(FORFEIT, self.standings(state), seat)

    def resample(self, state: S, seat: int | None, source: Source) -> S:
        """Return the state with all that this seat (None: a spectator) does not see in it now dealt anew."""
        if self.hides:
            raise NotImplementedError(f"{self.title} hides something and does not say how to deal it anew.")
        return state

    def parse(self, text: str) -> Move | ChanceOutcome:
        """Read a step. Upper or lower case, spacing and the order of dice or cards do not matter.

        Whether it is legal is for `apply` to say.
        """
        words = text.split() if isinstance(text, str) and len(text) <= LONGEST_STEP else []
        action = self._parse(words[0].lower(), words[1:]) if words else None
        if action is None:
            raise BadNotation("bad_step", f"{show(text)} is no move of {self.title}.")
        return action

    def _has_seat(self, state: S, seat: object) -> bool:
        return type(seat) is int and 0 <= seat < self.setup_of(state).seats

    def _check_chance(self, state: S) -> None:
        """Refuse to speak of chances where there are none."""
        actor = self.to_act(state)
        if actor is None:
            raise GameOver("game_over", "The game is over.")
        if actor is not CHANCE:
            raise IllegalMove("player_to_act", "Nothing is up to chance now: a player decides.")

    def _check_actor(self, state: S, action: Move | ChanceOutcome, by: int | None) -> None:
        """Refuse what comes after the end, out of turn, or from chance where a player decides."""
        actor = self.to_act(state)
        if actor is None:
            raise GameOver("game_over", "The game is over.")
        if by is not None and (by != actor or type(by) is not int):
            waiting = "for chance" if actor is CHANCE else f"for seat {actor}"
            raise NotYourTurn("not_your_turn", f"It is not the turn of seat {show(by)}: the game waits {waiting}.")
        if actor is CHANCE and not isinstance(action, ChanceOutcome):
            raise NotYourTurn("chance_to_act", f"{show(str(action))} is no dice or cards, which have to come first.")
        if actor is not CHANCE and isinstance(action, ChanceOutcome):
            raise IllegalMove("player_to_act", f"{action} is up to chance, and now a player decides.")


AnyGame = Game[Any, View]


def natural_order(step: Move | ChanceOutcome) -> tuple[tuple[int, int, str], ...]:
    """Key of the order in which moves are listed: word by word, numbers as numbers, worms after values."""
    return tuple(_word_order(word) for word in str(step).split())


def _word_order(word: str) -> tuple[int, int, str]:
    if word.isdigit():
        return (0, int(word), "")
    if word.startswith("W"):
        return (1, int(word[1:] or 0), "")
    return (2, 0, word)
