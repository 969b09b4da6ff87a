"""How a network is trained."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi

from heckmeck.bots.net import MOST_UNITS, UNITS
from heckmeck.games import BadSetup


@dataclass(frozen=True, kw_only=True)
class Recipe:
    """The numbers of a training.

    `games` are played side by side. Each update learns from one turn of every one, or with `minibatch` of so many.
    Where to learn is cheaper than to play, `repeats` updates come after each turn, from this turn and from some of the
    last ones, of which `replay_buffer` are kept. The learning rate falls along a half cosine. The target network is a
    running mean of the network over `horizon` updates, and over more later on.
    """

    units: tuple[int, int] = (128, 64)
    games: int = 512
    minibatch: int | None = None
    repeats: int = 4
    replay_buffer: int = 64
    learning_rate: float = 3e-3
    last_learning_rate: float = 1e-5
    horizon: float = 50.0
    last_horizon: float = 2000.0

    def __post_init__(self) -> None:
        if not all(units % UNITS == 0 and 0 < units <= MOST_UNITS for units in self.units):
            raise BadSetup("bad_option", f"Layers have multiples of {UNITS} units, up to {MOST_UNITS}.")

    def learning_rate_at(self, progress: float) -> float:
        """Return the learning rate when this part of the training is over.

        >>> recipe = Recipe()
        >>> recipe.learning_rate_at(0), round(recipe.learning_rate_at(0.5), 6), recipe.learning_rate_at(1)
        (0.003, 0.001505, 1e-05)
        """
        return self.last_learning_rate + (self.learning_rate - self.last_learning_rate) * (1 + cos(pi * progress)) / 2

    def target_step_at(self, progress: float, updates: int) -> float:
        """Return what part of the way to the network the target network moves; a large one in the first updates."""
        horizon: float = self.horizon * (self.last_horizon / self.horizon) ** progress
        return max(1 / horizon, 1 / (updates + 1))

    def __str__(self) -> str:
        first, second = self.units
        part = "turn" if self.minibatch is None else f"minibatch of {self.minibatch:,}"
        return (
            f"self-play on the exact turn solver, {first} and {second} units, {self.games:,} games side by side, "
            f"{self.repeats} update{'' if self.repeats == 1 else 's'} a {part}, "
            f"Adam {self.learning_rate:g} to {self.last_learning_rate:g}, "
            f"target network over {self.horizon:g} to {self.last_horizon:g} updates"
        )
