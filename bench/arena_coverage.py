"""Measure how often the 95 % intervals of an arena contain the true value, in simulated arenas with known shares."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from math import isfinite, log

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

from heckmeck.play import intervals
from heckmeck.play.arena import ROUND
from heckmeck.play.intervals import share_interval
from heckmeck.play.ratings import POINTS, rate

Floats = NDArray[np.float64]
Deals = Callable[[np.random.Generator, float, int], Floats]
"""Simulates a number of deals: the first bot's share of the wins in each, given its true share."""

SHARES = (0.5, 0.8, 0.97, 0.997)
DEALS = (100, 300, 1000)
POOL_DEALS = (300,)
BOUNDS = (0.93, 0.99)
UNTIL = 0.02
POOLS = {"50 % and 50 %": (0.5, 0.5), "80 % and 97 %": (0.8, 0.97), "80 % and 99.7 %": (0.8, 0.997)}
"""Pools of three bots: the true shares of the first one against the others."""


def independent(source: np.random.Generator, share: float, number: int) -> Floats:
    """Two independent games a deal."""
    return np.asarray(source.binomial(2, share, number) / 2)


def alike(source: np.random.Generator, share: float, number: int) -> Floats:
    """Two games a deal that always have the same winner."""
    return np.asarray(source.binomial(1, share, number), float)


def partly_alike(source: np.random.Generator, share: float, number: int) -> Floats:
    """Two games a deal; in half of the deals the second ends like the first."""
    first, alone = source.random((2, number)) < share
    return np.asarray((first * 1.0 + np.where(source.random(number) < 0.5, first, alone)) / 2)


def mirrored(source: np.random.Generator, share: float, number: int) -> Floats:
    """Two games a deal, mostly decided by the luck of a seat: what one bot wins there, the other wins too."""
    luck, other = source.random((2, number))
    second = np.where(source.random(number) < 0.7, luck, other)
    return np.asarray(((luck < share) * 1.0 + (second > 1 - share)) / 2)


def three_seats(source: np.random.Generator, share: float, number: int) -> Floats:
    """Six games a deal, as at a table with three seats, with chances that differ from deal to deal."""
    return np.asarray(source.binomial(6, source.beta(5 * share, 5 * (1 - share), number)) / 6)


KINDS: dict[str, Deals] = {
    "two independent games": independent,
    "two games, partly alike": partly_alike,
    "two games that end alike": alike,
    "two games, mirrored luck": mirrored,
    "six games, luck of the deal": three_seats,
}


STOPPED = ("two independent games", "two games that end alike", "two games, mirrored luck")
"""Kinds that are also played until the interval is narrow enough."""


def stopped(shares: Floats, until: float) -> Floats:
    """Return the deals that an arena with --until plays."""
    for number in range(ROUND, len(shares), ROUND):
        low, high = share_interval(shares[:number].tolist())
        mean = shares[:number].mean()
        if max(mean - low, high - mean) <= until:
            return shares[:number]
    return shares


def imagine(near: float, far: float) -> None:
    """Use other imagined deals than the arena does, to show their effect."""
    intervals.NEAR, intervals.FAR = near, far


def share_coverage(kind: str, share: float, deals: int, arenas: int, until: float | None) -> float:
    """Return the proportion of simulated arenas whose interval contains the true share."""
    source = np.random.default_rng([deals, round(1000 * share)])
    held = 0
    for _ in range(arenas):
        played = KINDS[kind](source, share, deals)
        low, high = share_interval((played if until is None else stopped(played, until)).tolist())
        held += low <= share <= high
    return held / arenas


def pool_coverage(shares: tuple[float, ...], deals: int, arenas: int) -> float:
    """Return the proportion of ratings, in simulated arenas of three bots, whose interval contains the true rating.

    All pairings of a deal share part of their luck. Ratings are relative to the mean of the bots that neither
    won nor lost everything.
    """
    truth = np.array([0.0, *(-log(share / (1 - share)) for share in shares)])
    source = np.random.default_rng(deals)
    pairs = [(0, 1), (0, 2), (1, 2)]
    chances = [1 / (1 + np.exp(truth[other] - truth[one])) for one, other in pairs]
    held = 0
    for _ in range(arenas):
        luck = source.random((2, deals, 1))
        own = np.where(source.random((2, deals, 3)) < 0.5, luck, source.random((2, deals, 3)))
        played = (own < chances).mean(axis=0)
        found = rate("abc", {("abc"[i], "abc"[j]): played[:, k].tolist() for k, (i, j) in enumerate(pairs)})
        placed = [i for i, bot in enumerate("abc") if all(map(isfinite, found[bot]))] or [0, 1, 2]
        zero = np.mean([found["abc"[i]].value for i in placed])
        for i, bot in enumerate("abc"):
            true = POINTS * (truth[i] - truth[placed].mean()) + zero
            held += found[bot].low <= true <= found[bot].high
    return held / arenas / 3


def main() -> None:
    """Simulate, print the coverage of all intervals, and fail if one is out of bounds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--arenas", type=int, default=500, help="simulated for each figure")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument(
        "--imagined",
        type=float,
        nargs=2,
        default=(intervals.NEAR, intervals.FAR),
        metavar=("NEAR", "FAR"),
        help="imagined deals; 0.5 0.5 is Jeffreys' interval, 1 0 is Clopper and Pearson's",
    )
    arguments = parser.parse_args()
    console = Console(width=110)
    with ProcessPoolExecutor(arguments.processes, initializer=imagine, initargs=arguments.imagined) as pool:
        found = [
            *_shares(pool, console, arguments.arenas),
            *_pools(pool, console, arguments.arenas),
        ]
    low, high = BOUNDS
    outside = sum(not low <= each <= high for each in found)
    console.print(
        f"{len(found)} figures from {100 * min(found):.1f} to {100 * max(found):.1f} %; {outside} outside 93 to 99 %"
    )
    sys.exit(outside > 0)


def _shares(pool: ProcessPoolExecutor, console: Console, arenas: int) -> list[float]:
    rows: list[tuple[str, int, float | None]] = [(kind, deals, None) for kind in KINDS for deals in DEALS]
    rows += [(kind, 1000, UNTIL) for kind in STOPPED]
    table = Table("games of a deal", "deals", *(f"{100 * share:g} %" for share in SHARES))
    table.title = f"intervals that hold the true share of the wins, in % of {arenas} arenas"
    found: list[float] = []
    waiting = [
        [pool.submit(share_coverage, kind, share, deals, arenas, until) for share in SHARES]
        for kind, deals, until in rows
    ]
    for (kind, deals, until), futures in zip(rows, waiting, strict=True):
        coverages = [future.result() for future in futures]
        found += coverages
        number = f"{deals:,}" if until is None else f"until {100 * until:g}pp, up to {deals:,}"
        table.add_row(kind, number, *(f"{100 * coverage:.1f}" for coverage in coverages))
    console.print(table)
    return found


def _pools(pool: ProcessPoolExecutor, console: Console, arenas: int) -> list[float]:
    table = Table("shares of the first of three bots", *(f"{deals:,} deals" for deals in POOL_DEALS))
    table.title = f"intervals that hold the true rating, in % of those of {arenas} arenas"
    waiting = {
        name: [pool.submit(pool_coverage, shares, deals, arenas) for deals in POOL_DEALS]
        for name, shares in POOLS.items()
    }
    found: list[float] = []
    for name, futures in waiting.items():
        coverages = [future.result() for future in futures]
        found += coverages
        table.add_row(name, *(f"{100 * coverage:.1f}" for coverage in coverages))
    console.print(table)
    return found


if __name__ == "__main__":
    main()
