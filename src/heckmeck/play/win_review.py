"""A game looked at again by the chances to win: their course, what each decision lost, luck apart from skill."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from msgspec import Struct

from heckmeck.bots import AnyEstimator, estimator_for
from heckmeck.bots.win_shares import Evaluator, Shares, win_shares_for
from heckmeck.games import CHANCE, AnyGame, DiceView, Move, RollAndKeep, get, seen_by
from heckmeck.games.outcome import FORFEIT
from heckmeck.games.turn import Keep, Roll
from heckmeck.play.in_steps import finish
from heckmeck.play.record import Record, replay
from heckmeck.play.win_chances import DIGITS, DiceWinChances, WinTurn, win_chances_for
from heckmeck.solve.odds import FAILED
from heckmeck.solve.worths import first_best

MAX_MOMENTS = 3
"""Maximum number of moments of a seat."""
MIN_LOSS_SHOWN = 0.005
"""The loss that makes a decision one of the moments, as a share of wins."""
EQUAL = 10.0**-DIGITS
"""Chances that differ by no more are equal: an evaluator is no more precise than this."""


class WinJudged(Struct, frozen=True):
    """A decision by its player's chance to win: after the move, after the best one, and what was lost.

    `stake` is what the worst move would have lost.
    """

    step: int
    seat: int
    win: float
    best: str
    best_win: float
    lost: float
    stake: float


class WinMoment(Struct, frozen=True):
    """A decision that cost much of a chance to win, with what lay there, and why: how the two moves would have gone on.

    `total` is the sum of the dice set aside. The chances are those of a failed attempt, and `likely` is the most likely
    result, if its player goes on well.
    """

    step: int
    seat: int
    kept: str = ""
    rolled: str = ""
    total: int = 0
    hand: tuple[int, ...] = ()
    layout: tuple[int, ...] = ()
    failed: float | None = None
    best_failed: float | None = None
    likely: str | None = None
    best_likely: str | None = None


class WinAccount(Struct, frozen=True):
    """How a seat came from its chance at the start to that at the end: start + luck - lost + gifts + rest = end.

    `luck` is what all rolls brought, of which `own_luck` by those of its own turns; `lost` is what its own choices gave
    away, and `gifts` what those of the others gave to it. `rest` is what the evaluator corrected between turns, and
    what a forfeit decided. Where luck cannot be told apart it is None, and counts among the rest.

    `accuracy` is the part of what was at stake in its decisions that was kept, in percent: 100 for always the best
    move, 0 for always the worst one; None where nothing was at stake.
    """

    start: float
    end: float
    luck: float | None
    own_luck: float | None
    lost: float
    gifts: float
    rest: float
    accuracy: float | None


class WinReview(Struct, frozen=True):
    """A game by everybody's chance to win, as an evaluator estimates it.

    `course` has the chances of all seats at the beginning and after every turn, or round: as many as there are
    standings. All is rounded to six decimals.
    """

    course: tuple[Shares, ...]
    decisions: tuple[WinJudged, ...]
    moments: tuple[WinMoment, ...]
    seats: tuple[WinAccount, ...]


def win_review(record: Record, ends: Sequence[int]) -> WinReview | None:
    """Judge a game by the chances to win; see `win_review_in_steps`."""
    return finish(win_review_in_steps(record, ends))


def win_review_in_steps(record: Record, ends: Sequence[int]) -> Generator[None, None, WinReview | None]:
    """Judge a game by the chances to win; None where no evaluator knows them.

    `ends` are the steps after which turns or rounds end, beginning with 0.
    """
    game = get(record.game)
    setup = game.setup_type.make(record.setup)
    chances = win_chances_for(game, setup)
    if chances is not None:
        return (yield from _DiceReviewer(game, record, chances).review(ends))
    kind, evaluator = estimator_for(game), win_shares_for(setup)
    if kind is None or evaluator is None or isinstance(game, RollAndKeep):
        return None
    reviewer = _ViewReviewer(game, record, [kind(setup, seat) for seat in range(setup.seats)], evaluator)
    return (yield from reviewer.review(ends))


class _Node(NamedTuple):
    """A step of the game: whose it was (None: that of chance), and everybody's chances before, after and then.

    After the step the turn goes on well; where it ended the turn, the evaluator looks at the next one anew. Step 0 is
    the start, where nothing changes.
    """

    step: int
    seat: int | None
    turn_of: int
    before: Shares
    after: Shares
    then: Shares


class _Accounts:
    """What luck, own choices, the choices of others and the evaluator did to each seat's chance."""

    def __init__(self, seats: int) -> None:
        self.luck = [0.0] * seats
        self.own_luck = [0.0] * seats
        self.lost = [0.0] * seats
        self.gifts = [0.0] * seats
        self.rest = [0.0] * seats

    def add(self, node: _Node) -> None:
        for seat, (before, after, then) in enumerate(zip(node.before, node.after, node.then, strict=True)):
            self.rest[seat] += then - after
            if node.seat is None:
                self.luck[seat] += after - before
                if seat == node.turn_of:
                    self.own_luck[seat] += after - before
            elif seat == node.seat:
                self.lost[seat] += before - after
            else:
                self.gifts[seat] += after - before

    def of(self, seat: int, start: Shares, end: Shares, judged: Iterable[WinJudged]) -> WinAccount:
        return WinAccount(
            start=round(start[seat], DIGITS),
            end=round(end[seat], DIGITS),
            luck=round(self.luck[seat], DIGITS),
            own_luck=round(self.own_luck[seat], DIGITS),
            lost=round(self.lost[seat], DIGITS),
            gifts=round(self.gifts[seat], DIGITS),
            rest=round(self.rest[seat], DIGITS),
            accuracy=_accuracy(seat, judged),
        )


