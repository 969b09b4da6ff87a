"""A finished game looked at again: every decision beside the best one, luck, and how the scores went."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from msgspec import Struct

from heckmeck.bots.karteneck.estimate import estimates
from heckmeck.bots.karteneck.knowledge import Knowledge
from heckmeck.games import AnyGame, ChanceOutcome, Event, Move, get, seen_by
from heckmeck.games.karteneck import KarteneckView, RoundEnded
from heckmeck.play.luck import luck
from heckmeck.play.record import Record, replay
from heckmeck.solve import DiceView
from heckmeck.solve.odds import Judge, odds

ROUNDS = 16_000
"""Rounds of Karteneck played in the head for one review, shared by its decisions."""
MOST_ROUNDS = 200
"""So many at most for one of them."""
MOMENTS = 3
"""So many moments of a seat are told."""
TELLING = 0.1
"""What a decision has to have lost to be told, in worms or points."""
DIGITS = 6
"""What settles ties between moves is smaller than that, and nobody wants to read more."""
SURE = 2.0
"""An estimate is told if it is so many times as large as its standard error."""


class Judged(Struct, frozen=True):
    """A decision: the move, the best one, what they were worth, and what was lost.

    The steps are numbered as in the record, the turns (in Karteneck the rounds) through the game. `error` is the
    standard error of the loss where it is an estimate.
    """

    step: int
    seat: int
    turn: int
    choices: int
    """How many moves there were to choose from."""
    move: str
    best: str
    gain: float
    best_gain: float
    lost: float
    error: float | None = None


class Moment(Struct, frozen=True):
    """A decision that lost much, with what lay there: the dice, or the hand and layout in Karteneck as in a position.

    The chances are those to win something, in the games with dice.
    """

    step: int
    seat: int
    kept: str = ""
    rolled: str = ""
    hand: tuple[int, ...] = ()
    layout: tuple[int, ...] = ()
    success: float | None = None
    best_success: float | None = None


class Standing(Struct, frozen=True):
    """The scores after a turn (after a round in Karteneck), and whose turn it was."""

    step: int
    seat: int | None
    scores: tuple[int, ...]


class Review(Struct, frozen=True):
    """A finished game. What each seat lost in all, its luck (nothing where it cannot be told), the worst moments.

    All is counted in worms, or in points in Barbecue.
    """

    game: str
    exact: bool
    decisions: tuple[Judged, ...]
    moments: tuple[Moment, ...]
    lost: tuple[float, ...]
    luck: tuple[float, ...]
    standings: tuple[Standing, ...]


class _Decision(NamedTuple):
    """A decision as it was: the place in the record, the turn, what the seat saw, and what it knew."""

    step: int
    turn: int
    view: Any
    move: Move
    knowledge: Knowledge | None


def review(record: Record) -> Review:
    """Judge every decision of a game that is over, each by what its seat could see."""
    game = get(record.game)
    standings: list[Standing] = []
    judged: list[Judged] = []
    views: dict[int, Any] = {}
    judge = _Exact() if not game.hides else _Estimated(record)
    for decision in _decisions(game, record, standings):
        found = judge.judge(decision)
        judged.append(found)
        if found.lost >= TELLING:
            views[found.step] = decision.view
    worst = _worst(judged, len(record.players))
    return Review(
        record.game,
        not game.hides,
        tuple(judged),
        tuple(_moment(each, views[each.step]) for each in worst),
        tuple(_lost(judged, seat) for seat in range(len(record.players))),
        tuple(luck(record)),
        tuple(standings),
    )


def _lost(judged: list[Judged], seat: int) -> float:
    return round(sum(each.lost for each in judged if each.seat == seat), DIGITS)


def _decisions(game: AnyGame, record: Record, standings: list[Standing]) -> Iterator[_Decision]:
    """Go through a game's decisions; the scores are noted on the way."""
    steps = replay(record)
    state = next(steps).state
    seats = range(len(record.players))
    known = [Knowledge(game.setup_of(state).deck, len(seats), seat) for seat in seats] if game.hides else []
    standings.append(Standing(0, None, _scores(game, state)))
    for number, (text, step) in enumerate(zip(record.steps, steps, strict=True), 1):
        seat = game.to_act(state)
        action = game.parse(text)
        if not isinstance(action, ChanceOutcome):
            assert isinstance(seat, int)
            yield _Decision(number, len(standings), game.view(state, seat), action, known[seat] if known else None)
        before, state = state, step.state
        for viewer, knowledge in enumerate(known):
            knowledge.learn(seen_by(step.events, viewer))
        if _turn_over(game, before, state, step.events):
            standings.append(Standing(number, None if known else before.seat, _scores(game, state)))


def _turn_over(game: AnyGame, before: Any, after: Any, events: tuple[Event, ...]) -> bool:
    if game.to_act(after) is None:
        return True
    if game.hides:
        return any(isinstance(event, RoundEnded) for event in events)
    return bool(before.seat != after.seat)


def _scores(game: AnyGame, state: Any) -> tuple[int, ...]:
    return tuple(score for score, _ in game.standings(state))


class _Exact:
    """Judges by the exact worths of a turn."""

    def __init__(self) -> None:
        self._judge = Judge()

    def judge(self, decision: _Decision) -> Judged:
        worths = self._judge.worths(decision.view)
        best = max(worths, key=worths.__getitem__)
        gain, most = worths[decision.move], worths[best]
        lost = round(most - gain, DIGITS)
        told = best if lost else decision.move
        return Judged(
            decision.step, decision.view.to_act, decision.turn, len(worths), str(decision.move), str(told),
            round(gain, DIGITS), round(most, DIGITS), lost,
        )  # fmt: skip


class _Estimated:
    """Judges by what the search of `sampler` thinks, as far as it is sure."""

    def __init__(self, record: Record) -> None:
        decisions = sum(not step.startswith("=") for step in record.steps)
        self._rounds = min(MOST_ROUNDS, ROUNDS // max(decisions, 1))

    def judge(self, decision: _Decision) -> Judged:
        view, move = decision.view, decision.move
        assert isinstance(view, KarteneckView)
        assert decision.knowledge is not None
        found = estimates(view, decision.knowledge, Random(repr(view)), self._rounds, chosen=move)
        own = found.find(move) or found.best
        lost, error = (round(number, DIGITS) for number in found.lost(move))
        sure = lost > SURE * error
        best = found.best if sure else own
        return Judged(
            decision.step, view.turn_of, decision.turn, len(view.moves), str(move), str(best.move if sure else move),
            round(own.mean, DIGITS), round(best.mean, DIGITS), lost if sure else 0.0, error,
        )  # fmt: skip


def _worst(judged: list[Judged], seats: int) -> list[Judged]:
    """Return the few moments of each seat that lost most, the worst first."""
    found: list[Judged] = []
    for seat in range(seats):
        own = [each for each in judged if each.seat == seat and each.lost >= TELLING]
        found += sorted(own, key=lambda each: each.lost, reverse=True)[:MOMENTS]
    return found


def _moment(judged: Judged, view: Any) -> Moment:
    if isinstance(view, KarteneckView):
        return Moment(judged.step, judged.seat, hand=view.hand, layout=view.layouts[judged.seat])
    assert isinstance(view, DiceView)
    chances = {str(choice.move): choice.success for choice in odds(view).choices}
    return Moment(
        judged.step, judged.seat, view.kept, view.rolled,
        success=chances[judged.move], best_success=chances[judged.best],
    )  # fmt: skip
