"""Compare variants of the server with the unchanged one, alternately at full speed, by processor time per move."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

from bench.server_process import SEATS, Process, set_up
from bench.wire_load import Load
from rich.table import Table as Grid

AS_IT_IS = "as it is"


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
        self._load = Load(self.server.port, tokens)
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
        if self.server.process is not None:
            self.server.stop()


async def compare(variants: Sequence[Variant], sockets: int, seconds: float, rounds: int) -> None:
    """Measure all variants, in a different order in each round. The first round is not counted."""
    try:
        for variant in variants:
            await variant.start(sockets)
        for number in range(rounds + 1):
            first = number % len(variants)
            for variant in (*variants[first:], *variants[:first]):
                measured = await variant.measure(seconds)
                if number:
                    variant.rounds.append(measured)
    finally:
        for variant in variants:
            variant.stop()


def describe(variants: Sequence[Variant]) -> Grid:
    """Return a table of the medians, and of the ratios to the first variant in the same round."""
    grid = Grid("variant", "moves a second", "µs of a core a move", "beside the first, moves a second", "µs of a core")
    first = variants[0].rounds
    for variant in variants:
        rates = [each.rate / base.rate for each, base in zip(variant.rounds, first, strict=True)]
        costs = [each.each / base.each for each, base in zip(variant.rounds, first, strict=True)]
        grid.add_row(
            variant.name,
            f"{median(each.rate for each in variant.rounds):,.0f}",
            f"{median(each.each for each in variant.rounds):.0f}",
            _spread(rates),
            _spread(costs),
        )
    return grid


def _spread(ratios: Sequence[float]) -> str:
    return f"{median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})"


def frame_variants(folder: Path) -> list[Variant]:
    """Return the unchanged server, and the variants that read or write frames in another way.

    The first is listed twice: the difference of the two shows how far the others may differ by chance.
    """
    names = (AS_IT_IS, "as it is, again", "read by the library", "framed for each socket")
    return [Variant(name, Process(folder / name, None, variant=name)) for name in names]


def versions(folder: Path, checkout: Path) -> list[Variant]:
    """Return the server of another checkout, and this one twice.

    The difference of the two equal ones shows how far versions may differ by chance.
    """
    other = Variant(f"of {checkout.name}", Process(folder / "other", None, checkout=checkout.absolute()))
    names = (AS_IT_IS, "as it is, again")
    return [other, *(Variant(name, Process(folder / name, None, variant=name)) for name in names)]
