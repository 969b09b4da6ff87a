"""Exact small games: the win probability of the player to move in every position of a reduced game for two players.

The value of a position is that of its best turn, where a result is worth one minus the opponent's win probability after
it: V = T(V). T reverses bounds: if low <= V <= high everywhere, then T(high) <= V <= T(low). Bounds that begin at 0 and
1 therefore converge to the value, in whatever order positions are solved, and half their distance is a proven error
bound.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from heckmeck.games.bratwurmeck import Bratwurmeck, BratwurmeckSetup
from heckmeck.solve.bratwurmeck.positions import NONE, Positions, Successors
from heckmeck.solve.kernel import Array
from heckmeck.solve.registry import SmallGame
from heckmeck.solve.solver import turn_solver
from heckmeck.solve.turn_states import Floats
from heckmeck.solve.values import Codes, Values

BATCH = 1 << 10
"""Number of positions that a thread solves at a time: enough to fill the kernel, few enough to stay in its cache."""

ROUGH, SLACK = 1e-3, 1e-5
"""Bounds further apart than ROUGH are narrowed in single precision, and the results are widened by SLACK.

Solving a turn in single precision is twice as fast, and its error is less than half of SLACK, so the bounds hold.
"""

Report = Callable[[int], None]
"""Called after every sweep with the number of positions that are within the tolerance."""


SmallValues = Values[Positions]


class SmallBratwurmeck(SmallGame[BratwurmeckSetup]):
    """Small games of Bratwurmeck, for files of values."""

    def setup(self, options: Mapping[str, object]) -> BratwurmeckSetup:
        """Return the set-up for two players with these options."""
        return BratwurmeckSetup.make({"seats": 2, **options})

    def options(self, setup: BratwurmeckSetup) -> dict[str, object]:
        """Return the portions and the options of the rules."""
        return {
            "portions": list(setup.portions),
            "lower_portion": setup.lower_portion,
            "returned_highest_turns": setup.returned_highest_turns,
        }

    def positions(self, setup: BratwurmeckSetup, codes: Codes) -> Positions:
        """Return the positions with these codes."""
        return Positions(setup, codes)


def solve(values: SmallValues, tolerance: float, threads: int = 1, report: Report = lambda done: None) -> None:
    """Narrow the bounds until all are within the tolerance of their midpoint. Bounds that are known already are kept.

    Groups of positions with the same portions turned over are solved one after the other, those with most portions
    turned over first, because the others lead to them. A group is swept block by block until all its positions are
    within the tolerance. The result does not depend on the number of threads.

    >>> values = Values(Positions(BratwurmeckSetup(seats=2, portions=(21, 21))))
    >>> solve(values, 1e-6)
    >>> round(values.at(values.positions.start)[0], 4)  # 1 / (1 + q), where q is the chance of a failed attempt
    0.9034
    """
    with ThreadPoolExecutor(threads) as pool:
        for blocks in values.positions.groups():
            _solve_group(values, blocks, _wanted(values.positions, blocks, tolerance), pool, report)


def _wanted(positions: Positions, blocks: list[slice], tolerance: float) -> float:
    """Return the required distance of a group's bounds: less where more is turned over, as other groups build on it."""
    first = positions.codes[blocks[0].start : blocks[0].start + 1]
    turned = int((positions.places.digits(first) == 1).sum())
    return 2 * tolerance * (1 - turned / (2 * len(positions.places.portions)))


def _solve_group(
    values: SmallValues, blocks: list[slice], wanted: float, pool: ThreadPoolExecutor, report: Report
) -> None:
    group = slice(blocks[0].start, blocks[-1].stop)
    if not _unsolved(values, group, wanted).size:
        return
    successors = values.positions.successors(group)
    while True:
        for block in blocks:
            rows = _unsolved(values, block, wanted)
            _narrow(values, rows, group.start, successors, pool)
        left = _unsolved(values, group, wanted).size
        report(group.stop - left)
        if not left:
            return


def _unsolved(values: SmallValues, span: slice, wanted: float) -> NDArray[np.int64]:
    """Return the positions whose bounds are still too far from each other."""
    return np.flatnonzero(values.high[span] - values.low[span] > wanted) + int(span.start)


def _narrow(
    values: SmallValues, rows: NDArray[np.int64], start: int, successors: Successors, pool: ThreadPoolExecutor
) -> None:
    """Solve a turn in each of these positions with the bounds of its successors; `start` is the first of the group."""

    def part(here: NDArray[np.int64]) -> tuple[Array, Array]:
        rough = bool(values.high[here[0]] - values.low[here[0]] > ROUGH)
        return _bounds(values, successors.rows(here - start), rough=rough)

    wide = values.high[rows] - values.low[rows] > ROUGH
    parts = [kind[first : first + BATCH] for kind in (rows[wide], rows[~wide]) for first in range(0, len(kind), BATCH)]
    # All bounds are read before any is written, so that the result does not depend on the number of threads.
    for here, (low, high) in zip(parts, list(pool.map(part, parts)), strict=True):
        values.low[here] = np.maximum(values.low[here], low)
        values.high[here] = np.minimum(values.high[here], high)


def _bounds(values: SmallValues, successors: Successors, *, rough: bool) -> tuple[Array, Array]:
    """Return lower and upper bounds for some positions, from solving a turn in each; both are solved in one call."""
    solver, setup = turn_solver(Bratwurmeck.name), values.positions.setup
    stops, fails = [], []
    for after in (values.high, values.low):
        fails.append(1 - after[successors.fail])
        stops.append(stop_worths(setup, successors, 1 - after[successors.exact], fails[-1]))
    kind = np.float32 if rough else np.float64
    both = solver.solve_many(np.concatenate(stops), np.concatenate(fails), kind).astype(np.float64)
    low, high = np.split(both, 2)
    return (low - SLACK, high + SLACK) if rough else (low, high)


def stop_worths(setup: BratwurmeckSetup, successors: Successors, exact: Floats, fail: Floats) -> Floats:
    """Return what stopping at each sum is worth, given what each taken or stolen portion and failing are worth.

    This is the array form of `Bratwurmeck.prizes`: a sum takes its own portion from the grill; else the better of a
    steal and a lower portion; else it fails (BW-3.2 to BW-3.5).
    """
    lowest, highest = setup.portions
    exact = np.where(successors.exact == NONE, -np.inf, exact)
    stop = np.full((len(fail), turn_solver(Bratwurmeck.name).sums), -np.inf)
    lower = np.full(len(fail), -np.inf)
    for portion in range(lowest, highest + 1):
        worth = exact[:, portion - lowest]
        on_grill = (worth > -np.inf) & (successors.top != portion - lowest)
        stop[:, portion] = np.where(on_grill, worth, np.maximum(worth, lower))
        best = worth if setup.lower_portion == "next" else np.maximum(worth, lower)
        lower = np.where(on_grill, best, lower)
    stop[:, highest + 1 :] = lower[:, None]
    return np.where(stop == -np.inf, fail[:, None], stop)
