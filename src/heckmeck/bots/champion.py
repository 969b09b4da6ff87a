"""The bot `champion` of the dice games: judges every choice by what it does to the chance of winning the game."""

from __future__ import annotations

import logging
from functools import cache
from pathlib import Path
from typing import ClassVar

from heckmeck.bots.bot import Strength
from heckmeck.bots.greedy import GreedyBot
from heckmeck.bots.turn_bot import Plan, solve_turn
from heckmeck.bots.turn_shares import TurnShares, turn_shares
from heckmeck.bots.win_shares import (
    Evaluator,
    NoWinShares,
    has_win_shares,
    read_win_shares,
    why_no_win_shares,
    win_shares_for,
)
from heckmeck.games import AnyGame, BadSetup, DiceView, Move, Setup, Source, get_dice_game
from heckmeck.games.roll_and_keep import ROLL
from heckmeck.games.turn import Keep

logger = logging.getLogger(__name__)


class ChampionBot(GreedyBot):
    """Maximises its win share after the turn. Where no win shares are known it plays like `greedy`.

    `fallback` says why, once the bot knows the set-up.
    """

    name = "champion"
    strength: ClassVar[Strength] = "champion"
    is_level = True

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self.fallback: str | None = None
        self._shares: TurnShares | None = None

    @classmethod
    def plays(cls, game: AnyGame) -> bool:
        """Whether win shares of the game can be known at all."""
        return super().plays(game) and has_win_shares(game)

    def check(self, setup: Setup) -> None:
        """Find out whether there are win shares; every set-up can be played."""
        self.fallback = why_no_win_shares(setup)
        if self.fallback:
            _warn(self.fallback)

    def _make_plan(self, view: DiceView) -> Plan:
        evaluator = self._evaluator(view.setup)
        if evaluator is None:
            self.check(view.setup)
            self._shares = None
            return super()._make_plan(view)
        game = get_dice_game(view.game)
        self._shares = found = turn_shares(game, view, evaluator)
        # The networks have learned without stops that earn nothing (rule BW-3.1).
        return Plan(found.stops, solve_turn(game, found.worths, found.fail, gives_up=False))

    def _evaluator(self, setup: Setup) -> Evaluator | None:
        return win_shares_for(setup)

    def move_values(self, view: DiceView) -> dict[Move, float]:
        """Return what each move is worth if the best ones follow: the player's win share, or in `fallback` worms.

        Stops that earn nothing are left out.
        """
        solved = self.plan(view).solved
        kept = view.kept
        if view.rolled:
            return {Keep(face): worth for face, worth in solved.keep_values(kept, view.rolled).items()}
        found: dict[Move, float] = {}
        rolling = solved.roll_value(kept)
        if rolling is not None:
            found[ROLL] = rolling
        found.update(self._stop_values(view))
        return found

    def _stop_values(self, view: DiceView) -> dict[Move, float]:
        plan, shares = self._plan, self._shares
        if shares is not None:
            after = shares.after
            return {stop: after[stop, view.total][view.turn_of] for stop in view.moves if (stop, view.total) in after}
        stop, worth = plan.stops[view.total], plan.solved.stop_value(view.kept)
        return {stop: worth} if stop is not None and stop in view.moves and worth is not None else {}


class NetBot(ChampionBot):
    """Plays like the champion, by a network of yours: a file that `heckmeck train` has written."""

    name = "net"
    argument = "FILE"

    def __init__(self, source: Source, file: str) -> None:
        super().__init__(source)
        self._file = Path(file)

    def check(self, setup: Setup) -> None:
        """Refuse a game that the network is not for."""
        self._evaluator(setup)

    def _evaluator(self, setup: Setup) -> Evaluator:
        try:
            return read_win_shares(self._file, setup)
        except NoWinShares as reason:
            raise BadSetup("bad_weights", f"The bot net cannot play by {self._file}: {reason}") from None


@cache
def _warn(reason: str) -> None:
    """Say once why the bot does not play as well as it could."""
    logger.warning("The bot champion plays like greedy: %s", reason)
