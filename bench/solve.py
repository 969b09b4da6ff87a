"""Measure the turn solver: plain Python, numpy and the C kernel, one solve and many, alternating in one run.

The limit beside them is the same arithmetic without bookkeeping: for each of the 34,389 (state, roll) pairs of a
turn a maximum and a multiplication with addition, on as many lanes as the kernel uses, from the first cache. Any time
beyond that the kernel spends on looking up which numbers to use.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median
from time import perf_counter

import numpy as np
from rich.console import Console
from rich.table import Table

from heckmeck.solve import TurnSolver, turn_solver

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from helpers.turn_reference import Reference  # plain Python with exact fractions

MANY = 4096


def best_and_median(run: Callable[[], object], solves: int, rounds: int) -> tuple[float, float]:
    """Return the microseconds per solve: the best round, and the median."""
    times = []
    for _ in range(rounds):
        began = perf_counter()
        run()
        times.append((perf_counter() - began) / solves * 1e6)
    return min(times), median(times)


def worths(solver: TurnSolver, rows: int) -> tuple[np.ndarray, np.ndarray]:
    """Return random worths of stopping and failing."""
    source = np.random.default_rng(1)
    return source.random((rows, solver.sums)), source.random(rows)


def limit(solver: TurnSolver, dtype: type, rounds: int) -> tuple[float, float] | None:
    """Return the time of the bare arithmetic per solve."""
    if solver.kernel is None:
        return None
    pairs = sum(len(level.weights) for level in solver.states.levels)
    kernel = solver.kernel
    return best_and_median(lambda: kernel.bare(pairs, 64, dtype), 64 * kernel.lanes(dtype), rounds)


def measure(rounds: int, console: Console) -> None:
    """Print all measurements."""
    kernel, plain = turn_solver("bratwurmeck"), turn_solver("bratwurmeck", False)
    stop, fail = worths(kernel, MANY)
    table = Table("what", "best µs a solve", "median", title="a turn of Bratwurmeck, start value")
    reference = Reference({"1": 1, "2": 2, "3": 3, "4": 4, "5": 5, "W": 5}, may_fail=True)
    whole = [int(worth * 100) for worth in stop[0]]
    rows: list[tuple[str, tuple[float, float] | None]] = [
        ("plain Python, exact fractions", best_and_median(lambda: reference.solve(whole, 7), 1, min(rounds, 3))),
        ("numpy, one solve", best_and_median(lambda: plain.solve(stop[0], fail[0]), 1, rounds * 5)),
        ("numpy, many, float32", best_and_median(lambda: plain.solve_many(stop[:256], fail[:256]), 256, rounds)),
    ]
    if kernel.kernel is not None:
        rows.append(("kernel, one solve", best_and_median(lambda: kernel.solve(stop[0], fail[0]), 1, rounds * 50)))
    for dtype in (np.float32, np.float64):
        name = dtype.__name__
        if kernel.kernel is not None:
            run = lambda kind=dtype: kernel.solve_many(stop, fail, kind)  # noqa: E731
            rows.append((f"kernel, many, {name}", best_and_median(run, MANY, rounds)))
        rows.append((f"limit of the machine, {name}", limit(kernel, dtype, rounds)))
    for name, times in rows:
        table.add_row(name, *(f"{time:,.2f}" for time in times) if times else ("no kernel", ""))
    console.print(table)
    if kernel.kernel is not None:
        console.print(f"two threads: {two_threads(kernel, stop, fail, rounds):.2f} times as fast as one")


def two_threads(solver: TurnSolver, stop: np.ndarray, fail: np.ndarray, rounds: int) -> float:
    """Return the speed-up of two threads over one, by the best rounds."""
    one, _ = best_and_median(lambda: solver.solve_many(stop, fail), MANY, rounds)
    with ThreadPoolExecutor(2) as pool:
        halves = [(stop[: MANY // 2], fail[: MANY // 2]), (stop[MANY // 2 :], fail[MANY // 2 :])]
        both = lambda: list(pool.map(lambda half: solver.solve_many(*half), halves))  # noqa: E731
        two, _ = best_and_median(both, MANY, rounds)
    return one / two


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=20)
    console = Console()
    console.print(f"Python {sys.version.split()[0]}, numpy {np.__version__}")
    measure(parser.parse_args().rounds, console)


if __name__ == "__main__":
    main()
