"""How the network of Karteneck is trained."""

from __future__ import annotations

from dataclasses import dataclass

from heckmeck.train.recipe import Recipe

FAST = 4
"""What goes from its first value to the second does so in one part of this number of the training."""


@dataclass(frozen=True, kw_only=True)
class CardRecipe(Recipe):
    """The numbers of a training; pairs go from their first value to the second.

    `games` are played to their ends side by side, then learned from in minibatches. `trace` is how much the end of the
    game counts against the values of later decisions, `lead` what ten worms count beside the win. `explore` is the
    probability of a random move in half of the games, in four of ten, and in the rest. With `all_hands` the network
    sees all hands, to measure what they are worth.
    """

    games: int = 1024
    learning_rate: float = 1e-3
    last_learning_rate: float = 3e-5
    horizon: float = 20.0
    last_horizon: float = 500.0
    minibatch: int = 1024
    trace: tuple[float, float] = (1.0, 0.85)
    lead: tuple[float, float] = (0.3, 0.02)
    explore: tuple[float, float, float] = (0.0, 0.04, 0.15)
    all_hands: bool = False

    def trace_at(self, progress: float) -> float:
        """Return the trace when this part of the training is over."""
        return _between(self.trace, progress)

    def lead_at(self, progress: float) -> float:
        """Return what ten worms count beside the win.

        >>> recipe = CardRecipe()
        >>> recipe.lead_at(0), round(recipe.lead_at(0.125), 2), round(recipe.lead_at(1), 2)
        (0.3, 0.16, 0.02)
        """
        return _between(self.lead, progress)

    def __str__(self) -> str:
        first, second = self.units
        return (
            f"self-play over positions after moves, from views, {first} and {second} units, "
            f"{self.games:,} games side by side, trace {self.trace[0]:g} to {self.trace[1]:g}, "
            f"random moves {', '.join(f'{each:.0%}' for each in self.explore)}, "
            f"Adam {self.learning_rate:g} to {self.last_learning_rate:g}, minibatches of {self.minibatch:,}"
        )


def _between(ends: tuple[float, float], progress: float) -> float:
    return ends[0] + (ends[1] - ends[0]) * min(FAST * progress, 1.0)
