"""Chances to win the game: what each move does to them, for everybody at the table.

In games with dice the turn is solved exactly for the chance of its player, given what an evaluator thinks of the
positions between turns; so the figures are as good as the evaluator, and chance inside a turn is exact.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from heckmeck.bots.turn_shares import turn_shares
from heckmeck.bots.win_shares import Evaluator, Shares, win_shares_for
from heckmeck.games import CHANCE, AnyDiceGame, AnyGame, ChanceOutcome, Dice, DiceView, Move, RollAndKeep, Setup
from heckmeck.games.dice import WORM
from heckmeck.games.prize import Prize
from heckmeck.games.roll_and_keep import ROLL
from heckmeck.games.turn import Keep, Roll
from heckmeck.solve.any_solver import any_solver
from heckmeck.solve.odds import FAILED, Choice, Result
from heckmeck.solve.worths import ROUNDING, first_best

if TYPE_CHECKING:
    from heckmeck.solve.any_solver import AnyExpected, AnyPolicy, AnyResults, AnyTurn

DIGITS = 6
"""Number of decimals that count: values of a net are no more precise than this."""


class TurnEnd(NamedTuple):
    """One way for a turn to end: what is won (None: a failed attempt), how likely that is, and the chance after it."""

    prize: Prize | None
    chance: float
    win: float


class WinTurn:
    """One turn of a game with dice, solved for its player's chance to win the game.

    `ends` says what its results are worth. Of choices that are equal to the player, the first one is taken.
    """

    def __init__(self, game: AnyDiceGame, view: DiceView, evaluator: Evaluator) -> None:
        self.seat = view.turn_of
        self.ends = turn_shares(game, view, evaluator)
        self._game = game
        self._solver = any_solver(game)

    @cached_property
    def _solved(self) -> AnyTurn:
        fail = self.ends.fail
        return self._solver.solve(self._solver.stop_values(self.ends.worths, fail), fail)

    @cached_property
    def _policy(self) -> AnyPolicy:
        return self._solved.policy()

    @cached_property
    def _expected(self) -> AnyExpected:
        """What everybody's chances are in each state of the turn."""
        stop = [self.ends.best(total) or self.ends.failed for total in range(self._game.sums)]
        return self._policy.expect(stop, self.ends.failed)

    def now(self, view: DiceView) -> Shares:
        """Return everybody's chances at a decision or before a roll of this turn, if its player goes on well."""
        if view.rolled:
            return self._after_roll(view.kept, view.rolled)
        if view.to_act is CHANCE:
            return _shares(self._expected.roll[self._solver.states.after(view.kept)])
        return _shares(self._expected.value[self._solver.states.after(view.kept)])

    def after(self, view: DiceView, action: Move | ChanceOutcome) -> Shares:
        """Return everybody's chances after a roll or a move of this turn, if its player goes on well."""
        states = self._solver.states
        if isinstance(action, Dice):
            return self._after_roll(view.kept, action.faces)
        if isinstance(action, Keep):
            return _shares(self._expected.value[states.after(self._kept(view, action))])
        if isinstance(action, Roll):
            return _shares(self._expected.roll[states.after(view.kept)])
        assert isinstance(action, Move)
        return self._stopped(view, action)

    def win(self, view: DiceView, move: Move) -> float:
        """Return the chance of the player after a move."""
        if isinstance(move, Keep):
            return self._solved.value(self._kept(view, move))
        if isinstance(move, Roll):
            value = self._solved.roll_value(view.kept)
            assert value is not None
            return value
        return self._stopped(view, move)[self.seat]

    def wins(self, view: DiceView) -> dict[Move, float]:
        """Return the chance of the player after each of their moves; before a roll, that of rolling."""
        return {move: self.win(view, move) for move in view.moves or (ROLL,)}

    def results(self, view: DiceView, move: Move) -> AnyResults:
        """Return how the turn ends after a keep or a roll, if its player goes on for the best chance to win."""
        if isinstance(move, Keep):
            return self._policy.results(self._kept(view, move))
        return self._policy.results(view.kept, roll=True)

    def choice(self, view: DiceView, move: Move) -> Choice:
        """Return what comes of a move, with worms or points, if its player goes on for the best chance to win."""
        failed = Result(FAILED, -self._game.failure_cost(view), 1.0)
        chances: dict[Result, float] = {}
        for prize, chance, _ in self.ends_after(view, move):
            result = failed if prize is None else Result(prize.name, prize.gain, 1.0)
            chances[result] = chances.get(result, 0.0) + chance
        return Choice(move, tuple(replace(result, chance=chance) for result, chance in chances.items() if chance))

    def ends_after(self, view: DiceView, move: Move) -> Iterator[TurnEnd]:
        """Yield what the turn may end with after a move, if its player goes on for the best chance to win."""
        if not isinstance(move, Keep | Roll):
            yield TurnEnd(self._game.prize_of(view, move, view.total), 1.0, self.win(view, move))
            return
        results = self.results(view, move)
        for total, (stop, chance) in enumerate(zip(self.ends.stops, results.stop, strict=True)):
            # Not the prize with most worms, but the one that is taken for the best chance to win.
            prize = None if stop is None else self._game.prize_of(view, stop, total)
            yield TurnEnd(prize, float(chance), self.worth(total))
        yield TurnEnd(None, float(results.fail), self.ends.fail)

    def worth(self, total: int) -> float:
        """Return the chance of the player after the best stop at a sum with a worm; after failing if there is none."""
        return (self.ends.best(total) or self.ends.failed)[self.seat]

    def _stopped(self, view: DiceView, move: Move) -> Shares:
        """What a stop leads to; one that earns nothing is a failed attempt."""
        return self.ends.after.get((move, view.total), self.ends.failed) if WORM in view.kept else self.ends.failed

    def _after_roll(self, kept: str, rolled: str) -> Shares:
        keeps = self._solver.states.keeps(kept, rolled)
        if not keeps:
            return self.ends.failed
        value = self._solved.values
        best = first_best(((after, float(value[after])) for _, after in keeps), ROUNDING)
        return _shares(self._expected.value[best])

    def _kept(self, view: DiceView, keep: Keep) -> str:
        return self._game.die.add(view.kept, keep.face, view.rolled.count(keep.face))


