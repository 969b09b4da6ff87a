"""Bots that play a turn of a dice game exactly, by what they think its results are worth."""

from __future__ import annotations

from abc import abstractmethod
from functools import lru_cache
from typing import NamedTuple

from heckmeck.bots.bot import Bot
from heckmeck.games import Move, View
from heckmeck.games.barbecue import BarbecueView
from heckmeck.games.bratwurmeck import BratwurmeckView
from heckmeck.games.rollandkeep import ROLL
from heckmeck.games.turn import Keep
from heckmeck.solve import MAY_NOT_STOP, DiceView, Prizes, SolvedTurn, prizes, turn_solver

SOLVED = 2048
"""So many solved positions are remembered: openings come again and again."""


class Plan(NamedTuple):
    """A position solved for one bot."""

    prizes: Prizes
    solved: SolvedTurn


class TurnBot(Bot):
    """Plays the best turn for the worths that its kind gives to prizes and to a failed attempt."""

    games = ("bratwurmeck", "barbecue")

    @classmethod
    @abstractmethod
    def worths(cls, view: DiceView, won: Prizes) -> tuple[list[float | None], float]:
        """Return what each prize is worth (None where there is none), and what a failed attempt is."""

    def choose(self, view: View) -> Move:
        """Keep the best face; stop where rolling on is worth no more."""
        assert isinstance(view, DiceView)
        won, solved = _plan(type(self), Position(view))
        if view.rolled:
            keeps = solved.keep_values(view.kept, view.rolled)
            return Keep(max(keeps, key=keeps.__getitem__))
        if solved.rolls_on(view.kept) and ROLL in view.moves:
            return ROLL
        prize = won[view.total] if "W" in view.kept else None
        return prize.move if prize is not None and prize.move in view.moves else view.moves[-1]


class Position:
    """The part of a view that a turn's worths depend on: equal positions are solved once."""

    __slots__ = ("_key", "game", "view")

    def __init__(self, view: DiceView) -> None:
        self.view = view
        if isinstance(view, BratwurmeckView):
            self.game = "bratwurmeck"
            tops = tuple([stack[-1] if stack else 0 for stack in view.stacks])
            self._key: tuple[object, ...] = (view.grill, tops, view.turn_of, view.setup.lower_portion)
        else:
            assert isinstance(view, BarbecueView)
            self.game = "barbecue"
            self._key = (view.setup.worms, view.setup.spots, view.spots, view.pool, view.scores, view.turn_of)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)


@lru_cache(SOLVED)
def _plan(kind: type[TurnBot], position: Position) -> Plan:
    view = position.view
    won = prizes(view)
    stop, fail = kind.worths(view, won)
    # In Bratwurmeck one may stop where nothing is earned, and fails; in Barbecue one may not.
    nothing = fail if isinstance(view, BratwurmeckView) else MAY_NOT_STOP
    return Plan(won, turn_solver(position.game).solve([nothing if worth is None else worth for worth in stop], fail))