def _accuracy(seat: int, judged: Iterable[WinJudged]) -> float | None:
    """Return the part of what was at stake that was kept, in percent."""
    own = [each for each in judged if each.seat == seat]
    stake = sum(each.stake for each in own)
    return round(100 * (1 - sum(each.lost for each in own) / stake), 2) if stake > EQUAL else None


def _worst(judged: Iterable[WinJudged], seat: int) -> list[WinJudged]:
    """Return the few decisions of a seat that cost most, the worst first."""
    own = [each for each in judged if each.seat == seat and each.lost >= MIN_LOSS_SHOWN]
    return sorted(own, key=lambda each: each.lost, reverse=True)[:MAX_MOMENTS]


def _won(record: Record) -> Shares | None:
    """Return the chances at the end of a game: what was recorded decides, as after a forfeit."""
    outcome = record.outcome
    if outcome is None:
        return None
    return tuple((seat in outcome.winners) / len(outcome.winners) for seat in range(len(record.players)))


def _rounded(course: Iterable[Shares]) -> tuple[Shares, ...]:
    return tuple(tuple(round(share, DIGITS) for share in shares) for shares in course)


class _DiceReviewer:
    """Goes through a game of roll-and-keep turns."""

    def __init__(self, game: AnyGame, record: Record, chances: DiceWinChances) -> None:
        assert isinstance(game, RollAndKeep)
        self._game = game
        self._record = record
        self._chances = chances
        self._judged: list[WinJudged] = []
        self._views: dict[int, DiceView] = {}

    def review(self, ends: Sequence[int]) -> Generator[None, None, WinReview]:
        accounts = _Accounts(len(self._record.players))
        at: dict[int, Shares] = {}
        for node in self._nodes():
            accounts.add(node)
            at[node.step] = node.then
            yield
        seats = range(len(self._record.players))
        return WinReview(
            course=_rounded(at[step] for step in ends),
            decisions=tuple(self._judged),
            moments=tuple(self._moment(each) for seat in seats for each in _worst(self._judged, seat)),
            seats=tuple(accounts.of(seat, at[0], at[len(self._record.steps)], self._judged) for seat in seats),
        )

    def _nodes(self) -> Iterator[_Node]:
        """Yield all steps; the last one leads to the outcome as it was recorded."""
        steps = replay(self._record)
        state = next(steps).state
        view: DiceView = self._game.view(state, None)
        before = self._chances.now(view)
        yield _Node(0, None, view.turn_of, before, before, before)
        last = len(self._record.steps)
        for number, (text, step) in enumerate(zip(self._record.steps, steps, strict=True), 1):
            turn, action, actor = self._chances.turn(view), self._game.parse(text), view.to_act
            after = turn.after(view, action)
            if isinstance(actor, int) and isinstance(action, Move):
                own: DiceView = self._game.view(state, actor)
                self._views[number] = own
                self._judged.append(_judge(number, actor, turn.wins(own), action))
            turn_of, state = view.turn_of, step.state
            view = self._game.view(state, None)
            then = (_won(self._record) if number == last else None) or self._chances.now(view)
            yield _Node(number, None if actor is CHANCE else turn_of, turn_of, before, after, then)
            before = then

    def _moment(self, judged: WinJudged) -> WinMoment:
        view = self._views[judged.step]
        turn = self._chances.turn(view)
        failed, likely = self._prospect(turn, view, self._record.steps[judged.step - 1])
        best_failed, best_likely = self._prospect(turn, view, judged.best)
        return WinMoment(
            judged.step, judged.seat, view.kept, view.rolled, view.total,
            failed=failed, best_failed=best_failed, likely=likely, best_likely=best_likely,
        )  # fmt: skip

    def _prospect(self, turn: WinTurn, view: DiceView, text: str) -> tuple[float, str | None]:
        """Return the chance that a move ends in a failed attempt, and its most likely other result."""
        move = self._game.parse(text)
        assert isinstance(move, Move)
        if not isinstance(move, Keep | Roll):
            prize = self._game.prize_of(view, move)
            return (1.0, None) if prize is None else (0.0, prize.name)
        results = turn.results(view, move)
        chances: dict[str, float] = {}
        for prize, chance in zip(self._game.prizes(view), map(float, results.stop), strict=True):
            name = FAILED if prize is None else prize.name
            chances[name] = chances.get(name, 0.0) + chance
        failed = chances.pop(FAILED, 0.0) + results.fail
        likely = max(chances, key=lambda name: chances[name], default=None)
        return round(failed, DIGITS), likely if likely is not None and chances[likely] > EQUAL else None