def _shares(row: Any) -> Shares:
    return tuple(map(float, row))


class DiceWinChances:
    """The chances in games with dice, decision by decision. Each turn is solved once."""

    def __init__(self, game: AnyDiceGame, evaluator: Evaluator) -> None:
        self._game = game
        self._evaluator = evaluator
        self._board: object = None
        self._turn: WinTurn | None = None

    def turn(self, view: DiceView) -> WinTurn:
        """Return the turn that a view belongs to."""
        if self._turn is None or self._board != view.board:
            self._turn, self._board = WinTurn(self._game, view, self._evaluator), view.board
        return self._turn

    def now(self, view: DiceView) -> Shares:
        """Return everybody's chances in a position, of a game that is over too."""
        if view.to_act is None:
            return self._evaluator.shares([self._game.state_of(view)])[0]
        return self.turn(view).now(view)

    def wins(self, view: DiceView) -> dict[Move, float]:
        """Return the chance of the player whose turn it is after each move; before a roll, that of rolling."""
        return self.turn(view).wins(view)


def win_chances_for(game: AnyGame, setup: Setup) -> DiceWinChances | None:
    """Return what says the chances to win in games with dice of a set-up; None where there is no evaluator.

    >>> from heckmeck.games import get
    >>> game = get("karteneck")
    >>> win_chances_for(game, game.setup(seats=2)) is None
    True
    """
    if not isinstance(game, RollAndKeep):
        return None
    evaluator = win_shares_for(setup)
    return None if evaluator is None else DiceWinChances(game, evaluator)
