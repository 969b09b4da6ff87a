"""The rules that the dice games share: RK-1 to RK-8."""

from __future__ import annotations

from abc import abstractmethod
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeVar

from heckmeck.games.chance import CHANCE, ChanceOutcome
from heckmeck.games.dice import DICE, Dice, DiceFacts, Die, RollDistribution
from heckmeck.games.dice_view import DiceView
from heckmeck.games.errors import GameOver, IllegalMove
from heckmeck.games.game import Actor, Game, Move, SetupT, Step
from heckmeck.games.position import Parts, bad_position
from heckmeck.games.prize import Prize, Prizes
from heckmeck.games.setup import show
from heckmeck.games.turn import NO_NEW_FACE, NO_WORM, AttemptFailed, DiceRolled, FaceKept, Keep, Roll, Stop, Turn

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from heckmeck.games.event import Event


class DiceState(Protocol):
    """The attributes of a dice game's state that the shared rules use."""

    @property
    def setup(self) -> Any: ...  # noqa: D102
    @property
    def seat(self) -> int: ...  # noqa: D102
    @property
    def turn(self) -> Turn: ...  # noqa: D102


StateT = TypeVar("StateT", bound=DiceState)
ViewT = TypeVar("ViewT", bound=DiceView)

ROLL = Roll()
STOP = Stop()
_ROLL_OR_STOP: tuple[Move, ...] = (ROLL, STOP)

# There are a few thousand of these, and they recur in every game: a lookup takes a third of the time or less.
_turn_without_roll = cache(Turn)
_dice_rolled = cache(DiceRolled)
_face_kept = cache(FaceKept)


