"""What can be trained for some minutes, measured, saved and continued."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from heckmeck.bots.net import NetCard
from heckmeck.rl.batch.match import Share
from heckmeck.train.recipe import Recipe


class Stateful(Protocol):
    """What has to be saved to go on later, as arrays."""

    def state_dict(self) -> dict[str, NDArray[np.float32]]:
        """Return it by name."""

    def load_state_dict(self, state: Mapping[str, NDArray[np.float32]]) -> None:
        """Go on with what was saved."""


class Trainable(Protocol):
    """A learner of any game."""

    card: NetCard
    seed: int
    updates: int
    positions: int

    @property
    def loss(self) -> float:
        """The error of the last update."""

    @property
    def recipe(self) -> Recipe:
        """The numbers of the training."""

    @property
    def backend(self) -> Stateful:
        """What is saved in checkpoints."""

    def start(self, updates: int = 0, positions: int = 0) -> None:
        """Begin games, after so many updates and positions; their random streams are those of `stream_seed`."""

    def update(self, progress: float) -> None:
        """Play and learn, with the learning rate and other numbers for this part of the training, from 0 to 1."""

    def strength(self, opponent: str, games: int, seed: int) -> Share:
        """Return the win share of the network, as it is now, among bots of one name."""

    def weights(self) -> list[float]:
        """Return the weights, in the order of a file."""
