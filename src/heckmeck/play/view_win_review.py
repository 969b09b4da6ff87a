"""Games with hidden cards by the chances to win: each decision is judged by what its seat sees."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from msgspec.structs import replace

from heckmeck.bots import AnyEstimator
from heckmeck.bots.win_shares import Evaluator, Shares
from heckmeck.games import CHANCE, AnyGame, Move, seen_by
from heckmeck.play.expected_shares import expected_shares_in_steps
from heckmeck.play.record import Record, replay
from heckmeck.play.win_accounts import (
    Accounts,
    Node,
    WinJudged,
    WinMoment,
    WinReview,
    judge,
    rounded,
    won,
    worst,
)
from heckmeck.play.win_chances import DIGITS

ROUNDS = 400
"""Number of rounds simulated to say why a move was better than another one."""


class _NoChances(Exception):
    """The estimators do not know the chances to win."""


class _Stop(NamedTuple):
    """A position at which somebody is to decide, chance begins to act, or the record ends.

    `drawn_by` is the seat that drew all cards since the one before; None where there were none, or of several seats.
    """

    number: int
    state: Any
    drawn_by: int | None


class ViewReviewer:
    """Goes through a game whose decisions are judged by what each seat sees.

    All that chance does between two decisions is one event. What it brought is compared with what it brings on average.
    """

    def __init__(self, game: AnyGame, record: Record, kind: type[AnyEstimator], evaluator: Evaluator) -> None:
        self._game = game
        self._record = record
        self._setup = game.setup_type.make(record.setup)
        self._kind = kind
        self._estimators = self._new_estimators()
        self._evaluator = evaluator
        self._judged: list[WinJudged] = []

    def review(self, ends: Sequence[int]) -> Generator[None, None, WinReview | None]:
        """Judge the game; None where the estimators do not know the chances to win."""
        seats = range(self._setup.seats)
        accounts = Accounts(len(seats))
        at: dict[int, Shares] = {}
        try:
            for node in self._nodes():
                if node is not None:
                    accounts.add(node)
                    at[node.step] = node.then
                yield
        except _NoChances:
            return None
        moments = yield from self._moments([each for seat in seats for each in worst(self._judged, seat)])
        return WinReview(
            course=rounded(at[step] for step in ends),
            decisions=tuple(self._judged),
            moments=moments,
            seats=tuple(accounts.of(seat, at[0], at[len(self._record.steps)], self._judged) for seat in seats),
        )

    def _nodes(self) -> Generator[Node | None]:
        """Yield what each decision did, and each time that chance acted; None for work between."""
        before: Shares | None = None
        decided: WinJudged | None = None
        for stop in self._stops():
            if stop is None:
                yield None
                continue
            now, mover, moved = (yield from self._now(stop)), None, None
            if decided is not None and before is not None:
                mover, moved = decided.seat, with_share(before, decided.seat, decided.win)
            then = (won(self._record) if stop.number == len(self._record.steps) else None) or now
            decided = self._judge(stop)
            if decided is not None:
                then = with_share(now, decided.seat, decided.best_win)  # what its decision is judged by
            if before is None:
                before = moved = then  # the start, where nothing changes
            yield Node(stop.number, mover, stop.drawn_by, before, moved or now, then)
            before = then

    def _stops(self) -> Iterator[_Stop | None]:
        """Yield the positions that count, and None for those at which chance goes on acting."""
        game, acted = self._game, False
        drawn_by: set[int | None] = set()
        for number, step in enumerate(replay(self._record)):
            for seat, estimator in enumerate(self._estimators):
                estimator.observe(seen_by(step.events, seat))
            acts = game.to_act(step.state) is CHANCE
            if acts and acted and number < len(self._record.steps):
                yield None
            else:
                yield _Stop(number, step.state, drawn_by.pop() if len(drawn_by) == 1 else None)
                drawn_by.clear()
            if acts:
                drawn_by.add(game.luck_of(step.state))
            acted = acts

    def _now(self, stop: _Stop) -> Generator[None, None, Shares]:
        """Return everybody's chances; before chance acts, their average."""
        if self._game.to_act(stop.state) is CHANCE:
            source = Random(stop.number)
            return (yield from expected_shares_in_steps(self._game, stop.state, self._evaluator, source))
        return self._evaluator.shares([stop.state])[0]

    def _judge(self, stop: _Stop) -> WinJudged | None:
        """Judge the decision that was made; None where none was."""
        seat = self._game.to_act(stop.state)
        if not isinstance(seat, int) or stop.number == len(self._record.steps):
            return None
        wins = self._estimators[seat].wins(self._game.view(stop.state, seat))
        move = self._game.parse(self._record.steps[stop.number])
        if wins is None or not isinstance(move, Move):
            raise _NoChances
        self._judged.append(judge(stop.number + 1, seat, dict(wins), move))
        return self._judged[-1]

    def _moments(self, judged: Sequence[WinJudged]) -> Generator[None, None, tuple[WinMoment, ...]]:
        """Return what lay there at some decisions, and how the move and the best one would have gone on."""
        due = {each.step: each for each in judged}
        found: dict[int, WinMoment] = {}
        estimators = self._new_estimators()
        for number, step in enumerate(replay(self._record), 1):
            for seat, estimator in enumerate(estimators):
                estimator.observe(seen_by(step.events, seat))
            if number in due:
                found[number] = self._moment(due[number], estimators[due[number].seat], step.state)
                yield
        return tuple(found[each.step] for each in judged)

    def _new_estimators(self) -> list[AnyEstimator]:
        return [self._kind(self._setup, seat) for seat in range(self._setup.seats)]

    def _moment(self, judged: WinJudged, estimator: AnyEstimator, state: Any) -> WinMoment:
        view = self._game.view(state, judged.seat)
        texts = self._record.steps[judged.step - 1], judged.best
        moves = [move for move in map(self._game.parse, texts) if isinstance(move, Move)]
        hand, layout = estimator.cards(view)
        moment = WinMoment(judged.step, judged.seat, hand=hand, layout=layout)
        forecasts = estimator.forecasts(view, moves, Random(judged.step), ROUNDS)
        if forecasts is None:
            return moment
        chosen, best = forecasts
        return replace(
            moment,
            failed=round(chosen.failed, DIGITS), best_failed=round(best.failed, DIGITS),
            likely=chosen.likely, best_likely=best.likely,
            gain=round(chosen.gain, DIGITS), best_gain=round(best.gain, DIGITS),
            counts=chosen.counts, best_counts=best.counts, left=chosen.left, best_left=best.left,
        )  # fmt: skip


def with_share(shares: Shares, seat: int, share: float) -> Shares:
    """Give one seat another share; the others keep their proportions.

    >>> with_share((0.5, 0.25, 0.25), 0, 0.4)
    (0.4, 0.3, 0.3)
    """
    others = 1 - shares[seat]
    if not others:
        return tuple([share if each == seat else (1 - share) / (len(shares) - 1) for each in range(len(shares))])
    return tuple([share if each == seat else old * (1 - share) / others for each, old in enumerate(shares)])