class _ViewReviewer:
    """Goes through a game whose decisions are judged by what each seat sees. Luck cannot be told apart there."""

    def __init__(self, game: AnyGame, record: Record, estimators: Sequence[AnyEstimator], evaluator: Evaluator) -> None:
        self._game = game
        self._record = record
        self._estimators = estimators
        self._evaluator = evaluator
        self._judged: list[WinJudged] = []
        self._moments: dict[int, WinMoment] = {}

    def review(self, ends: Sequence[int]) -> Generator[None, None, WinReview | None]:
        """Judge the game; None where the estimators do not know the chances to win."""
        at: dict[int, Shares] = {}
        due: list[int] = []
        for number, step in enumerate(replay(self._record)):
            for seat, estimator in enumerate(self._estimators):
                estimator.observe(seen_by(step.events, seat))
            due += [number] if number in ends else []
            yield
            actor = self._game.to_act(step.state)
            if actor is CHANCE:
                continue  # what a seat is dealt belongs to the round that begins
            if due:
                (shares,) = self._evaluator.shares([step.state])
                at |= dict.fromkeys(due, shares)
                due.clear()
            if isinstance(actor, int) and number < len(self._record.steps):
                known = self._decide(number, step.state, actor)
                if not known:
                    return None
        return self._result([at[step] for step in ends if step in at])

    def _decide(self, number: int, state: Any, seat: int) -> bool:
        """Judge the decision after so many steps; False where the chances are not known."""
        estimator, view = self._estimators[seat], self._game.view(state, seat)
        wins, move = estimator.wins(view), self._game.parse(self._record.steps[number])
        if wins is None or not isinstance(move, Move):
            return False
        self._judged.append(_judge(number + 1, seat, dict(wins), move))
        hand, layout = estimator.cards(view)
        self._moments[number + 1] = WinMoment(number + 1, seat, hand=hand, layout=layout)
        return True

    def _result(self, course: list[Shares]) -> WinReview | None:
        if not course:
            return None  # nothing but cards that were dealt
        end = _won(self._record) or course[-1]
        if self._record.outcome is not None and self._record.outcome.reason != FORFEIT:
            course[-1] = end
        seats, judged = range(len(self._estimators)), self._judged
        return WinReview(
            course=_rounded(course),
            decisions=tuple(judged),
            moments=tuple(self._moments[each.step] for seat in seats for each in _worst(judged, seat)),
            seats=tuple(self._account(seat, course[0][seat], end[seat]) for seat in seats),
        )

    def _account(self, seat: int, start: float, end: float) -> WinAccount:
        lost = sum(each.lost for each in self._judged if each.seat == seat)
        return WinAccount(
            start=round(start, DIGITS), end=round(end, DIGITS), luck=None, own_luck=None, lost=round(lost, DIGITS),
            gifts=0.0, rest=round(end - start + lost, DIGITS), accuracy=_accuracy(seat, self._judged),
        )  # fmt: skip


def _judge(step: int, seat: int, wins: dict[Move, float], move: Move) -> WinJudged:
    """Compare a move with the best one; of equal ones with itself."""
    best = first_best(wins.items(), EQUAL)
    lost = wins[best] - wins[move]
    if lost <= EQUAL:
        best, lost = move, 0.0
    return WinJudged(
        step, seat, round(wins[move], DIGITS), str(best), round(wins[best], DIGITS),
        round(lost, DIGITS), round(wins[best] - min(wins.values()), DIGITS),
    )  # fmt: skip
