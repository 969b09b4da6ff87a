"""Bots that play a turn of a dice game exactly, by what its results are worth to them."""

from __future__ import annotations

from abc import abstractmethod
from functools import cache, lru_cache
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from heckmeck.bots.bot import Bot
from heckmeck.games import AnyDiceGame, AnyGame, DiceView, Move, Prizes, RollAndKeep, Source, get_dice_game
from heckmeck.games.dice import WORM
from heckmeck.games.roll_and_keep import ROLL
from heckmeck.games.turn import Keep
from heckmeck.solve.any_solver import any_solver

if TYPE_CHECKING:
    from heckmeck.solve.any_solver import AnyTurn

SOLVED = 4096
"""Maximum number of solved turns kept in memory: different positions often have the same worths."""

_keep = cache(Keep)

Stops = tuple[Move | None, ...]
"""The stop to choose at each sum with a worm; None where there is none that earns anything."""


class Worths(NamedTuple):
    """What the prize of each sum is worth (None where there is none), and what a failed attempt is."""

    stop: list[float | None]
    fail: float


class Plan(NamedTuple):
    """A turn solved for one bot, and how it stops at each sum."""

    stops: Stops
    solved: AnyTurn


class TurnBot(Bot[DiceView]):
    """Plays the best turn for the worths that `worths` gives to prizes and to a failed attempt."""

    gives_up: ClassVar[bool] = True
    """Whether the bot, where it could roll on, may stop though that is a failed attempt, if the rules allow it."""

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
        plan = self.plan(view)
        kept, rolled = view.kept, view.rolled
        if rolled:
            return _keep(plan.solved.best_keep(kept, rolled))
        if plan.solved.rolls_on(kept) and ROLL in view.moves:
            return ROLL
        stop = plan.stops[view.total] if WORM in kept else None
        return stop if stop is not None and stop in view.moves else view.moves[-1]

    def plan(self, view: DiceView) -> Plan:
        """Return the plan for the turn in which a view is. It is made once a turn."""
        board = view.board
        if board != self._board:  # it does not change during a turn
            self._plan, self._board = self._make_plan(view), board
        return self._plan

    def _make_plan(self, view: DiceView) -> Plan:
        game = get_dice_game(view.game)
        prizes = game.prizes(view)
        stop, fail = self.worths(game, view, prizes)
        stops = tuple([None if prize is None else prize.move for prize in prizes])
        return Plan(stops, solve_turn(game, tuple(stop), fail, self.gives_up))


@lru_cache(SOLVED)
def solve_turn(game: AnyDiceGame, stop: tuple[float | None, ...], fail: float, gives_up: bool = True) -> AnyTurn:
    """Solve a turn after its first roll."""
    solver = any_solver(game, gives_up)
    return solver.solve(solver.stop_values(stop, fail), fail, start=False)  # a bot decides after the first roll
