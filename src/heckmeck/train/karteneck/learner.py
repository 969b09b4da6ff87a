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
from heckmeck.train.karteneck.self_play import PlayOptions, SelfPlay, results, targets
from heckmeck.train.streams import stream_seed

OUTPUTS = 2
"""The win share and the lead."""


class Networks:
    """A network that learns, and the target network, a running mean of it, which plays better."""

    def __init__(self, card: NetCard, tables: int, seed: int) -> None:
        self.network, self.target = (Network(tables, card.rows - tables, card.units, seed) for _ in range(2))
        self._stored = {"network": self.network, "slow": self.target}  # the names in checkpoints

    def update_target(self, step: float) -> None:
        """Move the target network towards the network, by this part of the way."""
        self.target.move_towards(self.network, step)

    def state_dict(self) -> dict[str, NDArray[np.float32]]:
        """Return all that has to be saved to go on later, by name."""
        return {f"{name}.{part}": a for name, each in self._stored.items() for part, a in each.state_dict().items()}

    def load_state_dict(self, state: Mapping[str, NDArray[np.float32]]) -> None:
        """Go on with what was saved."""
        for name, each in self._stored.items():
            each.load_state_dict({part: state[f"{name}.{part}"] for part in each.state_dict()})


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

    def update(self, progress: float) -> None:
        """Play all games to their ends and learn from them, with the numbers for this part of the training."""
        recipe = self.recipe
        made = self._play.play(self.backend.network, PlayOptions(recipe.lead_at(progress), self._explore))
        aims = targets(made, results(self._play.batch), recipe.trace_at(progress))
        self._learn(np.concatenate([each.rows for each in made]), np.concatenate(aims), progress)

    def _learn(self, rows: NDArray[np.float16], wanted: NDArray[np.float32], progress: float) -> None:
        order, size, losses = self._source.permutation(len(rows)), self.recipe.minibatch, []
        for start in range(0, len(order), size):
            part = order[start : start + size]
            learning_rate = self.recipe.learning_rate_at(progress)
            losses.append(self.backend.network.train(rows[part].astype(np.float32), wanted[part], learning_rate))
            self.updates += 1
            self.backend.update_target(self.recipe.target_step_at(progress, self.updates))
        self.positions += len(rows)
        self.loss = float(np.mean(losses))

    def strength(self, opponent: str, games: int, seed: int) -> Share:
        """Return the win share of the target network, as it is now, among bots of one name."""
        player = by_network(self.backend.target, all_hands=self.recipe.all_hands)
        return play_match(self.setup, player, by_bot(opponent), games, seed)

    def weights(self) -> list[float]:
        """Return the weights of the target network, in the order of a file."""
        found: list[float] = np.concatenate([weight.ravel() for weight in self.backend.target.weights]).tolist()
        return found
