"""A training: updates for a number of minutes, measured now and then, saved now and then."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from math import sqrt
from pathlib import Path
from time import perf_counter

from heckmeck.bots.net import NetCard, write_net
from heckmeck.train.checkpoint import Measured, load_checkpoint, save_checkpoint
from heckmeck.train.trainable import Trainable

OPPONENT = "greedy"
"""The bot that the live strength is measured against."""
POINTS = 12
"""Number of measurements on a learning curve."""
GAMES = 4000
"""Number of games of a measurement."""
SAVED_S = 60.0
"""Seconds of training between two checkpoints."""
LONGEST_S = 5.0
"""An update counts as no longer than this: time during which the program was stopped is not training time."""


@dataclass
class Training:
    """Trains a learner for some minutes in all. With a path, weights and checkpoints are written there."""

    learner: Trainable
    minutes: float
    path: Path | None = None
    games: int = GAMES
    done: float = 0.0
    """Minutes so far."""
    curve: list[Measured] = field(default_factory=list)
    clock: Callable[[], float] = perf_counter
    """Seconds: by default those of a clock on the wall."""

    @property
    def share(self) -> float:
        """How much of the training is over."""
        return min(self.done / self.minutes, 1.0)

    @property
    def card(self) -> NetCard:
        """The card of the network as it is now."""
        learner = self.learner
        strength: dict[str, object] = {}
        if self.curve:
            last = self.curve[-1]
            strength = {
                f"among {OPPONENT}": round(last.rate, 4),
                "low": round(last.low, 4),
                "high": round(last.high, 4),
            }
        return replace(learner.card, minutes=round(self.done, 2), positions=learner.positions, strength=strength)

    def resume(self, path: Path) -> None:
        """Go on with a checkpoint."""
        self.done, self.curve = load_checkpoint(path, self.learner)

    def run(self) -> Iterator[Measured | None]:
        """Train to the end. Yield after every update: a point of the curve when it was measured, else None."""
        saved = self.done
        while self.share < 1:
            began = self.clock()
            self.learner.update(self.share)
            self.done += min(self.clock() - began, LONGEST_S) / 60
            yield self.measure() if self._due else None
            if self.path is not None and (self.done - saved) * 60 > SAVED_S:
                self.save()
                saved = self.done

    @property
    def _due(self) -> bool:
        """Whether a measurement is due: more often in the beginning, when most is learned, and at the end."""
        last = self.curve[-1].minutes / self.minutes if self.curve else 0.0
        return self.share >= 1 or int(sqrt(self.share) * POINTS) > int(sqrt(last) * POINTS)

    def measure(self) -> Measured:
        """Measure the strength now."""
        found = self.learner.strength(OPPONENT, self.games, seed=self.learner.seed + 1_000_000 + len(self.curve))
        point = Measured(self.done, self.learner.positions, found.rate, found.low, found.high)
        self.curve.append(point)
        return point

    def save(self) -> None:
        """Write the weights and a checkpoint."""
        if self.path is not None:
            write_net(self.path, self.card, self.learner.weights())
            save_checkpoint(checkpoint_path(self.path), self.learner, self.done, self.curve)


def checkpoint_path(path: Path) -> Path:
    """Return where the checkpoint of a file of weights is."""
    return path.with_name(f"{path.name}.checkpoint")
