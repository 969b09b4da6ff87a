"""Games with dice by the chances to win: turns are solved, given what an evaluator thinks of positions between them."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import NamedTuple

from heckmeck.bots.win_shares import Shares
from heckmeck.games import CHANCE, AnyGame, DiceView, Move, RollAndKeep
from heckmeck.games.prize import Prize
from heckmeck.games.turn import Keep, Roll
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
        decisive = _decisive(chosen, best, judged.win)
        return WinMoment(
            judged.step, judged.seat, view.kept, view.rolled, view.total,
            failed=chosen.chance(FAILED), best_failed=best.chance(FAILED),
            likely=chosen.likely, best_likely=best.likely,
            decisive=decisive, chance=chosen.chance(decisive), best_chance=best.chance(decisive),
        )  # fmt: skip

    def _prospect(self, turn: WinTurn, view: DiceView, text: str) -> _Prospect:
        """Return how the turn ends after a move."""
        move = self._game.parse(text)
        assert isinstance(move, Move)
        found = _Prospect({}, {FAILED: turn.ends.failed[turn.seat]})
        if not isinstance(move, Keep | Roll):
            prize = self._game.prize_of(view, move, view.total)
            found.add(prize, 1.0, turn.win(view, move))
            return found
        results = turn.results(view, move)
        found.add(None, float(results.fail), turn.ends.failed[turn.seat])
        for total, (stop, chance) in enumerate(zip(turn.ends.stops, map(float, results.stop), strict=True)):
            # Not the prize with most worms, but the one that is taken for the best chance to win.
            prize = None if stop is None else self._game.prize_of(view, stop, total)
            found.add(prize, chance, turn.worth(total))
        return found


class _Prospect(NamedTuple):
    """How likely each result of a turn is, by its name, and what it is worth to the player."""

    chances: dict[str, float]
    worths: dict[str, float]

    def add(self, prize: Prize | None, chance: float, worth: float) -> None:
        """Count a result; None is a failed attempt."""
        if chance > EQUAL:
            name = FAILED if prize is None else prize.name
            self.chances[name] = self.chances.get(name, 0.0) + chance
            self.worths[name] = worth

    def chance(self, name: str | None) -> float | None:
        """Return the chance of a result."""
        return None if name is None else round(self.chances.get(name, 0.0), DIGITS)

    @property
    def likely(self) -> str | None:
        """The most likely result but for a failed attempt."""
        won = [name for name in self.chances if name != FAILED]
        return max(won, key=lambda name: self.chances[name], default=None)


def _decisive(chosen: _Prospect, best: _Prospect, win: float) -> str | None:
    """Return the result whose chance contributes most to the difference of two moves; `win` is that of the chosen one.

    None where the better move simply fails less often. That it fails more often is never the reason that is given.
    """
    worths = chosen.worths | best.worths

    def more(name: str) -> float:
        return best.chances.get(name, 0.0) - chosen.chances.get(name, 0.0)

    reasons = [name for name in worths if name != FAILED or more(name) < 0]
    found = max(reasons, key=lambda name: more(name) * (worths[name] - win), default=FAILED)
    return None if found == FAILED else found
