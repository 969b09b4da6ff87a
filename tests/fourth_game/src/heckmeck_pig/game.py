"""The rules of Pig.

The numbers of its rules: PIG-1, each turn begins with a roll; PIG-2, after a roll of 2 to 6 the player rolls on or
holds; PIG-3, a 1 loses what the turn has brought; PIG-4, a player who holds with the target or more has won.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from heckmeck.games import (
    CHANCE,
    Actor,
    ChanceOutcome,
    Event,
    Game,
    GameEnded,
    IllegalMove,
    Move,
    Setup,
    Step,
    View,
    WeightedDistribution,
)
from heckmeck.games.position import Parts, bad_position, write_by_seat
from heckmeck.games.setup import check_number

TARGET_REACHED = "target_reached"


@dataclass(frozen=True, slots=True, kw_only=True)
class PigSetup(Setup):
    """Seats, first seat, and the `target` to reach."""

    SEATS: ClassVar[range] = range(2, 8)
    SEATS_RULE: ClassVar[str] = "PIG-1"

    target: int = 100

    def __post_init__(self) -> None:
        Setup.__post_init__(self)
        check_number("target", self.target, 2, 1000, "PIG-4")


class PigState(NamedTuple):
    """What each seat has banked, whose turn it is, what the turn has brought, and whether the die is to be rolled."""

    setup: PigSetup
    banked: tuple[int, ...]
    seat: int
    at_stake: int
    rolling: bool


@dataclass(frozen=True, slots=True)
class PigView(View):
    """Everything: nothing is hidden."""

    game: ClassVar[str] = "pig"

    setup: PigSetup
    seat: int | None
    to_act: Actor
    turn_of: int
    scores: tuple[int, ...]
    at_stake: int
    moves: Sequence[Move]

    def __str__(self) -> str:
        seats = [
            f"{'>' if seat == self.turn_of else ' '} seat {seat}  {score:4} of {self.setup.target}"
            for seat, score in enumerate(self.scores)
        ]
        return "\n".join([*seats, "", f"at stake {self.at_stake:5}"])


@dataclass(frozen=True, slots=True)
class RollDie(Move):
    """Roll the die again."""

    def __str__(self) -> str:
        return "roll"


@dataclass(frozen=True, slots=True)
class Hold(Move):
    """Bank what the turn has brought."""

    def __str__(self) -> str:
        return "hold"


@dataclass(frozen=True, slots=True)
class Die(ChanceOutcome):
    """The die as it fell."""

    pips: int

    def __str__(self) -> str:
        return f"={self.pips}"


@dataclass(frozen=True, slots=True)
class DieRolled(Event):
    """The die fell; the turn has brought `at_stake` so far."""

    seat: int
    pips: int
    at_stake: int

    @property
    def fails(self) -> bool:
        """A 1 loses the turn."""
        return self.pips == 1


@dataclass(frozen=True, slots=True)
class Banked(Event):
    """A seat held and has `score` now."""

    seat: int
    score: int


ROLL, HOLD = RollDie(), Hold()
CHOICES: tuple[Move, ...] = (HOLD, ROLL)
DIE = WeightedDistribution({Die(pips): 1 for pips in range(1, 7)})


class Pig(Game[PigSetup, PigState, PigView]):
    """The dice game Pig."""

    name = "pig"
    title = "Pig"
    rules = ("PIG",)
    reasons = (TARGET_REACHED,)
    unit = "points"
    events = (GameEnded, DieRolled, Banked)
    setup_type = PigSetup

    def _start(self, setup: PigSetup) -> PigState:
        return PigState(setup, (0,) * setup.seats, setup.first, 0, True)

    def setup_of(self, state: PigState) -> PigSetup:
        return state.setup

    def end(self, state: PigState) -> str | None:
        return TARGET_REACHED if max(state.banked) >= state.setup.target else None

    def standings(self, state: PigState) -> tuple[tuple[int, int], ...]:
        return tuple((score, 0) for score in state.banked)

    def luck_of(self, state: PigState) -> int | None:
        return state.seat

    def to_act(self, state: PigState) -> Actor:
        if self.end(state):
            return None
        return CHANCE if state.rolling else state.seat

    def legal_moves(self, state: PigState) -> Sequence[Move]:
        return CHOICES if isinstance(self.to_act(state), int) else ()

    def chance(self, state: PigState) -> WeightedDistribution[Die]:
        self._check_chance(state)
        return DIE

    def apply(self, state: PigState, action: Move | ChanceOutcome, by: int | None = None) -> Step[PigState]:
        self._check_actor(state, action, by)
        if isinstance(action, ChanceOutcome):
            return self._rolled(state, action)
        if action == ROLL:
            return Step(state._replace(rolling=True), ())
        if action == HOLD:
            return self._hold(state)
        raise IllegalMove("unknown_move", f"{action} is not a move of Pig.")

    def _rolled(self, state: PigState, outcome: ChanceOutcome) -> Step[PigState]:
        if not isinstance(outcome, Die) or not DIE.weight(outcome):
            raise IllegalMove("bad_roll", f"{outcome} is not a roll of the die.", "PIG-1")
        if outcome.pips == 1:
            return Step(self._pass_on(state), (DieRolled(state.seat, 1, 0),))
        at_stake = state.at_stake + outcome.pips
        after = state._replace(at_stake=at_stake, rolling=False)
        return Step(after, (DieRolled(state.seat, outcome.pips, at_stake),))

    def _hold(self, state: PigState) -> Step[PigState]:
        seat, score = state.seat, state.banked[state.seat] + state.at_stake
        after = self._pass_on(state._replace(banked=(*state.banked[:seat], score, *state.banked[seat + 1 :])))
        events: tuple[Event, ...] = (Banked(seat, score),)
        return Step(after, (*events, GameEnded(TARGET_REACHED)) if self.end(after) else events)

    def _pass_on(self, state: PigState) -> PigState:
        return state._replace(seat=(state.seat + 1) % state.setup.seats, at_stake=0, rolling=True)

    def _view(self, state: PigState, seat: int | None) -> PigView:
        to_act = self.to_act(state)
        moves = self.legal_moves(state) if seat is not None and seat == to_act else ()
        return PigView(state.setup, seat, to_act, state.seat, state.banked, state.at_stake, moves)

    def _parse(self, word: str, rest: list[str]) -> Move | ChanceOutcome | None:
        if rest:
            return None
        if word[:1] == "=" and word[1:] in {"1", "2", "3", "4", "5", "6"}:
            return Die(int(word[1:]))
        return {"roll": ROLL, "hold": HOLD}.get(word)

    def _parts(self, view: PigView) -> Mapping[str, str]:
        rolling = "yes" if view.to_act is CHANCE else "no"
        banked = write_by_seat([str(score) for score in view.scores])
        return {"banked": banked, "turn": str(view.turn_of), "at_stake": str(view.at_stake), "rolling": rolling}

    def _from_parts(self, setup: PigSetup, parts: Parts) -> PigState:
        banked = tuple(_score(text) for text in parts.by_seat("banked", setup.seats))
        seat = parts.number("turn", range(setup.seats))
        at_stake = parts.number("at_stake", range(2000))
        over = max(banked) >= setup.target
        rolling = over or parts.text("rolling") == "yes"
        if over:
            parts.text("rolling")
        if at_stake == 1 or (at_stake == 0 and not rolling):
            raise bad_position(f"at_stake cannot be {at_stake} here")
        return PigState(setup, banked, seat, at_stake, rolling)


def _score(text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) <= 4:
        return int(text)
    raise bad_position(f"{text[:20]!r} is not a score")
