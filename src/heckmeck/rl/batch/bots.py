"""Bots for batches: array forms of the plain bots, which decide for thousands of games at once."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from random import Random
from typing import ClassVar, Final

import numpy as np

from heckmeck.bots import check_bots, make
from heckmeck.bots.champion import ChampionBot
from heckmeck.bots.greedy import DECIDED, SECURED, GreedyBot
from heckmeck.bots.numpy_net import arrays
from heckmeck.bots.sure import SureBot
from heckmeck.bots.win_shares import NetEvaluator, win_shares_for
from heckmeck.games import View
from heckmeck.rl.batch.batch import Batch
from heckmeck.rl.batch.layout import DiceLayout, Indices, Ints, PrizeArrays, Records
from heckmeck.rl.batch.turn_plans import TurnPlans, play_turns
from heckmeck.rl.batch.turn_tables import PASS, Floats64
from heckmeck.rl.batch.valuation import Valuation, make_valuation
from heckmeck.rl.encoding.encoding import Ids
from heckmeck.solve.worths import MAY_NOT_STOP


class BatchBot(ABC):
    """A bot that decides for many games of one batch at once."""

    def __init__(self, batch: Batch) -> None:
        self.batch = batch

    @abstractmethod
    def _decide(self, games: Indices) -> Ints:
        """Return the actions for some games that are not over."""

    def actions(self, games: Indices | None = None) -> Ints:
        """Return the actions of the seats to act in all games, or in some; PASS elsewhere and where a game is over."""
        running = ~self.batch.over
        asked = np.flatnonzero(running) if games is None else games[running[games]]
        actions = np.full(len(self.batch), PASS, np.int32)
        if len(asked):
            actions[asked] = self._decide(asked)
        return actions


class BatchTurnBot(BatchBot):
    """A `TurnBot` for many games: its turns are solved together."""

    gives_up: ClassVar[bool] = True
    """As with a `TurnBot`."""

    def __init__(self, batch: Batch) -> None:
        super().__init__(batch)
        self.layout = batch.dice_layout
        self._plans: TurnPlans | None = None
        # All ones is not a possible board in a running game.
        self._boards = np.full_like(self.layout.boards(batch.records), 255)

    @abstractmethod
    def worths(self, records: Records, prizes: PrizeArrays) -> tuple[Floats64, Floats64]:
        """Return the worth of the prize for each sum, NaN where there is none, and the worth of a failed attempt."""

    def play_turns(self, games: Indices) -> None:
        """Play running games to the end of their current turns, which is faster than decision by decision."""
        play_turns(self.batch, games, *self._worths(self.batch.records[games]), gives_up=self.gives_up)

    def _decide(self, games: Indices) -> Ints:
        if self._plans is None:
            self._plans = TurnPlans(self.batch, self.gives_up)
        records = self.batch.records[games]
        boards = self.layout.boards(records)
        new = (boards != self._boards[games]).any(axis=1)  # boards do not change during a turn
        if new.any():
            self._plans.solve(games[new], *self._worths(records[new]))
            self._boards[games[new]] = boards[new]
        return self._plans.decide(games)

    def _worths(self, records: Records) -> tuple[Floats64, Floats64, Ints]:
        prizes = self.layout.prizes(records)
        stop, fail = self.worths(records, prizes)
        nothing = fail[:, None] if self.gives_up and self.layout.game.stop_may_fail else MAY_NOT_STOP
        return np.where(np.isnan(stop), nothing, stop), fail, prizes.action


class BatchGreedyBot(BatchTurnBot):
    """The bot `greedy` for many games."""

    def worths(self, records: Records, prizes: PrizeArrays) -> tuple[Floats64, Floats64]:
        """Value gains, losses of others by thefts, what is secured, and the end of the game."""
        scores, _ = self.layout.standings(records)
        own = np.arange(scores.shape[1]) == records["seat"][:, None]
        leads = scores[own] > np.where(own, -1, scores).max(axis=1)
        end = np.where(leads, DECIDED, -DECIDED)
        stop = prizes.gain + prizes.loss + SECURED * prizes.gain * prizes.secures
        stop = np.where(prizes.ends, end[:, None], stop)
        fail = np.where(prizes.failure_ends, end, 0.0) - prizes.failure_cost
        return np.where(prizes.exists, stop, np.nan), fail.astype(np.float64)


class BatchSureBot(BatchTurnBot):
    """The bot `sure` for many games."""

    def worths(self, records: Records, prizes: PrizeArrays) -> tuple[Floats64, Floats64]:
        """Return one for any prize and zero for none."""
        return np.where(prizes.exists & ~prizes.ends, 1.0, np.nan), np.zeros(len(records))


class BatchNetBot(BatchTurnBot):
    """A player by the win shares that a network says of the positions after a turn."""

    gives_up = False

    def __init__(self, batch: Batch, valuation: Valuation) -> None:
        super().__init__(batch)
        self.valuation = valuation

    def worths(self, records: Records, prizes: PrizeArrays) -> tuple[Floats64, Floats64]:
        """Return the win shares after the best stop at each sum, and after a failed attempt."""
        found = self.valuation.worths(records)
        return np.where(found.action == PASS, np.nan, found.stop), found.fail

    def _worths(self, records: Records) -> tuple[Floats64, Floats64, Ints]:
        found = self.valuation.worths(records)
        return found.stop, found.fail, found.action


def batch_champion(batch: Batch) -> BatchTurnBot:
    """Return the bot `champion` for many games; where it plays like `greedy`, that one."""
    setup = batch.encoding.setup
    ChampionBot(Random(0)).check(setup)  # logs why, if it does
    evaluator = win_shares_for(setup)
    if not isinstance(evaluator, NetEvaluator):
        return BatchGreedyBot(batch)
    valuation = make_valuation(batch.dice_layout, evaluator.features)
    valuation.use(arrays(evaluator.net.card, evaluator.net.weights))
    return BatchNetBot(batch, valuation)


class PlainBots(BatchBot):
    """Plain bots, one for each seat of each game, asked one after another. They support any bot and any game.

    They are not told of events: a bot that remembers events plays as if it had just joined the game.
    """

    def __init__(self, batch: Batch, name: str, seed: int = 0) -> None:
        super().__init__(batch)
        self.game, source = batch.encoding.game, Random(seed)
        check_bots([name], self.game, batch.encoding.setup, Random(0))
        seats = batch.encoding.seats
        self._bots = [[make(name, self.game, source) for _ in range(seats)] for _ in range(len(batch))]
        self._left: list[Ids] = [()] * len(batch)

    def _decide(self, games: Indices) -> Ints:
        records = self.batch.records
        return np.array([self._choose(game, records[game]) for game in games.tolist()], np.int32)

    def _choose(self, game: int, record: np.void) -> int:
        """Return the next id of the bot's move. For a move with several ids, the bot is asked once.

        A move that the caller has begun to choose is completed with the first legal action.
        """
        layout = self.batch.layout
        begun = bool(layout.chosen(record))
        if begun and not self._left[game]:
            return int(self.batch.masks[game].argmax())
        if not begun:
            seat = int(self.batch.seats[game])
            view: View = self.game.view(layout.state(record), seat)
            self._left[game] = layout.encoding.ids(self._bots[game][seat].choose(view))
        action, *left = self._left[game]
        self._left[game] = tuple(left)
        return action


BATCH_BOTS: Final[Mapping[str, Callable[[Batch], BatchTurnBot]]] = {
    GreedyBot.name: BatchGreedyBot,
    SureBot.name: BatchSureBot,
    ChampionBot.name: batch_champion,
}
"""The bots of the dice games that decide for many games at once, by the names of the plain ones."""


def make_batch_bot(batch: Batch, name: str, seed: int = 0) -> BatchBot:
    """Make a bot for a batch by its name: an array form if there is one, else plain bots.

    >>> from heckmeck.games import get
    >>> from heckmeck.rl.batch import make_batch
    >>> batch = make_batch(get("barbecue").setup(seats=2), games=100, seed=1)
    >>> bot = make_batch_bot(batch, "greedy")
    >>> while not batch.over.all():
    ...     batch.step(bot.actions())
    >>> scores, _ = batch.standings()
    >>> scores.mean(axis=0).round().tolist()
    [24.0, 23.0]
    """
    if isinstance(batch.layout, DiceLayout) and name in BATCH_BOTS:
        return BATCH_BOTS[name](batch)
    return PlainBots(batch, name, seed)
