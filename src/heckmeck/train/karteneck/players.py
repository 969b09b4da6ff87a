"""Players of Karteneck for matches on batches: networks, and bots."""

from __future__ import annotations

import numpy as np

from heckmeck.bots.karteneck.features import own_size, table_size
from heckmeck.bots.karteneck.learned_values import weights_file
from heckmeck.bots.net import read_weights, split
from heckmeck.rl.batch.batch import Batch
from heckmeck.rl.batch.bots import PlainBots
from heckmeck.rl.batch.layout import Indices
from heckmeck.rl.batch.match import MakePlayer
from heckmeck.train.karteneck.afterstates import AfterstateReader
from heckmeck.train.karteneck.network import Network
from heckmeck.train.karteneck.self_play import best_moves, play_moves

LEAD = 0.02
"""What ten worms count beside the win, to choose among moves that win alike."""


class NetworkPlayer:
    """Chooses by a network."""

    def __init__(self, batch: Batch, network: Network, *, all_hands: bool) -> None:
        self._batch, self._network = batch, network
        self._reader = AfterstateReader(batch, all_hands=all_hands)

    def play_turns(self, games: Indices) -> None:
        """Make one move in some games."""
        after = self._reader.read(games)
        win, lead = self._network.values(after)
        best = best_moves(after.first, win + np.float32(LEAD) * lead)
        play_moves(self._batch, games, after.action[best], after.worms[best])


class BotPlayer:
    """Asks a bot, which is not told what happened before its decision."""

    def __init__(self, batch: Batch, name: str) -> None:
        self._batch, self._bots = batch, PlainBots(batch, name)

    def play_turns(self, games: Indices) -> None:
        """Choose one action in some games."""
        self._batch.step(self._bots.actions(games))


def packaged_network(seats: int) -> Network:
    """Return the network of the bot `champion`."""
    card, weights = read_weights(weights_file(seats))
    network = Network(table_size(seats), own_size(seats), card.units, seed=0)
    parts = split(card, weights)
    network.weights = [np.array(parts[name], np.float32).reshape(shape) for name, shape in card.shapes.items()]
    return network


def by_network(network: Network, *, all_hands: bool = False) -> MakePlayer:
    """Return what makes a player of a network; it may see the hands of all seats."""
    return lambda batch: NetworkPlayer(batch, network, all_hands=all_hands)


def by_bot(name: str) -> MakePlayer:
    """Return what makes a player of a bot."""
    return lambda batch: BotPlayer(batch, name)