class RollAndKeep(Game[SetupT, StateT, ViewT]):
    """A game of roll-and-keep turns. Its own rules say what a stop earns and what a failed attempt costs."""

    die: ClassVar[Die]
    stop_may_fail: ClassVar[bool]
    """Whether a player with dice left may stop at a sum that earns nothing."""

    sums: ClassVar[int]
    """The number of sums, from 0 to that of eight dice with the highest face."""
    _keeps: ClassVar[tuple[tuple[Keep, ...], ...]]

    def __init_subclass__(cls) -> None:
        cls.sums = DICE * max(cls.die.values.values()) + 1
        keeps = {cls.die.bits[face]: Keep(face) for face in cls.die.faces}
        cls._keeps = tuple(
            tuple(keep for bit, keep in keeps.items() if bits & bit) for bits in range(cls.die.all_bits + 1)
        )

    @abstractmethod
    def _stops(self, state: StateT, total: int) -> tuple[Move, ...]:
        """Return the ways to stop that earn something with this sum and a worm, in natural order."""

    @abstractmethod
    def _stop(self, state: StateT, move: Move) -> Step[StateT]:
        """End the turn by a stop that is legal."""

    @abstractmethod
    def _refusal(self, state: StateT, move: Move) -> IllegalMove:
        """Return the error that says why this is not a legal stop."""

    @abstractmethod
    def _fail(self, state: StateT, *events: Event) -> Step[StateT]:
        """Apply a failed attempt; the events are those that led to it."""

    @abstractmethod
    def _no_prize_reason(self, state: StateT, total: int) -> str:
        """Return the reason why this sum, with a worm, earns nothing."""

    @abstractmethod
    def _with_turn(self, state: StateT, turn: Turn) -> StateT:
        """Return the state with another turn."""

    @abstractmethod
    def _board_parts(self, view: ViewT) -> Mapping[str, str]:
        """Return the parts of a position that do not change during a turn."""

    @abstractmethod
    def _read_board(self, setup: SetupT, parts: Parts, seat: int, ended: str) -> StateT:
        """Take the parts of the board; return the state before the first roll of the seat's turn."""

    @abstractmethod
    def prizes(self, view: ViewT) -> Prizes:
        """Return the best prize that each sum would earn the player whose turn it is."""

    @abstractmethod
    def prize_of(self, view: ViewT, stop: Move, total: int) -> Prize | None:
        """Return what a stop at this sum earns; None where it is a failed attempt.

        The dice of the view do not matter, only its board.
        """

    @abstractmethod
    def failure_cost(self, view: ViewT) -> int:
        """Return the immediate cost of a failed attempt to the player whose turn it is."""

    @abstractmethod
    def failure_ends(self, view: ViewT) -> bool:
        """Return whether a failed attempt would end the game."""

    def setup_of(self, state: StateT) -> SetupT:
        """Return the set-up that the state came from."""
        setup: SetupT = state.setup
        return setup

    def state_of(self, view: ViewT) -> StateT:
        """Return the state that a view shows: dice games hide nothing. A game may have a faster way than by text."""
        state, _ = self._read_position(self.position(view))
        return state

    def stops_at(self, state: StateT, total: int) -> tuple[Move, ...]:
        """Return the ways to stop that earn something with this sum and a worm, in natural order.

        The dice of the state do not matter, only its board.
        """
        return self._stops(state, total)

    def after_turn(self, state: StateT, stop: Move | None, total: int = 0) -> StateT:
        """Return the state after the turn: by a stop at this sum with a worm, or with None by a failed attempt.

        The next turn is about to begin, or the game is over. The dice of the state do not matter, only its board.

        >>> from heckmeck.games import get
        >>> game = get("bratwurmeck")
        >>> state = game.start(game.setup(seats=2))
        >>> [game.position(game.after_turn(state, stop, 30)) for stop in game.stops_at(state, 30)]
        ['bratwurmeck seats=2 grill=21-29,31-36 stacks=30/- turn=1 rolling=8']
        """
        if self.end(state):
            raise GameOver("game_over", "The game is over.")
        if stop is None:
            return self._fail(state).state
        if isinstance(stop, Keep | Roll):
            raise IllegalMove("no_stop", f"{stop} does not end the turn.")
        kept = self.die.with_worm.get(total)
        if kept is None:
            raise IllegalMove("no_such_sum", f"No dice with a worm make the sum {show(total)}.", "RK-8")
        return self.apply(self._with_turn(state, Turn(kept, "", False)), stop).state

    def _has_seat(self, state: StateT, seat: object) -> bool:
        # Asked for every view: one call less than by `setup_of`.
        return type(seat) is int and 0 <= seat < state.setup.seats

    def luck_of(self, state: StateT) -> int | None:
        """Return the seat whose turn it is: a roll is its luck."""
        return state.seat

    def to_act(self, state: StateT) -> Actor:
        """Return who is to act."""
        if not state.turn.rolling:  # a game ends with a turn, and the next one would begin with a roll
            return state.seat
        return None if self.end(state) else CHANCE

    def legal_moves(self, state: StateT) -> Sequence[Move]:
        """Return the faces that can be kept, or the ways to go on after keeping one."""
        kept, rolled, rolling = state.turn
        if rolled:
            facts = self.die.facts
            return self._keeps[facts[rolled].bits & ~facts[kept].bits]
        return () if rolling else self._choices(state, self.die.facts[kept])

    def chance(self, state: StateT) -> RollDistribution:
        """Return the distribution of the coming roll of all remaining dice."""
        if not state.turn.rolling or self.end(state):
            self._check_chance(state)
        return self.die.rolls(DICE - len(state.turn.kept))

    def apply(self, state: StateT, action: Move | ChanceOutcome, by: int | None = None) -> Step[StateT]:
        """Apply a roll, a keep, or the choice to roll on or stop."""
        _, rolled, rolling = state.turn
        if isinstance(action, ChanceOutcome):
            if by is not None or not rolling or self.end(state):
                self._check_actor(state, action, by)
            return self._rolled(state, action)
        if by is not None or rolling:
            self._check_actor(state, action, by)
        if isinstance(action, Keep):
            return self._keep(state, action.face)
        if rolled:
            self._check_actor(state, action, by)
            raise IllegalMove("must_keep", "Set aside the dice of one face first.", "RK-2")
        if isinstance(action, Roll):
            return self._roll(state)
        return self._stop_if_legal(state, action)

    def follow_ups(self, state: StateT) -> Mapping[Move, Sequence[Move]]:
        """Return what can be chosen after each keep; a roll and a stop leave nothing.

        The server sends them with every roll, so they are computed without applying any move;
        `tests/games/test_roll_and_keep.py` compares them with `Game.follow_ups`.
        """
        kept, rolled, _ = state.turn
        add, facts = self.die.add, self.die.facts
        keeps = self._keeps[facts[rolled].bits & ~facts[kept].bits]
        return {
            keep: choices
            for keep in keeps
            if (choices := self._choices(state, facts[add(kept, keep.face, rolled.count(keep.face))]))
        }

    def _choices(self, state: StateT, facts: DiceFacts) -> tuple[Move, ...]:
        stops = self._stops(state, facts.total) if facts.worm else ()
        if facts.over:
            return stops
        return (ROLL, *stops) if stops or not self.stop_may_fail else _ROLL_OR_STOP

    def _rolled(self, state: StateT, outcome: ChanceOutcome) -> Step[StateT]:
        kept, facts = state.turn.kept, self.die.facts
        rolled = outcome.faces if isinstance(outcome, Dice) else ""
        if len(kept) + len(rolled) != DICE or rolled not in facts:
            raise IllegalMove(
                "bad_roll", f"{outcome} is not a roll of {DICE - len(kept)} dice.", "RK-5" if kept else "RK-1"
            )
        event = _dice_rolled(state.seat, rolled)
        if facts[rolled].bits & ~facts[kept].bits:
            return Step(self._with_turn(state, Turn(kept, rolled, False)), (event,))
        return self._fail(state, event, AttemptFailed(state.seat, NO_NEW_FACE))

    def _keep(self, state: StateT, face: str) -> Step[StateT]:
        kept, rolled, _ = state.turn
        facts = self.die.facts
        if not self.die.bits.get(face, 0) & facts[rolled].bits & ~facts[kept].bits:
            raise self._refused_keep(face, kept, rolled)
        count = rolled.count(face)
        kept = self.die.add(kept, face, count)
        now = facts[kept]
        event = _face_kept(state.seat, face, count, now.total)
        after = self._with_turn(state, _turn_without_roll(kept, "", False))
        if now.over and not self._choices(after, now):
            return self._fail(after, event, AttemptFailed(state.seat, self._why_failed(after)))
        return Step(after, (event,))

    def _refused_keep(self, face: str, kept: str, rolled: str) -> IllegalMove:
        if not rolled:
            return IllegalMove("nothing_rolled", "No dice are rolled to set aside: roll on or stop.", "RK-5")
        if face in self.die.bits and face in kept:
            return IllegalMove("face_kept", f"The face {face} is set aside already this turn.", "RK-3")
        return IllegalMove("face_not_rolled", f"No die shows {show(face)}: the roll is {rolled}.", "RK-2")

    def _roll(self, state: StateT) -> Step[StateT]:
        kept = state.turn.kept
        if self.die.facts[kept].over:
            raise IllegalMove("no_roll_left", "No die can be rolled: the turn must end.", "RK-7")
        return Step(self._with_turn(state, _turn_without_roll(kept)), ())

    def _stop_if_legal(self, state: StateT, move: Move) -> Step[StateT]:
        if move in self._choices(state, self.die.facts[state.turn.kept]):
            return self._stop(state, move)
        self._check_actor(state, move, None)
        raise self._refusal(state, move)

    def _why_failed(self, state: StateT) -> str:
        facts = self.die.facts[state.turn.kept]
        return self._no_prize_reason(state, facts.total) if facts.worm else NO_WORM

    def _parts(self, view: ViewT) -> Mapping[str, str]:
        parts = {**self._board_parts(view), "turn": str(view.turn_of)}
        if view.to_act is None:
            return {**parts, "ended": view.ended}
        if view.kept:
            parts["kept"] = view.kept
        if view.rolled:
            parts["rolled"] = view.rolled
        elif view.to_act is CHANCE:
            parts["rolling"] = str(DICE - len(view.kept))
        return parts

    def _from_parts(self, setup: SetupT, parts: Parts) -> StateT:
        seat = parts.number("turn", range(setup.seats))
        ended = parts.optional("ended") or ""
        state = self._read_board(setup, parts, seat, ended)
        if ended != (self.end(state) or ""):
            raise bad_position(f"with this board ended cannot be {show(ended)}" if ended else "ended=... is missing")
        return state if ended else self._read_turn(state, parts)

    def _read_turn(self, state: StateT, parts: Parts) -> StateT:
        """Take the dice from the parts and return the state with this turn."""
        facts = self.die.facts
        kept, rolled = (self.die.parse(dice).faces if dice else "" for dice in map(parts.optional, ("kept", "rolled")))
        if "rolling" in parts:
            if rolled or facts[kept].over:
                raise bad_position("no roll can be coming")
            parts.number("rolling", (DICE - len(kept),))
            return self._with_turn(state, Turn(kept))
        after = self._with_turn(state, Turn(kept, rolled, False))
        if rolled and len(kept) + len(rolled) != DICE:
            raise bad_position(f"there are {len(kept) + len(rolled)} dice instead of {DICE}")
        if not (kept or rolled):
            raise bad_position("kept=..., rolled=... or rolling=... is missing")
        if not self.legal_moves(after):
            raise bad_position("with these dice the attempt has failed")
        return after

    def _parse(self, word: str, rest: list[str]) -> Move | ChanceOutcome | None:
        if word.startswith("=") and not rest:
            return self.die.parse(word[1:])
        if word == "keep" and len(rest) == 1 and rest[0].upper() in self.die.bits:
            return Keep(rest[0].upper())
        if rest:
            return None
        return {"roll": ROLL, "stop": STOP}.get(word)


AnyDiceGame = RollAndKeep[Any, Any, Any]
"""A game of roll-and-keep turns whose types are not known statically."""
