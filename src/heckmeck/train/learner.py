"""A learner: plays against itself and learns from every turn."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from random import Random
from typing import Any, NamedTuple, Protocol, SupportsFloat

import numpy as np

from heckmeck.bots.features import Features
from heckmeck.bots.net import Net, NetCard
from heckmeck.bots.numpy_net import arrays
from heckmeck.bots.win_shares import NetWinShares
from heckmeck.games import BadSetup, Setup
from heckmeck.rl.batch.batch import Batch
from heckmeck.rl.batch.bots import BATCH_BOTS, BatchNetBot
from heckmeck.rl.batch.match import Share, play_match
from heckmeck.rl.batch.valuation import make_valuation
from heckmeck.train.backend import Backend, NumpyBackend, Samples, Weights, first_weights
from heckmeck.train.recipe import Recipe
from heckmeck.train.self_play import SelfPlay
from heckmeck.train.streams import stream_seed
from heckmeck.train.transfer import transfer


class Players(Protocol):
    """Play games against themselves, here or elsewhere."""

    def play(self, backend: Backend) -> Iterable[Samples]:
        """Play some turns in every game by the target network; return what can be learned from them."""


class LocalPlayers:
    """Games that are played by the processors of this machine."""

    def __init__(self, setup: Setup, features: Features[Any, Any], recipe: Recipe, seed: int, threads: int) -> None:
        self._play = SelfPlay(setup, features, recipe.games, seed, threads)

    def play(self, backend: Backend) -> list[Samples]:
        """Play one turn in every game."""
        self._play.valuation.use(backend.target())
        return [self._play.play()]


MakePlayers = Callable[[Setup, Features[Any, Any], Recipe, int, int], Players]
"""Makes players, given the set-up, the features, the recipe, a seed and the number of threads."""


class Device(NamedTuple):
    """Where networks learn, and where the games are played that they learn from."""

    make_backend: Callable[[NetCard, Weights], Backend]
    make_players: MakePlayers


PROCESSOR = Device(NumpyBackend, LocalPlayers)


class Learner:
    """Trains a network for one set-up."""

    def __init__(
        self,
        setup: Setup,
        recipe: Recipe,
        seed: int = 1,
        *,
        device: Device = PROCESSOR,
        threads: int = 1,
        begin: Net | None = None,
    ) -> None:
        shares = win_shares_of(setup)
        self.setup, self.recipe, self.seed = setup, recipe, seed
        self.features: Features[Any, Any] = shares.features(setup.seats)
        self.card = NetCard(
            game=shares.game,
            seats=setup.seats,
            rows=self.features.size,
            units=recipe.units,
            options=shares.essential(setup),
            recipe=str(recipe) + ("" if begin is None else f", begun with the network for {begin.card.seats} seats"),
            seed=seed,
        )
        first = first_weights(self.card, seed) if begin is None else self._from(begin)
        self.backend = device.make_backend(self.card, first)
        self._make_players, self._threads = device.make_players, threads
        self._loss: SupportsFloat = float("nan")
        self.start()

    def start(self, updates: int = 0, positions: int = 0) -> None:
        """Begin games, after so many updates and positions; their random streams are those of `stream_seed`."""
        self.updates, self.positions = updates, positions
        seed = stream_seed(self.seed, updates)
        self.players = self._make_players(self.setup, self.features, self.recipe, seed, self._threads)
        self._replay_buffer: deque[Samples] = deque(maxlen=self.recipe.replay_buffer)
        self._source = Random(seed)

    @property
    def loss(self) -> float:
        """The cross-entropy of the last update."""
        return float(self._loss)

    def _from(self, begin: Net) -> Weights:
        """Return weights to begin with: those of a network for any number of seats."""
        card = begin.card
        if card.game != self.card.game or card.units != self.card.units:
            raise BadSetup("bad_weights", f"A network for {card.game} with {card.units} units cannot be the beginning.")
        old = win_shares_of(self.setup).features(card.seats)
        if old.size != card.rows:
            raise BadSetup("bad_weights", "The network is for other features than those of this version.")
        return transfer(arrays(card, begin.weights), old, self.features)

    def update(self, progress: float) -> None:
        """Play turns of all games and learn from them, with the learning rate for this part of the training."""
        for samples in self.players.play(self.backend):
            self.positions += len(samples.rows)
            for part in samples.split(self.recipe.minibatch):
                self._replay_buffer.append(part)
                self._learn(part, progress)
                for _ in range(self.recipe.repeats - 1):
                    self._learn(self._source.choice(self._replay_buffer), progress)

    def _learn(self, samples: Samples, progress: float) -> None:
        self._loss = self.backend.learn(samples, self.recipe.learning_rate_at(progress))
        self.updates += 1
        self.backend.update_target(self.recipe.target_step_at(progress, self.updates))

    def strength(self, opponent: str, games: int, seed: int) -> Share:
        """Return the win share of the network, as it is now, among bots of one name."""
        weights = self.backend.target()

        def make(batch: Batch) -> BatchNetBot:
            valuation = make_valuation(batch.dice_layout, self.features)
            valuation.use(weights)
            return BatchNetBot(batch, valuation)

        return play_match(self.setup, make, BATCH_BOTS[opponent], games, seed)

    def weights(self) -> list[float]:
        """Return the weights of the target network, in the order of a file."""
        target = self.backend.target()
        found: list[float] = np.concatenate([target[name].ravel() for name in self.card.shapes]).tolist()
        return found


def win_shares_of(setup: Setup) -> NetWinShares[Any, Any]:
    """Return the kind of win shares that a network can learn for a set-up; refuse other games."""
    from heckmeck.bots.builtin import BUILTIN_WIN_SHARES

    for kind in BUILTIN_WIN_SHARES:
        if isinstance(kind, NetWinShares) and isinstance(setup, kind.setup_type):
            return kind
    raise BadSetup("not_trained", "Networks are trained for Bratwurmeck and Barbecue; this is another game.")
