"""Games with dice by the chances to win: turns are solved, given what an evaluator thinks of positions between them."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import NamedTuple

from heckmeck.bots.win_shares import Shares
from heckmeck.games import CHANCE, AnyGame, DiceView, Move, RollAndKeep
from heckmeck.games.prize import Prize
from heckmeck.play.record import Record, replay
from heckmeck.play.win_accounts import (
    EQUAL,
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
from heckmeck.play.win_chances import DIGITS, DiceWinChances, WinTurn
from heckmeck.solve.odds import FAILED

WORTH_NAMING = 0.1
"""The chance from which on a result of the better move is worth naming as the reason."""
CLEARLY = 0.05
"""A result is a reason if it is likelier with the better move by this, or less likely."""
MOST = 0.5
"""The part of all that speaks for the better move that a reason has to explain."""


class DiceReviewer:
    """Goes through a game of roll-and-keep turns."""

    def __init__(self, game: AnyGame, record: Record, chances: DiceWinChances) -> None:
        assert isinstance(game, RollAndKeep)
        self._game = game
        self._record = record
        self._chances = chances
        self._judged: list[WinJudged] = []
        self._views: dict[int, DiceView] = {}

    def review(self, ends: Sequence[int]) -> Generator[None, None, WinReview]:
        """Judge the game; yield after each step."""
        accounts = Accounts(len(self._record.players))
        at: dict[int, Shares] = {}
        for node in self._nodes():
            accounts.add(node)
            at[node.step] = node.then
            yield
        seats = range(len(self._record.players))
        return WinReview(
            course=rounded(at[step] for step in ends),
            decisions=tuple(self._judged),
            moments=tuple(self._moment(each) for seat in seats for each in worst(self._judged, seat)),
            seats=tuple(accounts.of(seat, at[0], at[len(self._record.steps)], self._judged) for seat in seats),
        )

    def _nodes(self) -> Iterator[Node]:
        """Yield all steps; the last one leads to the outcome as it was recorded."""
        steps = replay(self._record)
        state = next(steps).state
        view: DiceView = self._game.view(state, None)
        before = self._chances.now(view)
        yield Node(0, None, view.turn_of, before, before, before)
        last = len(self._record.steps)
        for number, (text, step) in enumerate(zip(self._record.steps, steps, strict=True), 1):
            turn, action, actor = self._chances.turn(view), self._game.parse(text), view.to_act
            after = turn.after(view, action)
            if isinstance(actor, int) and isinstance(action, Move):
                own: DiceView = self._game.view(state, actor)
                self._views[number] = own
                self._judged.append(judge(number, actor, turn.wins(own), action))
            turn_of, state = view.turn_of, step.state
            view = self._game.view(state, None)
            then = (won(self._record) if number == last else None) or self._chances.now(view)
            yield Node(number, None if actor is CHANCE else turn_of, turn_of, before, after, then)
            before = then

    def _moment(self, judged: WinJudged) -> WinMoment:
        view = self._views[judged.step]
        turn = self._chances.turn(view)
        chosen, best = (self._prospect(turn, view, text) for text in (self._record.steps[judged.step - 1], judged.best))
        decisive = decisive_result(chosen, best, judged.win)
        return WinMoment(
            judged.step, judged.seat, view.kept, view.rolled, view.total,
            failed=chosen.chance(FAILED), best_failed=best.chance(FAILED),
            likely=chosen.likely, best_likely=best.likely,
            decisive=decisive, chance=chosen.chance(decisive), best_chance=best.chance(decisive),
        )  # fmt: skip

    def _prospect(self, turn: WinTurn, view: DiceView, text: str) -> Prospect:
        """Return how the turn ends after a move."""
        move = self._game.parse(text)
        assert isinstance(move, Move)
        found = Prospect({}, {FAILED: turn.ends.fail}, {})
        for prize, chance, win in turn.ends_after(view, move):
            found.add(prize, chance, win)
        return found


class Prospect(NamedTuple):
    """How likely each result of a turn is, by its name, what it is worth to the player, and the worms or points of it.

    A failed attempt brings none.
    """

    chances: dict[str, float]
    worths: dict[str, float]
    gains: dict[str, int]

    def add(self, prize: Prize | None, chance: float, worth: float) -> None:
        """Count a result; None is a failed attempt."""
        if chance > EQUAL:
            name = FAILED if prize is None else prize.name
            self.chances[name] = self.chances.get(name, 0.0) + chance
            self.worths[name] = worth
            if prize is not None:
                self.gains[name] = prize.gain

    def chance(self, name: str | None) -> float | None:
        """Return the chance of a result, or of all with at least as many worms as in "3+"."""
        if name is None:
            return None
        if name.endswith(AND_MORE):
            return round(sum(self.chances[each] for each in self.at_least(int(name.removesuffix(AND_MORE)))), DIGITS)
        return round(self.chances.get(name, 0.0), DIGITS)

    def at_least(self, gain: int) -> list[str]:
        """Return the results with so many worms or points, or more."""
        return [name for name, each in self.gains.items() if each >= gain]

    @property
    def likely(self) -> str | None:
        """The most likely result but for a failed attempt."""
        won = [name for name in self.chances if name != FAILED]
        return max(won, key=lambda name: self.chances[name], default=None)


AND_MORE = "+"
"""Follows a number of worms or points where all results with so many or more are meant."""


def decisive_result(chosen: Prospect, best: Prospect, win: float) -> str | None:
    """Return the result that explains why one move is better than another one; `win` is the chance after the latter.

    It is likely enough to be worth naming, and explains most of the difference: a single result; or "3+" for all with
    at least three worms or points; or a bad one that the better move avoids. None where there is no such result: where
    the better move simply fails less often, or many results add up.
    """
    if chosen.chances.get(FAILED) == 1:
        return None  # failing on purpose: any result is better
    worths = chosen.worths | best.worths
    explained = {name: _more(chosen, best, name) * (worth - win) for name, worth in worths.items()}
    needed = MOST * sum(part for part in explained.values() if part > 0)
    single = [name for name in best.gains if best.chances[name] >= WORTH_NAMING and _more(chosen, best, name) > CLEARLY]
    found = max(single, key=lambda name: explained[name], default=None)
    if found is not None and explained[found] >= needed:
        return found
    if _more(chosen, best, FAILED) < 0 and explained.get(FAILED, 0.0) >= needed:
        return None
    return _enough_worms(chosen, best, explained, needed) or _avoided(chosen, best, explained, needed)


def _more(chosen: Prospect, best: Prospect, name: str) -> float:
    return best.chances.get(name, 0.0) - chosen.chances.get(name, 0.0)


def _enough_worms(chosen: Prospect, best: Prospect, explained: dict[str, float], needed: float) -> str | None:
    """Return the number of worms that the better move reaches more often."""
    gains = chosen.gains | best.gains
    found: tuple[float, str] | None = None
    for least in sorted({*gains.values()})[1:]:  # all of them would be every result but failing
        name = f"{least}{AND_MORE}"
        before, after = chosen.chance(name) or 0.0, best.chance(name) or 0.0
        part = sum(explained[each] for each, gain in gains.items() if gain >= least)
        likelier = after >= WORTH_NAMING and after - before > CLEARLY
        if likelier and part >= needed and (found is None or part > found[0]):
            found = part, name
    return None if found is None else found[1]


def _avoided(chosen: Prospect, best: Prospect, explained: dict[str, float], needed: float) -> str | None:
    """Return the result that speaks for the better move by being rarer."""
    rarer = [
        name for name in chosen.gains if chosen.chances[name] >= WORTH_NAMING and _more(chosen, best, name) < -CLEARLY
    ]
    found = max(rarer, key=lambda name: explained[name], default=None)
    return found if found is not None and explained[found] >= needed else None
