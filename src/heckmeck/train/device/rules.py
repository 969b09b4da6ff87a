"""The rules of the dice games on a device: what turns can lead to, and how they end, for all games at once."""

from __future__ import annotations

from typing import Any, NamedTuple

import torch

from heckmeck.bots.features import Features
from heckmeck.rl.batch.kernel import rules_of
from heckmeck.rl.batch.layout import DiceLayout, Records
from heckmeck.train.device.functions import functions_on


class Results(NamedTuple):
    """The different results of turns, one after another.

    `results` is how many each turn has, the first one, numbered `first`, a failed attempt (PASS). `actions` and
    `totals` say what they are, and `rows` describe the positions after them. Where a game is `over` then, the row has
    no meaning, and `shares` are the exact shares of all seats, counted from the seat whose turn it was; elsewhere they
    have none. The ways to stop are pairs: turn and sum as one number, `turn * sums + sum` (`stop_at`), and the number
    of the result.
    """

    results: torch.Tensor
    first: torch.Tensor
    actions: torch.Tensor
    totals: torch.Tensor
    rows: torch.Tensor
    over: torch.Tensor
    shares: torch.Tensor
    stop_at: torch.Tensor
    stop_result: torch.Tensor


class Counts(NamedTuple):
    """How many results and ways to stop turns have, a row each, and both numbers of all turns together.

    The sums are on their way to the processor until `arrived`, so that nobody waits for them before they are needed.
    """

    counts: torch.Tensor
    upto: torch.Tensor
    sums: torch.Tensor
    arrived: torch.cuda.Event | None


class DeviceRules:
    """The rules for records of one layout, which are rows of bytes on the device."""

    def __init__(self, layout: DiceLayout[Any, Any, Any], features: Features[Any, Any], device: torch.device) -> None:
        self.layout, self.features, self.device = layout, features, device
        self._rules = self.bytes_of(rules_of(layout, None))
        self._run = functions_on(device)

    def bytes_of(self, numbers: Any) -> torch.Tensor:
        """Return a structure of C, or an array of numpy, as bytes on the device."""
        return torch.frombuffer(bytearray(bytes(numbers)), dtype=torch.uint8).to(self.device)

    def records(self, records: Records) -> torch.Tensor:
        """Return records on the device."""
        return self.bytes_of(records.tobytes()).view(len(records), self.layout.dtype.itemsize)

    def field(self, records: torch.Tensor, name: str) -> torch.Tensor:
        """Return a field of records that is one byte long."""
        return records[:, self.layout.dtype.fields[name][1]]  # type: ignore[index]

    def describe(self, records: torch.Tensor) -> torch.Tensor:
        """Return the rows of positions between turns."""
        rows = self._empty(len(records), self.features.count, dtype=torch.int16)
        self._call("describe", records, len(records), self.features.count, rows)
        return rows

    def count(self, records: torch.Tensor) -> Counts:
        """Count the results of turns of running games."""
        counts = self._empty(2, len(records), dtype=torch.int32)
        self._call("count_results", records, len(records), self.layout.game.sums, *counts)
        upto = counts.cumsum(dim=1, dtype=torch.int32)
        sums = upto[:, -1].to("cpu", non_blocking=True)
        if self.device.type != "cuda":
            return Counts(counts, upto, sums, arrived=None)
        arrived = torch.cuda.Event()
        arrived.record(torch.cuda.current_stream(self.device))
        return Counts(counts, upto, sums, arrived)

    def results(self, records: torch.Tensor, counted: Counts) -> Results:
        """List the results of turns of running games, which were counted."""
        sums, counts = self.layout.game.sums, counted.counts
        first, first_stop = counted.upto - counts
        if counted.arrived is not None:
            counted.arrived.synchronize()
        results, stops = counted.sums.tolist()
        turns = self._empty(results, dtype=torch.int32)
        found = Results(
            results=counts[0],
            first=first,
            actions=self._empty(results, dtype=torch.int32),
            totals=self._empty(results, dtype=torch.int32),
            rows=torch.zeros(results, self.features.count, dtype=torch.int16, device=self.device),
            over=self._empty(results, dtype=torch.bool),
            shares=self._empty(results, self.layout.seats, dtype=torch.float32),
            stop_at=self._empty(stops, dtype=torch.int32),
            stop_result=self._empty(stops, dtype=torch.int32),
        )
        of_turns = (turns, found.actions, found.totals)
        stops_at = (found.stop_at, found.stop_result)
        self._call("write_results", records, len(records), sums, first, first_stop, *of_turns, *stops_at)
        after = (found.rows, found.over, found.shares)
        self._call("describe_results", records, results, *of_turns, self.features.count, *after)
        return found

    def end_turns(self, records: torch.Tensor, actions: torch.Tensor, totals: torch.Tensor) -> None:
        """End the turns of running games by results that were listed."""
        self._call("end_turns", records, len(records), actions, totals)

    def _empty(self, *shape: int, dtype: torch.dtype) -> torch.Tensor:
        return torch.empty(shape, dtype=dtype, device=self.device)

    def _call(self, name: str, records: torch.Tensor, number: int, *arguments: torch.Tensor | int) -> None:
        assert all(each.is_contiguous() for each in (records, *arguments) if isinstance(each, torch.Tensor))
        self._run(f"{self.layout.game.name}_{name}", number, [self._rules, records, number, *arguments])
