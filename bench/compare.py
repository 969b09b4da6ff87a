"""Compare the speed of this checkout with another one: engine, bots and solver, both doing the same work alternately.

A block starts a process of each checkout. In each of its rounds both do the same piece of every task, one after the
other. It prints the microseconds of processor time per step or solve, for each round the time of its best block, and
their ratio: above 1, this checkout is faster. The median is that of the ratios of all single rounds.

The other checkout needs its own virtual environment, .venv, with the package installed in it, and both must play
the same games: the results are compared.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from statistics import mean, median

from rich.console import Console
from rich.progress import track
from rich.table import Table

HERE = Path(__file__).parents[1]

Times = tuple[float, float]
"""Of this checkout and of the other."""


class Worker:
    """A process of one checkout."""

    def __init__(self, checkout: Path) -> None:
        # Isolated: a PYTHONPATH would make both import the same package.
        command = [str(checkout / ".venv/bin/python"), "-I", str(HERE / "bench/compare_worker.py")]
        self._process = subprocess.Popen(
            command, cwd=checkout, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.tasks = self._read().split("\t")

    def measure(self, task: str, number: int) -> tuple[float, str]:
        """Return the microseconds per step or solve, and a checksum of the result."""
        assert self._process.stdin is not None
        print(task, number, file=self._process.stdin, flush=True)
        seconds, result = self._read().split()
        return float(seconds), result

    def stop(self) -> None:
        """End the process."""
        self._process.communicate()

    def _read(self) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            sys.exit(f"The worker ended with the exit code {self._process.wait()}: see what it said above.")
        return line.strip()


def compare(checkouts: tuple[Path, Path], rounds: int, blocks: int, only: str) -> dict[str, dict[int, list[Times]]]:
    """Return for each task and each number of a round the times of all blocks."""
    times: dict[str, dict[int, list[Times]]] = defaultdict(lambda: defaultdict(list))
    for _ in track(range(blocks), "comparing", transient=True):
        workers = [Worker(checkout) for checkout in checkouts]
        for task in (task for task in workers[0].tasks if only in task):
            for worker in workers:
                worker.measure(task, rounds)  # builds tables
            for number in range(rounds):
                order = (0, 1) if number % 2 else (1, 0)
                measured = dict(sorted((which, workers[which].measure(task, number)) for which in order))
                (here, result), (other, other_result) = measured.values()
                if result != other_result:
                    sys.exit(f"{task}: the checkouts come to different results, so that their times say nothing.")
                times[task][number].append((here, other))
        for worker in workers:
            worker.stop()
    return times


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("other", type=Path, help="the other checkout")
    parser.add_argument("--rounds", type=int, default=10, help="in each block")
    parser.add_argument("--blocks", type=int, default=5)
    parser.add_argument("--only", default="", metavar="TEXT", help="only tasks with this in their names")
    options = parser.parse_args()
    table = Table("task", "other, µs", "here, µs", "best", "median")
    times = compare((HERE, options.other.absolute()), options.rounds, options.blocks, options.only)
    for task, by_number in times.items():
        here, other = (mean(min(pair[which] for pair in pairs) for pairs in by_number.values()) for which in (0, 1))
        middle = median(other / here for pairs in by_number.values() for here, other in pairs)
        table.add_row(task, f"{other:.2f}", f"{here:.2f}", f"{other / here:.2f}", f"{middle:.2f}")
    Console().print(table)


if __name__ == "__main__":
    main()
