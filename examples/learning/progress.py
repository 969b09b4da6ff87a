"""The progress of a learner: lines while it learns, and a picture of its curve."""

from __future__ import annotations

import math
import sys
from collections.abc import Mapping
from pathlib import Path
from time import perf_counter

from heckmeck.games import BadSetup


class Progress:
    """Counts updates and minutes, prints a line for every measurement, and draws them.

    It ends after a number of updates, or after some minutes if that is earlier.
    """

    def __init__(self, updates: int, minutes: float | None = None) -> None:
        self.updates = updates
        self.measured: list[tuple[int, dict[str, float]]] = []
        self._limit = math.inf if minutes is None else 60 * minutes
        self._begin = perf_counter()
        self.done = 0

    @property
    def seconds(self) -> float:
        """The time since the beginning."""
        return perf_counter() - self._begin

    @property
    def share(self) -> float:
        """The completed share of the learning, from 0 to 1: the larger of the shares of updates and minutes."""
        by_updates = self.done / self.updates if self.updates else 1.0
        return min(max(by_updates, self.seconds / self._limit if self._limit else 1.0), 1.0)

    def due(self, times: int) -> bool:
        """Whether it is time to measure: about this many times in all, and at the end."""
        return self.share >= 1 or self.share * times >= len(self.measured)

    def add(self, figures: Mapping[str, float]) -> None:
        """Print what was measured, and remember it."""
        self.measured.append((self.done, dict(figures)))
        shown = "  ".join(f"{name} {figure:.4f}" for name, figure in figures.items())
        sys.stdout.write(f"update {self.done} of {self.updates}, {self.seconds:.0f} s:  {shown}\n")
        sys.stdout.flush()

    def plot(self, path: Path, title: str, marks: Mapping[str, float], *, logarithmic: bool = False) -> None:
        """Draw all figures over the updates as PNG or SVG, with a line for each target."""
        try:
            from matplotlib.figure import Figure
        except ModuleNotFoundError:
            raise BadSetup("no_matplotlib", "Pictures need matplotlib: pip install 'heckmeck[plot]'.") from None
        figure = Figure(figsize=(7, 4), layout="constrained")
        axes = figure.subplots()
        updates = [update for update, _ in self.measured]
        for name in self.measured[0][1]:
            axes.plot(updates, [figures[name] for _, figures in self.measured], label=name)
        for name, height in marks.items():
            axes.axhline(height, color="grey", linestyle="--", linewidth=1, label=name)
        axes.set(title=title, xlabel="updates", yscale="log" if logarithmic else "linear")
        axes.grid(alpha=0.3)
        axes.legend()
        figure.savefig(path, dpi=100, metadata={"Software": None} if path.suffix == ".png" else None)
