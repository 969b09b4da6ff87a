"""A learner: plays against itself and learns from every turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

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
from heckmeck.train.backend import Backend, NumpyBackend, Weights, first_weights
from heckmeck.train.recipe import Recipe
from heckmeck.train.self_play import Samples, SelfPlay
from heckmeck.train.transfer import transfer

MakeBackend = Callable[[NetCard, Weights], Backend]


class Players(Protocol):
    """Play games against themselves, here or elsewhere."""

    def use(self, weights: Weights) -> None:
        """Play by these weights from now on."""

    def play(self) -> list[Samples]:
        """Play some turns in every game; return what can be learned from each."""


class LocalPlayers:
    """Games that are played on this machine."""

    def __init__(self, setup: Setup, features: Features[Any, Any], games: int, seed: int, threads: int = 1) -> None:
        self._play = SelfPlay(setup, features, games, seed, threads)

    def use(self, weights: Weights) -> None:
        """Play by these weights from now on."""
        self._play.valuation.use(weights)

    def play(self) -> list[Samples]:
        """Play one turn in every game."""
        return [self._play.play()]


class Learner:
    """Trains a network for one set-up."""

    def __init__(
        self,
        setup: Setup,
        recipe: Recipe,
        seed: int = 1,
        *,
        make_backend: MakeBackend = NumpyBackend,
        players: Players | None = None,
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
        self.backend = make_backend(self.card, first)
        self.players = players or LocalPlayers(setup, self.features, recipe.games, seed, threads)
        self.updates = self.positions = 0
        self.loss = float("nan")

    def _from(self, begin: Net) -> Weights:
        """Return weights to begin with: those of a network for any number of seats."""
        card = begin.card
        if card.game != self.card.game or card.units != self.card.units:
            raise BadSetup("bad_weights", f"A network for {card.game} with {card.units} units cannot be the beginning.")
        old = win_shares_of(self.setup).features(card.seats)
        if old.size != card.rows:
            raise BadSetup("bad_weights", "The network is for other features than those of this version.")
        return transfer(arrays(card, begin.weights), old, self.features)

    def update(self, share: float) -> None:
        """Play turns of all games and learn from them, when a share of the training is over."""
        self.players.use(self.backend.slow())
        for samples in self.players.play():
            self.learn(samples, share)

    def learn(self, samples: Samples, share: float) -> None:
        """Learn from positions that were played anywhere."""
        self.loss = self.backend.learn(samples.rows, samples.targets, self.recipe.rate_at(share))
        self.updates += 1
        self.positions += len(samples.rows)
        self.backend.follow(self.recipe.following(share, self.updates))

    def strength(self, opponent: str, games: int, seed: int) -> Share:
        """Return the win share of the network, as it is now, among bots of one name."""
        weights = self.backend.slow()

        def make(batch: Batch) -> BatchNetBot:
            valuation = make_valuation(batch.dice_layout, self.features)
            valuation.use(weights)
            return BatchNetBot(batch, valuation)

        return play_match(self.setup, make, BATCH_BOTS[opponent], games, seed)

    def weights(self) -> list[float]:
        """Return the weights of the slow copy, in the order of a file."""
        slow = self.backend.slow()
        found: list[float] = np.concatenate([slow[name].ravel() for name in self.card.shapes]).tolist()
        return found


def win_shares_of(setup: Setup) -> NetWinShares[Any, Any]:
    """Return the kind of win shares that a network can learn for a set-up; refuse other games."""
    from heckmeck.bots.builtin import BUILTIN_WIN_SHARES

    for kind in BUILTIN_WIN_SHARES:
        if isinstance(kind, NetWinShares) and isinstance(setup, kind.setup_type):
            return kind
    raise BadSetup("not_trained", "Networks are trained for Bratwurmeck and Barbecue; this is another game.")
