"""Chances to win in a game that is looked at again: what each decision lost, and luck apart from skill."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from msgspec import Struct

from heckmeck.bots.win_shares import Shares
from heckmeck.games import Move
from heckmeck.play.record import Record
from heckmeck.play.win_chances import DIGITS
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

    `total` is the sum of the dice set aside. `failed` is the chance of a failed attempt or an invalid layout, and
    `likely` the most likely result, if its player goes on well. `decisive` is the result whose `chance` says most about
    why the better move is better, or all results with at least so many worms or points, such as `3+`. Where turns
    cannot be solved these come from simulations, and so does `gain`: what the round brings on average, relative to the
    others. `counts` is what the layout counts after the move, and `left` how many cards are left in the hand.
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
    decisive: str | None = None
    chance: float | None = None
    best_chance: float | None = None
    gain: float | None = None
    best_gain: float | None = None
    counts: int | None = None
    best_counts: int | None = None
    left: int | None = None
    best_left: int | None = None


class WinAccount(Struct, frozen=True):
    """How a seat came from its chance at the start to that at the end: start + luck - lost + gifts + rest = end.

    `luck` is what all rolls or cards brought, of which `own_luck` by those of its own; `lost` is what its own choices
    gave away, and `gifts` what those of the others gave to it. `rest` is what the evaluator corrected between turns,
    and what a forfeit decided. On average luck is 0: it is the difference from what chance brings on average.

    `accuracy` is the part of what was at stake in its decisions that was kept, in percent: 100 for always the best
    move, 0 for always the worst one; None where nothing was at stake.
    """

    start: float
    end: float
    luck: float
    own_luck: float
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


class Node(NamedTuple):
    """A step of the game: whose it was (None: that of chance), and everybody's chances before, after and then.

    `turn_of` is the seat whose dice or cards chance decided about. After the step the turn goes on well; where it ended
    the turn, the evaluator looks at the next one anew. Step 0 is the start, where nothing changes.
    """

    step: int
    seat: int | None
    turn_of: int | None
    before: Shares
    after: Shares
    then: Shares


class Accounts:
    """What luck, own choices, the choices of others and the evaluator did to each seat's chance."""

    def __init__(self, seats: int) -> None:
        self.luck = [0.0] * seats
        self.own_luck = [0.0] * seats
        self.lost = [0.0] * seats
        self.gifts = [0.0] * seats
        self.rest = [0.0] * seats

    def add(self, node: Node) -> None:
        """Count what a step did."""
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
        """Return the account of a seat."""
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


def worst(judged: Iterable[WinJudged], seat: int) -> list[WinJudged]:
    """Return the few decisions of a seat that cost most, the worst first."""
    own = [each for each in judged if each.seat == seat and each.lost >= MIN_LOSS_SHOWN]
    return sorted(own, key=lambda each: each.lost, reverse=True)[:MAX_MOMENTS]


def won(record: Record) -> Shares | None:
    """Return the chances at the end of a game: what was recorded decides, as after a forfeit."""
    outcome = record.outcome
    if outcome is None:
        return None
    return tuple((seat in outcome.winners) / len(outcome.winners) for seat in range(len(record.players)))


def rounded(course: Iterable[Shares]) -> tuple[Shares, ...]:
    """Round the chances of a course."""
    return tuple(tuple(round(share, DIGITS) for share in shares) for shares in course)


def judge(step: int, seat: int, wins: dict[Move, float], move: Move) -> WinJudged:
    """Compare a move with the best one; of equal ones with itself."""
    best = first_best(wins.items(), EQUAL)
    lost = wins[best] - wins[move]
    if lost <= EQUAL:
        best, lost = move, 0.0
    return WinJudged(
        step, seat, round(wins[move], DIGITS), str(best), round(wins[best], DIGITS),
        round(lost, DIGITS), round(wins[best] - min(wins.values()), DIGITS),
    )  # fmt: skip
