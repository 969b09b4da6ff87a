"""A finished game looked at again: every decision beside the best one, luck, and the course of the scores."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator
from random import Random
from statistics import NormalDist
from typing import Any, NamedTuple

from msgspec import Struct

from heckmeck.bots import AnyEstimator, estimator_for
from heckmeck.games import AnyGame, DiceView, Event, Move, RollAndKeep, View, get, seen_by
from heckmeck.play.luck import luck_in_steps
from heckmeck.play.record import Record, replay
from heckmeck.play.win_accounts import WinReview
from heckmeck.play.win_review import win_review_in_steps
from heckmeck.solve.odds import TurnWorths, odds
from heckmeck.solve.worths import ROUNDING, first_best

ROUNDS = 16_000
"""Number of rounds simulated for one review, shared by its decisions, where turns cannot be solved exactly."""
MAX_ROUNDS = 200
"""Maximum number of rounds simulated for one decision."""
MAX_MOMENTS = 3
"""Maximum number of moments of a seat."""
MIN_LOSS_SHOWN = 0.1
"""The loss that makes a decision one of the moments, in worms or points."""
DIGITS = 6
"""Number of decimals: what settles ties between moves is smaller."""
MISTAKEN = 0.025
"""How often a decision between equal moves may be called a mistake, where moves are compared by simulation."""


class Judged(Struct, frozen=True):
    """A decision: the move, the best one, what they were worth, and what was lost.

    The steps are numbered as in the record, the turns (or the rounds, in a game that has any) through the game. `error`
    is the standard error of the loss where it is an estimate.
    """

    step: int
    seat: int
    turn: int
    choices: int
    """The number of moves to choose from."""
    move: str
    best: str
    gain: float
    best_gain: float
    lost: float
    error: float | None = None


class Moment(Struct, frozen=True):
    """A decision that lost much, with what lay there: the dice, or the hand and the layout as in a position.

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
    """The scores after a turn, and whose turn it was; or after a round, in a game that has any."""

    step: int
    seat: int | None
    scores: tuple[int, ...]


class Review(Struct, frozen=True):
    """A finished game: every decision, the worst moments, what each seat lost in all, its luck, and the scores.

    All is counted in the unit of the game's scores. Luck is empty where it cannot be computed. For a game whose
    decisions cannot be judged there is nothing but the scores. `wins` is the same game by the chances to win, None
    where no evaluator knows them.
    """

    game: str
    exact: bool
    decisions: tuple[Judged, ...]
    moments: tuple[Moment, ...]
    lost: tuple[float, ...]
    luck: tuple[float, ...]
    standings: tuple[Standing, ...]
    wins: WinReview | None = None


class _Decision(NamedTuple):
    """A decision as it was: the place in the record, the turn, the seat, what it saw and what it chose."""

    step: int
    turn: int
    seat: int
    view: Any
    move: Move


def review(record: Record, on_step: Callable[[int], None] = lambda step: None) -> Review:
    """Judge every decision of a game that is over, each by what its seat could see.

    `on_step` is called with the number of each step that has been looked at: cards take a while.
    """
    steps = review_in_steps(record)
    while True:
        try:
            number = next(steps)
        except StopIteration as done:
            found: Review = done.value
            return found
        if number is not None:
            on_step(number)


def review_in_steps(record: Record) -> Generator[int | None, None, Review]:
    """Review a game; yield the number of each step whose decision was judged, and None for other work."""
    game = get(record.game)
    judge = _judge_for(game, record)
    judged: list[Judged] = []
    views: dict[int, Any] = {}
    steps = replay(record)
    state = next(steps).state
    standings = [Standing(0, None, _scores(game, state))]
    for number, (text, step) in enumerate(zip(record.steps, steps, strict=True), 1):
        seat, action = game.to_act(state), game.parse(text)
        if judge is not None and isinstance(seat, int) and isinstance(action, Move):
            decision = _Decision(number, len(standings), seat, game.view(state, seat), action)
            judged.append(judge.judge(decision))
            views[number] = decision.view
        if judge is not None:
            judge.observe(step.events)
        turn_of = game.view(state, None).turn_of
        state = step.state
        yield number
        if _turn_over(game, turn_of, state, step.events):
            standings.append(Standing(number, None if game.round_end else turn_of, _scores(game, state)))
    lucky = yield from luck_in_steps(record)
    wins = yield from win_review_in_steps(record, [standing.step for standing in standings])
    seats = range(len(record.players))
    return Review(
        game=record.game,
        exact=judge is not None and judge.exact,
        decisions=tuple(judged),
        moments=() if judge is None else tuple(judge.moment(each, views[each.step]) for each in _worst(judged, seats)),
        lost=() if judge is None else tuple(_lost(judged, seat) for seat in seats),
        luck=tuple(lucky),
        standings=tuple(standings),
        wins=wins,
    )


