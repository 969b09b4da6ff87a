"""A training: updates for a number of minutes, measured and saved at intervals."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from math import isfinite, sqrt
from pathlib import Path
from time import perf_counter, process_time

import numpy as np

from heckmeck.bots.net import NetCard, write_net
from heckmeck.games import BadSetup
from heckmeck.train.checkpoint import CurvePoint, load_checkpoint, save_checkpoint
from heckmeck.train.trainable import Trainable

OPPONENT = "greedy"
"""The bot that the live strength is measured against."""
POINTS = 12
"""Number of measurements on a learning curve."""
GAMES = 4000
"""Number of games of a measurement."""
SAVED_S = 60.0
"""Seconds of training between two checkpoints."""
LONGEST_S, LONGEST_RATIO = 5.0, 10.0
"""An update counts as no longer than so many seconds, or than so many times the longest processor time of an update so
far: time during which the program was stopped, as on a laptop that sleeps, is not training time."""


@dataclass
class Training:
    """Trains a learner for some minutes in all. With a path, weights and checkpoints are written there."""

    learner: Trainable
    minutes: float
    path: Path | None = None
    games: int = GAMES
    done: float = 0.0
    """Minutes so far."""
    curve: list[CurvePoint] = field(default_factory=list)
    clock: Callable[[], float] = perf_counter
    """By default, wall-clock seconds."""
    processor_clock: Callable[[], float] = process_time
    """By default, the seconds of all processors."""

    def __post_init__(self) -> None:
        self._longest = 0.0  # the longest processor time of an update
        self._saved: Path | None = None  # the checkpoint of this training

    @property
    def progress(self) -> float:
        """How much of the training is over, from 0 to 1."""
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
        """Go on with a checkpoint, in new games and with random streams of their own, see `stream_seed`."""
        self.done, self.curve = load_checkpoint(path, self.learner)
        self._saved = path

    def run(self) -> Iterator[CurvePoint | None]:
        """Train to the end. Yield after every update: a point of the curve when it was measured, else None."""
        saved = self.done
        while self.progress < 1:
            self.done += self._update() / 60
            yield self.measure() if self._due else None
            if self.path is not None and (self.done - saved) * 60 > SAVED_S:
                self.save()
                saved = self.done

    def _update(self) -> float:
        """Play and learn; return the seconds that count as training time."""
        began, used = self.clock(), self.processor_clock()
        self.learner.update(self.progress)
        seconds, used = self.clock() - began, self.processor_clock() - used
        if not isfinite(self.learner.loss):
            raise self._diverged()
        self._longest = max(self._longest, used)
        return min(seconds, max(LONGEST_S, LONGEST_RATIO * self._longest))

    @property
    def _due(self) -> bool:
        """Whether a measurement is due: more often in the beginning, when most is learned, and at the end."""
        last = self.curve[-1].minutes / self.minutes if self.curve else 0.0
        return self.progress >= 1 or int(sqrt(self.progress) * POINTS) > int(sqrt(last) * POINTS)

    def measure(self) -> CurvePoint:
        """Measure the strength now."""
        found = self.learner.strength(OPPONENT, self.games, seed=self.learner.seed + 1_000_000 + len(self.curve))
        point = CurvePoint(self.done, self.learner.positions, found.rate, found.low, found.high)
        self.curve.append(point)
        return point

    def save(self) -> None:
        """Write a checkpoint and the weights. Where the training has diverged, leave the files that there are."""
        if self.path is None:
            return
        weights = self.learner.weights()
        with np.errstate(over="ignore"):
            if not np.isfinite(np.array(weights, np.float16)).all():  # the precision of the file
                raise self._diverged()
        # The checkpoint is first: the weights can be made from it, but it cannot be made from them.
        self._saved = checkpoint_path(self.path)
        save_checkpoint(self._saved, self.learner, self.done, self.curve)
        write_net(self.path, self.card, weights)

    def _diverged(self) -> BadSetup:
        again = "begin again with another --seed"
        if self._saved is not None:
            again = f"continue with another --seed and --resume {self._saved}, from before that, or {again}"
        return BadSetup("diverged", f"The training diverged, and its weights are of no use: {again}.")


def checkpoint_path(path: Path) -> Path:
    """Return where the checkpoint of a file of weights is."""
    return path.with_name(f"{path.name}.checkpoint")
