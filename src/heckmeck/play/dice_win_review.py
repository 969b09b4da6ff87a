"""Games with dice by the chances to win: turns are solved, given what an evaluator thinks of positions between them."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence

from heckmeck.bots.win_shares import Shares
from heckmeck.games import CHANCE, AnyGame, DiceView, Move, RollAndKeep
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
