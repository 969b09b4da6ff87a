"""A learner of Karteneck: plays against itself, and learns what positions are worth from how the games end."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from heckmeck.bots.karteneck.learned_values import card_options
from heckmeck.bots.net import NetCard
from heckmeck.games.karteneck import Karteneck, KarteneckSetup
from heckmeck.rl.batch import make_batch
from heckmeck.rl.batch.match import Share, play_match
from heckmeck.train.karteneck.network import Network
from heckmeck.train.karteneck.players import by_bot, by_network
from heckmeck.train.karteneck.recipe import CardRecipe
from heckmeck.train.karteneck.self_play import Options, SelfPlay, results, targets
from heckmeck.train.streams import stream_seed

OUTPUTS = 2
"""The win share and the lead."""


class Networks:
    """A network that learns, and its slow copy, which plays better."""

    def __init__(self, card: NetCard, tables: int, seed: int) -> None:
        self.network, self.slow = (Network(tables, card.rows - tables, card.units, seed) for _ in range(2))

    def memory(self) -> dict[str, NDArray[np.float32]]:
        """Return all that has to be saved to go on later, by name."""
        both = (("network", self.network), ("slow", self.slow))
        return {f"{name}.{part}": array for name, each in both for part, array in each.memory().items()}

    def remember(self, memory: Mapping[str, NDArray[np.float32]]) -> None:
        """Go on with what was saved."""
        for name, each in (("network", self.network), ("slow", self.slow)):
            each.remember({part: memory[f"{name}.{part}"] for part in each.memory()})


class CardLearner:
    """Trains the network of Karteneck for one set-up."""

    measured_games = 400
    """Number of games of a measurement: bots are asked one by one."""

    def __init__(self, setup: KarteneckSetup, recipe: CardRecipe, seed: int = 1) -> None:
        self.setup, self.recipe, self.seed = setup, recipe, seed
        self.start()
        tables, own = self._play.reader.sizes
        self.card = NetCard(
            game=Karteneck.name,
            seats=setup.seats,
            rows=tables + own,
            units=recipe.units,
            outputs=OUTPUTS,
            options=card_options(setup),
            recipe=str(recipe),
            seed=seed,
        )
        self.backend = Networks(self.card, tables, seed)
        places = np.arange(recipe.games) / recipe.games
        self._explore = np.array(recipe.explore, np.float32)[np.searchsorted([0.5, 0.9], places, side="right")]
        self.loss = float("nan")

    def start(self, updates: int = 0, positions: int = 0) -> None:
        """Begin games, after so many updates and positions; their random streams are those of `stream_seed`."""
        self.updates, self.positions = updates, positions
        seed, recipe = stream_seed(self.seed, updates), self.recipe
        self._play = SelfPlay(make_batch(self.setup, recipe.games, seed), seed, all_hands=recipe.all_hands)
        self._source = np.random.default_rng(seed)

    def update(self, share: float) -> None:
        """Play all games to their ends and learn from them, when a share of the training is over."""
        recipe = self.recipe
        made = self._play.play(self.backend.network, Options(recipe.lead_at(share), self._explore))
        aims = targets(made, results(self._play.batch), recipe.trace_at(share))
        self._learn(np.concatenate([each.rows for each in made]), np.concatenate(aims), share)

    def _learn(self, rows: NDArray[np.float16], wanted: NDArray[np.float32], share: float) -> None:
        order, size, losses = self._source.permutation(len(rows)), self.recipe.minibatch, []
        for start in range(0, len(order), size):
            part = order[start : start + size]
            rate = self.recipe.rate_at(share)
            losses.append(self.backend.network.train(rows[part].astype(np.float32), wanted[part], rate))
            self.updates += 1
            self.backend.slow.follow(self.backend.network, self.recipe.following(share, self.updates))
        self.positions += len(rows)
        self.loss = float(np.mean(losses))

    def strength(self, opponent: str, games: int, seed: int) -> Share:
        """Return the win share of the slow copy, as it is now, among bots of one name."""
        player = by_network(self.backend.slow, all_hands=self.recipe.all_hands)
        return play_match(self.setup, player, by_bot(opponent), games, seed)

    def weights(self) -> list[float]:
        """Return the weights of the slow copy, in the order of a file."""
        found: list[float] = np.concatenate([weight.ravel() for weight in self.backend.slow.weights]).tolist()
        return found
