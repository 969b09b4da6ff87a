"""Bots that play a turn of a dice game exactly, by what its results are worth to them."""

from __future__ import annotations

from abc import abstractmethod
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from heckmeck.bots.bot import Bot
from heckmeck.games import AnyDiceGame, AnyGame, DiceView, Move, Prizes, RollAndKeep, Source, get_dice_game
from heckmeck.games.dice import WORM
from heckmeck.games.roll_and_keep import ROLL
from heckmeck.games.turn import Keep

if TYPE_CHECKING:
    from heckmeck.solve import SolvedTurn

SOLVED = 4096
"""Maximum number of solved turns kept in memory: different positions often have the same worths."""

_keep = cache(Keep)


class Worths(NamedTuple):
    """What the prize of each sum is worth (None where there is none), and what a failed attempt is."""

    stop: list[float | None]
    fail: float


class Plan(NamedTuple):
    """A turn solved for one bot."""

    prizes: Prizes
    solved: SolvedTurn


class TurnBot(Bot[DiceView]):
    """Plays the best turn for the worths that `worths` gives to prizes and to a failed attempt."""

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self._board: tuple[object, ...] = ()
        self._plan: Plan

    @classmethod
    def plays(cls, game: AnyGame) -> bool:
        """Whether the game is one of roll-and-keep turns."""
        return isinstance(game, RollAndKeep) and super().plays(game)

    @abstractmethod
    def worths(self, game: AnyDiceGame, view: DiceView, prizes: Prizes) -> Worths:
        """Return what the prizes of each sum and a failed attempt are worth. It is asked once a turn.

        `prizes[n]` is what one gets for stopping with a sum of n, or None. Worths are in any unit; higher is better.
        """

    def choose(self, view: DiceView) -> Move:
        """Keep the best face; stop where rolling on is worth no more."""
        board = view.board
        if board != self._board:  # it does not change during a turn
            self._board, self._plan = board, self._make_plan(view)
        prizes, solved = self._plan
        kept, rolled = view.kept, view.rolled
        if rolled:
            return _keep(solved.best_keep(kept, rolled))
        if solved.rolls_on(kept) and ROLL in view.moves:
            return ROLL
        prize = prizes[view.total] if WORM in kept else None
        return prize.move if prize is not None and prize.move in view.moves else view.moves[-1]

    def _make_plan(self, view: DiceView) -> Plan:
        game = get_dice_game(view.game)
        prizes = game.prizes(view)
        stop, fail = self.worths(game, view, prizes)
        return Plan(prizes, _solve(game, tuple(stop), fail))


@lru_cache(SOLVED)
def _solve(game: AnyDiceGame, stop: tuple[float | None, ...], fail: float) -> SolvedTurn:
    from heckmeck.solve import turn_solver  # loads numpy, which listing the bots does not need

    solver = turn_solver(game)
    return solver.solve(solver.stop_values(stop, fail), fail, start=False)  # a bot decides after the first roll
