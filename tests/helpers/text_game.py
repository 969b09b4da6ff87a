"""A tiny game without its own position type: seats toss a coin in turn until one has tossed three heads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from heckmeck.games import (
    CHANCE,
    Actor,
    ChanceOutcome,
    Event,
    Game,
    GameEnded,
    Move,
    Setup,
    Step,
    View,
    WeightedDistribution,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TossSetup(Setup):
    SEATS: ClassVar[range] = range(2, 4)


class TossState(NamedTuple):
    setup: TossSetup
    heads: tuple[int, ...]
    seat: int = 0
    tossing: bool = False


@dataclass(frozen=True, slots=True)
class TossView(View):
    game: ClassVar[str] = "toss"

    setup: TossSetup
    seat: int | None
    to_act: Actor
    turn_of: int
    scores: tuple[int, ...]
    moves: Sequence[Move]

    def __str__(self) -> str:
        return f"heads: {' '.join(map(str, self.scores))}"


@dataclass(frozen=True, slots=True)
class TossCoin(Move):
    def __str__(self) -> str:
        return "toss"


@dataclass(frozen=True, slots=True)
class Coin(ChanceOutcome):
    side: str

    def __str__(self) -> str:
        return f"={self.side}"


@dataclass(frozen=True, slots=True)
class CoinTossed(Event):
    seat: int
    side: str

    @property
    def fails(self) -> bool:
        return self.side == "tails"


TOSS, COIN = TossCoin(), WeightedDistribution({Coin("heads"): 3, Coin("tails"): 1})


class Toss(Game[TossSetup, TossState, TossView]):
    name = "toss"
    title = "Toss"
    rules = ("TO",)
    reasons = ("three_heads",)
    unit = "heads"
    events: ClassVar[tuple[type[Event], ...]] = (GameEnded, CoinTossed)
    setup_type = TossSetup

    def _start(self, setup: TossSetup) -> TossState:
        return TossState(setup, (0,) * setup.seats)

    def setup_of(self, state: TossState) -> TossSetup:
        return state.setup

    def end(self, state: TossState) -> str | None:
        return "three_heads" if max(state.heads) == 3 else None

    def standings(self, state: TossState) -> tuple[tuple[int, int], ...]:
        return tuple((heads, 0) for heads in state.heads)

    def luck_of(self, state: TossState) -> int | None:
        return state.seat

    def to_act(self, state: TossState) -> Actor:
        return None if self.end(state) else CHANCE if state.tossing else state.seat

    def legal_moves(self, state: TossState) -> Sequence[Move]:
        return (TOSS,) if isinstance(self.to_act(state), int) else ()

    def chance(self, state: TossState) -> WeightedDistribution[Coin]:
        self._check_chance(state)
        return COIN

    def apply(self, state: TossState, action: Move | ChanceOutcome, by: int | None = None) -> Step[TossState]:
        self._check_actor(state, action, by)
        if not isinstance(action, Coin):
            return Step(state._replace(tossing=True), ())
        seat, won = state.seat, action.side == "heads"
        heads = tuple(count + (won and place == seat) for place, count in enumerate(state.heads))
        after = TossState(state.setup, heads, (seat + 1) % state.setup.seats)
        events: tuple[Event, ...] = (CoinTossed(seat, action.side),)
        return Step(after, (*events, GameEnded("three_heads")) if self.end(after) else events)

    def _view(self, state: TossState, seat: int | None) -> TossView:
        to_act = self.to_act(state)
        moves = self.legal_moves(state) if seat is not None and seat == to_act else ()
        return TossView(state.setup, seat, to_act, state.seat, state.heads, moves)

    def _parse(self, word: str, rest: list[str]) -> Move | ChanceOutcome | None:
        steps: dict[str, Move | ChanceOutcome] = {"toss": TOSS, "=heads": Coin("heads"), "=tails": Coin("tails")}
        return steps.get(word)

    def _parts(self, view: TossView) -> Mapping[str, str]:
        raise NotImplementedError

    def _from_parts(self, setup: TossSetup, parts: Any) -> TossState:
        raise NotImplementedError
