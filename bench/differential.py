"""Play the same games by the kernel and by the reference engine, and compare them after every step.

Both get the same random actions and draw the same luck from the same streams. After every step the states, masks,
observations, seats and ends of all games are compared; scores, reasons and records after every 20th. All set-ups of the
tests are played, with every number of seats, with and without a limit of turns; one action in 1,000 is illegal.
"""

from __future__ import annotations

import argparse
import sys
from itertools import count
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from heckmeck.games import get
from heckmeck.rl.batch.kernel import GAMES, library
from helpers.batches import compare
from helpers.random_games import setups

BATCH = 50
STEPS = 200


def differential(name: str, steps: int) -> None:
    """Compare this number of steps of a game, and print which ends occurred."""
    game = get(name)
    every = [(seats, setup) for seats in game.seats for setup in setups(game, seats)]
    began, done, reasons = perf_counter(), 0, set[str]()
    for seed in count():
        _, setup = every[seed % len(every)]
        limit = (None, 10, 1000)[seed // len(every) % 3]
        reasons |= compare(setup, BATCH, STEPS, seed, limit, illegal=0.001, every=20)
        done += BATCH * STEPS
        if done >= steps:
            break
    took = perf_counter() - began
    print(
        f"{name}: {done:,} steps in {len(every)} set-ups are equal ({took:.0f} s); ends: {', '.join(sorted(reasons))}"
    )


def main() -> None:
    """Compare the games that the kernel has."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", choices=[*GAMES, []], help="by default all that the kernel has")
    parser.add_argument("--steps", type=int, default=1_000_000, help="for each game")
    options = parser.parse_args()
    if library() is None:
        sys.exit("There is no kernel to compare with: no compiler was found, or HECKMECK_KERNEL is off.")
    for name in options.games or GAMES:
        differential(name, options.steps)


if __name__ == "__main__":
    main()
