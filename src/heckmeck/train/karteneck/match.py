"""Matches of networks and bots at tables of Karteneck, many games in step."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from heckmeck.games import get
from heckmeck.rl.batch import make_batch
from heckmeck.rl.batch.batch import Batch
from heckmeck.rl.batch.bots import PlainBots
from heckmeck.rl.batch.layout import Indices
from heckmeck.train.karteneck.afterstates import AfterstateReader
from heckmeck.train.karteneck.network import Network
from heckmeck.train.karteneck.self_play import best_moves, play_moves, results

LEAD = 0.02
"""What ten worms count beside the win, to choose among moves that win alike."""

Player = Callable[[Batch], Callable[[Indices], None]]
"""Sits down at the games of a batch; returns what moves in some of them."""


class Share(NamedTuple):
    """The share of the wins and its standard error."""

    wins: float
    error: float

    def __str__(self) -> str:
        return f"{100 * self.wins:.1f} ± {196 * self.error:.1f} %"


def network_player(network: Network, *, all_hands: bool = False) -> Player:
    """Return a player that chooses by a network."""

    def sit(batch: Batch) -> Callable[[Indices], None]:
        reader = AfterstateReader(batch, all_hands=all_hands)

        def move(games: Indices) -> None:
            after = reader.read(games)
            win, lead = network.values(after)
            best = best_moves(after, win + np.float32(LEAD) * lead)
            play_moves(batch, games, after.action[best], after.worms[best])

        return move

    return sit


def bot_player(name: str, seed: int = 0) -> Player:
    """Return a player that is a bot; it is not told what happened before its decision."""

    def sit(batch: Batch) -> Callable[[Indices], None]:
        bots = PlainBots(batch, name, seed)

        def move(games: Indices) -> None:
            batch.step(bots.actions(games))

        return move

    return sit


def match(seats: int, games: int, seed: int, player: Player, others: Player) -> Share:
    """Seat a player among others, at each seat equally often; return its share of the wins."""
    batch = make_batch(get("karteneck").setup(seats=seats), games, seed)
    ours, theirs, seat = player(batch), others(batch), np.arange(games) % seats
    while len(running := np.flatnonzero(~batch.over)):
        mine = batch.seats[running] == seat[running]
        for move, which in ((ours, running[mine]), (theirs, running[~mine])):
            if len(which):
                move(which)
    wins = results(batch)[np.arange(games), seat, 0]
    return Share(float(wins.mean()), float(wins.std() / games**0.5))