def _turn_over(game: AnyGame, turn_of: int, after: Any, events: tuple[Event, ...]) -> bool:
    """Whether the turn of this seat, or the round, has ended."""
    if game.to_act(after) is None:
        return True
    if game.round_end is not None:
        return any(isinstance(event, game.round_end) for event in events)
    return bool(game.view(after, None).turn_of != turn_of)


def _scores(game: AnyGame, state: Any) -> tuple[int, ...]:
    return tuple(score for score, _ in game.standings(state))


def _lost(judged: list[Judged], seat: int) -> float:
    return round(sum(each.lost for each in judged if each.seat == seat), DIGITS)


def _worst(judged: list[Judged], seats: range) -> list[Judged]:
    """Return the few moments of each seat that lost most, the worst first."""
    found: list[Judged] = []
    for seat in seats:
        own = [each for each in judged if each.seat == seat and each.lost >= MIN_LOSS_SHOWN]
        found += sorted(own, key=lambda each: each.lost, reverse=True)[:MAX_MOMENTS]
    return found


def _judge_for(game: AnyGame, record: Record) -> _Judge | None:
    """Return what judges the decisions of a game; None where nothing can."""
    if isinstance(game, RollAndKeep):
        return _ExactJudge()
    kind = estimator_for(game)
    return None if kind is None else _EstimatingJudge(game, kind, record)


class _Judge(ABC):
    """Judges decisions in the order in which they were made."""

    exact: bool

    @abstractmethod
    def judge(self, decision: _Decision) -> Judged:
        """Compare a move with the best one."""

    @abstractmethod
    def moment(self, judged: Judged, view: Any) -> Moment:
        """Return what lay there at a decision."""

    # Where everything is visible there is nothing to remember.
    def observe(self, events: tuple[Event, ...]) -> None:  # noqa: B027
        """Take in what happened at a step."""


class _ExactJudge(_Judge):
    """Judges by the exact worths of a turn."""

    exact = True

    def __init__(self) -> None:
        self._worths = TurnWorths()

    def judge(self, decision: _Decision) -> Judged:
        step, turn, seat, view, move = decision
        worths = self._worths.of(view)
        best = first_best(worths.items(), ROUNDING)  # what settles ties on purpose is smaller than EQUAL
        gain, most = worths[move], worths[best]
        lost = round(most - gain, DIGITS)
        return Judged(
            step, seat, turn, len(worths), str(move), str(best if lost else move),
            round(gain, DIGITS), round(most, DIGITS), lost,
        )  # fmt: skip

    def moment(self, judged: Judged, view: DiceView) -> Moment:
        chances = {str(choice.move): choice.success for choice in odds(view).choices}
        return Moment(
            judged.step, judged.seat, view.kept, view.rolled,
            success=chances[judged.move], best_success=chances[judged.best],
        )  # fmt: skip


def certain_errors(moves: int) -> float:
    """Return how many standard errors a loss must have to be certain: the best of many moves may have been lucky.

    >>> [round(certain_errors(moves), 1) for moves in (2, 4, 12)]
    [2.0, 2.4, 2.8]
    """
    return NormalDist().inv_cdf(1 - MISTAKEN / max(moves - 1, 1))


class _EstimatingJudge(_Judge):
    """Judges by simulation, and only counts losses that are certain enough."""

    exact = False

    def __init__(self, game: AnyGame, kind: type[AnyEstimator], record: Record) -> None:
        decisions = sum(not step.startswith("=") for step in record.steps)
        self._rounds = min(MAX_ROUNDS, ROUNDS // max(decisions, 1))
        setup = game.setup_type.make(record.setup)
        self._seats = [kind(setup, seat) for seat in range(setup.seats)]

    def observe(self, events: tuple[Event, ...]) -> None:
        for seat, estimator in enumerate(self._seats):
            estimator.observe(seen_by(events, seat))

    def judge(self, decision: _Decision) -> Judged:
        step, turn, seat, view, move = decision
        found = self._seats[seat].estimate(view, Random(repr(view)), self._rounds, chosen=move)
        own = found.find(move) or found.best
        lost, error = (round(number, DIGITS) for number in found.lost(move))
        sure = lost > certain_errors(len(found.moves)) * error
        best = found.best if sure else own
        return Judged(
            step, seat, turn, len(view.moves), str(move), str(best.move if sure else move),
            round(own.mean, DIGITS), round(best.mean, DIGITS), lost if sure else 0.0, error,
        )  # fmt: skip

    def moment(self, judged: Judged, view: View) -> Moment:
        hand, layout = self._seats[judged.seat].cards(view)
        return Moment(judged.step, judged.seat, hand=hand, layout=layout)
