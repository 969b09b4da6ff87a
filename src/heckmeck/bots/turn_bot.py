"""Bots that play a turn of a dice game exactly, by what they think its results are worth."""

from __future__ import annotations

from abc import abstractmethod
from functools import cache, lru_cache
from typing import NamedTuple

from heckmeck.bots.bot import Bot
from heckmeck.games import Move, Source, View
from heckmeck.games.bratwurmeck import BratwurmeckView
from heckmeck.games.dice import WORM
from heckmeck.games.roll_and_keep import ROLL
from heckmeck.games.turn import Keep
from heckmeck.solve import MAY_NOT_STOP, DiceView, Prizes, SolvedTurn, prizes, turn_solver

SOLVED = 4096
"""So many solved turns are remembered: different positions often have the same worths."""

_keep = cache(Keep)


class Plan(NamedTuple):
    """A turn solved for one bot."""

    prizes: Prizes
    solved: SolvedTurn


class TurnBot(Bot):
    """Plays the best turn for the worths that its kind gives to prizes and to a failed attempt."""

    games = ("bratwurmeck", "barbecue")

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self._board: tuple[object, ...] = ()
        self._plan: Plan

    @classmethod
    @abstractmethod
    def worths(cls, view: DiceView, won: Prizes) -> tuple[list[float | None], float]:
        """Return what each prize is worth (None where there is none), and what a failed attempt is."""

    def choose(self, view: View) -> Move:
        """Keep the best face; stop where rolling on is worth no more."""
        assert isinstance(view, DiceView)
        board = view.board
        if board != self._board:  # it stays as it is while a turn lasts
            self._board, self._plan = board, self._make_plan(view)
        won, solved = self._plan
        if view.rolled:
            return _keep(solved.best_keep(view.kept, view.rolled))
        if solved.rolls_on(view.kept) and ROLL in view.moves:
            return ROLL
        prize = won[view.total] if WORM in view.kept else None
        return prize.move if prize is not None and prize.move in view.moves else view.moves[-1]

    def _make_plan(self, view: DiceView) -> Plan:
        won = prizes(view)
        stop, fail = self.worths(view, won)
        # In Bratwurmeck one may stop where nothing is earned, and fails; in Barbecue one may not.
        game, nothing = ("bratwurmeck", fail) if isinstance(view, BratwurmeckView) else ("barbecue", MAY_NOT_STOP)
        return Plan(won, _solved(game, tuple([nothing if worth is None else worth for worth in stop]), fail))


@lru_cache(SOLVED)
def _solved(game: str, stop: tuple[float, ...], fail: float) -> SolvedTurn:
    return turn_solver(game).solve(stop, fail, start=False)  # a bot decides after the first roll
