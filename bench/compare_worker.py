"""The tasks that bench/compare.py runs in a process of each checkout.

It reads the name of a task and a number from each line of its input, and answers with the microseconds of processor
time per step or solve and a checksum of the result. It uses only names that exist in both versions.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from time import process_time
from zlib import crc32

import numpy as np

from heckmeck.games import CHANCE, GAMES
from heckmeck.play import Simulation
from heckmeck.solve import TurnSolver, turn_solver

STEPS = 5000
"""Number of steps after which no new game is begun."""

Task = Callable[[int], tuple[int, object]]
"""Does the piece of work with this number; returns the number of steps or solves, and the result."""


def tasks() -> Iterator[tuple[str, Task]]:
    """Yield all tasks by name. Each takes a few hundredths of a second."""
    for game in GAMES:
        yield f"engine {game}", partial(random_games, game)
        for bot in ("greedy", "sure", "cautious", "random"):
            if bot != "sure" or game != "karteneck":
                yield f"bots {game} {bot}", partial(bot_games, game, bot)
    yield from solves()


def random_games(game: str, number: int) -> tuple[int, object]:
    """Play random games through the plain engine."""
    rules, source, steps = GAMES[game], Random(number), 0
    while steps < STEPS:
        state = rules.start(rules.setup(seats=2))
        while (actor := rules.to_act(state)) is not None:
            if actor is CHANCE:
                state, _ = rules.apply(state, rules.sample(state, source))
            else:
                moves = rules.legal_moves(state)
                state, _ = rules.apply(state, moves[source.randrange(len(moves))])
            steps += 1
    return steps, rules.standings(state)


def bot_games(game: str, bot: str, number: int) -> tuple[int, object]:
    """Play games of a bot against itself, different ones for each number because solved turns are cached."""
    steps = 0
    for table in Simulation(GAMES[game], (bot, bot), seed=number).tables(STEPS):
        steps += table.length
        if steps >= STEPS:
            break
    return steps, table.steps


def solves() -> Iterator[tuple[str, Task]]:
    """Yield the tasks of the turn solver, with the kernel and without."""
    kernel, plain = turn_solver("bratwurmeck"), turn_solver("bratwurmeck", False)
    yield "solve numpy, one", partial(single_solves, plain, 20, True)
    yield "solve numpy, many", partial(many_solves, plain, 128, np.float32)
    yield "solve kernel, one", partial(single_solves, kernel, 1024, True)
    yield "solve kernel, one without start", partial(single_solves, kernel, 1024, False)
    yield "solve kernel, many, float32", partial(many_solves, kernel, 8192, np.float32)
    yield "solve kernel, many, float64", partial(many_solves, kernel, 8192, np.float64)


def single_solves(solver: TurnSolver, rows: int, start: bool, number: int) -> tuple[int, object]:
    """Solve one turn after another."""
    stop = np.random.default_rng(number).random((rows, solver.sums))
    return rows, [solver.solve(row, 0.5, start=start).value("5W") for row in stop]


def many_solves(solver: TurnSolver, rows: int, kind: type, number: int) -> tuple[int, object]:
    """Solve many turns at once."""
    source = np.random.default_rng(number)
    return rows, solver.solve_many(source.random((rows, solver.sums)), source.random(rows), kind).tolist()


def main() -> None:
    """Answer until the input ends."""
    known = dict(tasks())
    print(*known, sep="\t", flush=True)
    for line in sys.stdin:
        task, number = line.rsplit(maxsplit=1)
        began = process_time()
        units, result = known[task](int(number))
        seconds = process_time() - began
        print(seconds / units * 1e6, crc32(repr(result).encode()), flush=True)


if __name__ == "__main__":
    main()
