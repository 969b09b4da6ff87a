"""The interface of a game: moves, views, and the class that all games implement."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, TypeVar, cast

from heckmeck.games.chance import CHANCE, Chance, ChanceOutcome, Distribution, Source
from heckmeck.games.drawing import SCREEN, Drawing, Screen
from heckmeck.games.errors import BadNotation, BadSetup, GameOver, IllegalMove, NotYourTurn
from heckmeck.games.event import Event, GameEnded
from heckmeck.games.outcome import FORFEIT, Outcome, Standing, rank
from heckmeck.games.position import (
    HIDDEN,
    Parts,
    bad_position,
    check_canonical,
    read_seat,
    read_setup,
    scan,
    write_position,
    write_seat,
)
from heckmeck.games.setup import Setup, show

Actor = int | Chance | None
"""Who is to act: a seat, chance, or None when the game is over."""

LONGEST_STEP = 400
"""Maximum length of a step in notation, for all games."""
MAX_FOLLOW_UPS = 16
"""Maximum number of moves in a position that are tried out to find their follow-ups."""


class Move:
    """A decision of a player: base class of each game's moves. `str(move)` is its notation."""

    __slots__ = ()

    def describe(self) -> str:
        """Say what is done, to follow "to": "lay two 5s". By default, the notation."""
        return str(self)


class View(ABC):
    """What one seat, or a spectator, may see of a state."""

    __slots__ = ()

    game: ClassVar[str]
    """The name of the game."""
    shown: ClassVar[tuple[str, ...]] = ()
    """The attributes that clients get, in this order. A view that names none is sent as text."""

    # Declared as properties, so that a view may implement them as fields or as properties. Only type checkers see them:
    # a dataclass would take an inherited property as the default of its field.
    if TYPE_CHECKING:

        @property
        def setup(self) -> Any: ...  # noqa: D102
        @property
        def seat(self) -> int | None: ...  # noqa: D102
        @property
        def to_act(self) -> Actor: ...  # noqa: D102
        @property
        def turn_of(self) -> int: ...  # noqa: D102
        @property
        def scores(self) -> tuple[int, ...]: ...  # noqa: D102
        @property
        def moves(self) -> Sequence[Move]: ...  # noqa: D102

    @property
    def listed_moves(self) -> tuple[str, ...]:
        """The viewer's moves in notation, as sent to clients. A game with very many moves may leave some out."""
        return tuple(map(str, self.moves))

    @property
    def main_moves(self) -> Sequence[Move]:
        """The moves to offer in a list. A game with very many moves may offer a selection."""
        return self.moves

    @property
    def rules_now(self) -> tuple[str, ...]:
        """The numbers of the rules about the current decision; empty for a game without a rules page."""
        return ()

    def hint(self, move: Move, names: Sequence[str] = ()) -> str:
        """Say in a few words what a move of the viewer would do; empty if the move explains itself."""
        return ""

    def draw(self, names: Sequence[str] = (), screen: Screen = SCREEN) -> Drawing:
        """Draw the view for a screen of this size. By default this is its text."""
        return Drawing.of_text(str(self))

    def __str__(self) -> str:
        """Return the attributes, one per line, and whether the game is over."""
        names = self.shown or (tuple(field.name for field in fields(self)) if is_dataclass(self) else ())
        longest = max(map(len, names), default=0)
        lines = [f"{name:{longest}}  {getattr(self, name)}" for name in names if name not in _NOT_WRITTEN]
        return "\n".join(lines if self.to_act is not None else [*lines, "The game is over."])


_NOT_WRITTEN = ("setup", "moves")
"""Attributes that the text of a view leaves out: players know the set-up, and moves are listed as choices."""

SetupT = TypeVar("SetupT", bound=Setup)
StateT = TypeVar("StateT")
ViewT = TypeVar("ViewT", bound=View)


class Step(NamedTuple, Generic[StateT]):
    """The state after a step, and what happened."""

    state: StateT
    events: tuple[Event, ...]


