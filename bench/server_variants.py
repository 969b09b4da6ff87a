"""Compare variants of the server, alternately at full speed, by processor time per move."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple, TypeVar

from bench.server_process import SEATS, Process, set_up
from bench.wire_load import Load
from rich.table import Table as Grid

T = TypeVar("T")

AS_IT_IS = "as it is"
AGAIN = "as it is, again"


class Measured(NamedTuple):
    """One round of one variant."""

    rate: float
    """Moves a second."""
    each: float
    """Processor time of the server for a move, in microseconds."""


class Variant:
    """A server, its players, and the measurements."""

    def __init__(self, name: str, server: Process) -> None:
        self.name = name
        self.server = server
        self.rounds: list[Measured] = []
        self._load: Load | None = None

    async def start(self, sockets: int) -> None:
        """Start the server and let the players connect."""
        self.server.folder.mkdir()
        self.server.start()
        tokens, codes = await set_up(self.server, sockets // SEATS)
        self._load = Load(self.server.socket_port, tokens)
        await self._load.connect(codes)

    async def measure(self, seconds: float) -> Measured:
        """Let all tables move as fast as they can."""
        assert self._load is not None
        used = self.server.seconds
        rate = await self._load.flat_out(seconds)
        return Measured(rate, 1e6 * (self.server.seconds - used) / max(self._load.moves, 1))

    def stop(self) -> None:
        """Stop the players and the server."""
        if self._load is not None:
            self._load.close()
        if self.server.is_running:
            self.server.end()


async def compare(variants: Sequence[Variant], sockets: int, seconds: float, rounds: int) -> None:
    """Measure all variants, in a different order in each round. The first round is not counted."""
    try:
        for variant in variants:
            await variant.start(sockets)
        for number in range(rounds + 1):
            for variant in in_turn(variants, number):
                measured = await variant.measure(seconds)
                if number:
                    variant.rounds.append(measured)
    finally:
        for variant in variants:
            variant.stop()


def in_turn(things: Sequence[T], number: int) -> Sequence[T]:
    """Return what is compared in the order of a round: each round begins with another one."""
    first = number % len(things)
    return (*things[first:], *things[:first])


def describe(variants: Sequence[Variant]) -> Grid:
    """Return a table of the medians, and of the ratios to the first variant in the same round."""
    grid = Grid("variant", "moves a second", "µs of a core a move", "beside the first, moves a second", "µs of a core")
    for variant in variants:
        grid.add_row(variant.name, *figures(variant, variants[0]))
    return grid


def figures(variant: Variant, first: Variant) -> tuple[str, str, str, str]:
    """Return the medians of a variant, and its ratios to the first variant in the same round."""
    rates = [each.rate / base.rate for each, base in zip(variant.rounds, first.rounds, strict=True)]
    costs = [each.each / base.each for each, base in zip(variant.rounds, first.rounds, strict=True)]
    return (
        f"{median(each.rate for each in variant.rounds):,.0f}",
        f"{median(each.each for each in variant.rounds):.0f}",
        _spread(rates),
        _spread(costs),
    )


def _spread(ratios: Sequence[float]) -> str:
    return f"{median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})"


def versions(folder: Path, checkout: Path) -> list[Variant]:
    """Return the server of another checkout, and this one twice.

    The difference of the two equal ones shows how far versions may differ by chance.
    """
    other = Variant(f"of {checkout.name}", Process(folder / "other", None, checkout=checkout))
    return [other, *(Variant(name, Process(folder / name, None)) for name in (AS_IT_IS, AGAIN))]