class Game(ABC, Generic[SetupT, StateT, ViewT]):
    """The rules of one game. A game object has no state and no randomness: outcomes of chance are passed in.

    States are immutable and hashable. `apply` accepts exactly what `legal_moves` or `chance` allow.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    rules: ClassVar[tuple[str, ...]]
    """The families of rule numbers that hold for this game, such as BW."""
    reasons: ClassVar[tuple[str, ...]]
    """The reasons why a game can end."""
    unit: ClassVar[str]
    """The unit of scores, in the plural: worms, points."""
    events: ClassVar[tuple[type[Event], ...]] = (GameEnded,)
    """The types of all events of this game."""
    round_end: ClassVar[type[Event] | None] = None
    """The event that ends a round, in games that are played in rounds; scores are compared after it."""
    setup_type: type[SetupT]
    hides: ClassVar[bool] = False
    """Whether the game has hidden information, so that seats see different things."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"

    @property
    def seats(self) -> range:
        """The numbers of seats that the game can be played with."""
        return self.setup_type.SEATS

    def setup(self, /, **options: object) -> SetupT:
        """Check the options and return the set-up."""
        return self.setup_type.make(options)

    def start(self, setup: SetupT) -> StateT:
        """Return the state before the first step."""
        if not isinstance(setup, self.setup_type):
            raise BadSetup("wrong_game", f"{show(setup)} is not a set-up of {self.title}.")
        return self._start(setup)

    @abstractmethod
    def to_act(self, state: StateT) -> Actor:
        """Return who is to act: a seat, CHANCE, or None when the game is over."""

    @abstractmethod
    def legal_moves(self, state: StateT) -> Sequence[Move]:
        """Return all moves of the seat to act in the order of `natural_order`; none at a chance node or the end."""

    @abstractmethod
    def chance(self, state: StateT) -> Distribution[ChanceOutcome]:
        """Return the distribution of this chance node."""

    @abstractmethod
    def apply(self, state: StateT, action: Move | ChanceOutcome, by: int | None = None) -> Step[StateT]:
        """Apply a move or an outcome of chance. If `by` is given, that seat must be the one to act."""

    def view(self, state: StateT, seat: int | None) -> ViewT:
        """Return what a seat, or with None a spectator, may see."""
        if seat is not None and not self._has_seat(state, seat):
            raise BadSetup("no_such_seat", f"There is no seat {show(seat)} at this table.")
        return self._view(state, seat)

    @abstractmethod
    def standings(self, state: StateT) -> tuple[Standing, ...]:
        """Return each seat's score and tie-break as they are now."""

    @abstractmethod
    def end(self, state: StateT) -> str | None:
        """Return the reason why the game is over, None while it is not."""

    @abstractmethod
    def luck_of(self, state: StateT) -> int | None:
        """Return the seat that the next outcome of chance belongs to; None if it concerns all seats alike."""

    @abstractmethod
    def setup_of(self, state: StateT) -> SetupT:
        """Return the set-up that the state came from."""

    @abstractmethod
    def _start(self, setup: SetupT) -> StateT:
        """Return the state before the first step; the type of the set-up is checked already."""

    @abstractmethod
    def _view(self, state: StateT, seat: int | None) -> ViewT:
        """Return what a seat, or with None a spectator, may see; the seat is checked already."""

    @abstractmethod
    def _parse(self, word: str, rest: list[str]) -> Move | ChanceOutcome | None:
        """Read a step from its first word (in lower case) and the rest; return None if it is not one of this game."""

    def sample(self, state: StateT, source: Source) -> ChanceOutcome:
        """Draw an outcome of this chance node."""
        return self.chance(state).sample(source)

    def follow_ups(self, state: StateT) -> Mapping[Move, Sequence[Move]]:
        """Return the moves among which the same seat would choose right after each move, without chance in between.

        Moves without such a choice are not listed. For games with hidden information the result is empty, because it
        could reveal something.

        >>> from heckmeck.games import get
        >>> game = get("bratwurmeck")
        >>> state = game.from_position("bratwurmeck seats=2 grill=21-36 stacks=-/- turn=0 kept=55W rolled=11344")
        >>> {str(move): [str(each) for each in then] for move, then in game.follow_ups(state).items()}
        {'keep 1': ['roll', 'stop'], 'keep 3': ['roll', 'stop'], 'keep 4': ['roll', 'take 23']}
        """
        actor = self.to_act(state)
        moves = () if self.hides or not isinstance(actor, int) else self.legal_moves(state)
        if len(moves) > MAX_FOLLOW_UPS:
            return {}
        after = {move: self.apply(state, move).state for move in moves}
        return {move: self.legal_moves(then) for move, then in after.items() if self.to_act(then) == actor}

    def outcome(self, state: StateT) -> Outcome | None:
        """Return the result, None while the game goes on."""
        reason = self.end(state)
        return rank(reason, self.standings(state)) if reason else None

    def forfeit(self, state: StateT, seat: int) -> Outcome:
        """Return the result if the seat forfeits now: it comes last, the others are ranked by their standings."""
        if not self._has_seat(state, seat):
            raise BadSetup("no_such_seat", f"There is no seat {show(seat)} that could forfeit.")
        return rank(FORFEIT, self.standings(state), seat)

    def hands(self, state: StateT) -> tuple[tuple[int, ...], ...]:
        """Return the cards in each seat's hand; empty for a game without hands. Only for games that are over."""
        return ()

    def resample(self, state: StateT, seat: int | None, source: Source) -> StateT:
        """Return the state with everything that the seat (None: a spectator) cannot see dealt again at random."""
        if self.hides:
            raise NotImplementedError(f"{self.title} has hidden information and does not implement resample().")
        return state

    def parse(self, text: str) -> Move | ChanceOutcome:
        """Read a step. Upper or lower case, spacing and the order of dice or cards do not matter.

        Whether it is legal is checked by `apply`.
        """
        words = text.split() if isinstance(text, str) and len(text) <= LONGEST_STEP else []
        action = self._parse(words[0].lower(), words[1:]) if words else None
        if action is None:
            raise BadNotation("bad_step", f"{show(text)} is not a move of {self.title}.")
        return action

    def position(self, of: StateT | ViewT) -> str:
        """Write a state, or a view with `?` for what its seat does not know, as one line of text.

        Equal states have equal texts, and so have equal views. docs/records.md has the grammar.

        >>> from heckmeck.games import get
        >>> game = get("bratwurmeck")
        >>> game.position(game.start(game.setup(seats=2)))
        'bratwurmeck seats=2 grill=21-36 stacks=-/- turn=0 rolling=8'
        """
        if isinstance(of, View):
            if of.game != self.name:
                raise BadSetup("wrong_game", f"This is not a view of {self.title}.")
            parts = self._parts(cast("ViewT", of))  # no state is a View
            return write_position(self.name, of.setup, {**parts, "view": write_seat(of.seat)})
        return write_position(self.name, self.setup_of(of), self._state_parts(of))

    def from_position(self, text: str) -> StateT:
        """Read a state from the text that `position` writes.

        Raises BadNotation for text in any other form, and for a position with the wrong number of pieces. Whether a
        game can lead to the position is not checked.
        """
        state, parts = self._read_position(text)
        if "view" in parts or HIDDEN in text:
            raise bad_position("it is what a seat sees, not everything: use view_from_position")
        parts.finish()
        check_canonical(text, self.position(state))
        return state

    def view_from_position(self, text: str) -> ViewT:
        """Read a view from the text that `position` writes."""
        state, parts = self._read_position(text)
        if "view" not in parts and HIDDEN not in text:
            raise bad_position("view=... is missing, so this is a whole state: use from_position")
        view = self.view(state, read_seat("view", parts.text("view"), self.setup_of(state).seats))
        parts.finish()
        check_canonical(text, self.position(view))
        return view

    def _read_position(self, text: str) -> tuple[StateT, Parts]:
        name, parts = scan(text)
        if name != self.name:
            raise BadNotation("wrong_game", f"This is not a position of {self.title}: it begins with {show(name)}.")
        return self._from_parts(read_setup(self.setup_type, parts), parts), parts

    def _parts(self, view: ViewT) -> Mapping[str, str]:
        """Return the parts of a view's position, except set-up and viewer, by name and in order.

        No name may be that of an option, and no part may contain a space. A game that does not implement this method
        has no notation for positions.
        """
        raise BadNotation("no_positions", f"{self.title} has no notation for positions.")

    def _state_parts(self, state: StateT) -> Mapping[str, str]:
        """Return the parts of a state's position. Games with hidden information add what a spectator does not see."""
        return self._parts(self._view(state, None))

    def _from_parts(self, setup: SetupT, parts: Parts) -> StateT:
        """Take the parts that `_parts` or `_state_parts` wrote, check them and return the state.

        The caller then refuses text that differs from what would be written for the state. For a view with hidden
        parts, return any state that matches it.
        """
        raise BadNotation("no_positions", f"{self.title} has no notation for positions.")

    def _has_seat(self, state: StateT, seat: object) -> bool:
        return type(seat) is int and 0 <= seat < self.setup_of(state).seats

    def _check_chance(self, state: StateT) -> None:
        """Raise the error for a state that is not a chance node."""
        actor = self.to_act(state)
        if actor is None:
            raise GameOver("game_over", "The game is over.")
        if actor is not CHANCE:
            raise IllegalMove("player_to_act", "Nothing is up to chance now: a player decides.")

    def _check_actor(self, state: StateT, action: object, by: int | None) -> None:
        """Refuse an action after the end, out of turn, from chance while a player decides, or of the wrong type."""
        actor = self.to_act(state)
        if actor is None:
            raise GameOver("game_over", "The game is over.")
        if by is not None and (by != actor or type(by) is not int):
            waiting = "for chance" if actor is CHANCE else f"for seat {actor}"
            raise NotYourTurn("not_your_turn", f"It is not the turn of seat {show(by)}: the game waits {waiting}.")
        if isinstance(action, ChanceOutcome):
            if actor is not CHANCE:
                raise IllegalMove("player_to_act", f"{action} is up to chance, and now a player decides.")
        elif not isinstance(action, Move):
            reason = "text: read it with parse() first" if isinstance(action, str) else "not a move or an outcome"
            raise IllegalMove("unknown_move", f"{show(action)} is {reason}.")
        elif actor is CHANCE:
            raise NotYourTurn("chance_to_act", f"{show(str(action))} has to wait: dice or cards come first.")


AnyGame = Game[Any, Any, Any]
"""A game whose types are not known statically."""


def natural_order(step: Move | ChanceOutcome) -> tuple[tuple[int, int, str], ...]:
    """Sort key for moves: word by word, with numbers compared as numbers and worms after values."""
    return tuple(_word_order(word) for word in str(step).split())


def _word_order(word: str) -> tuple[int, int, str]:
    if word.isdigit():
        return (0, int(word), "")
    if word.startswith("W"):
        return (1, int(word[1:] or 0), "")
    return (2, 0, word)
