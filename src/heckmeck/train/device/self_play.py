"""Self-play on a device: processors list what turns can lead to, and the device values, solves and plays them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from heckmeck.bots.features import Features
from heckmeck.games import Setup
from heckmeck.rl.batch import make_batch
from heckmeck.rl.batch.layout import RUNNING, Indices
from heckmeck.rl.batch.valuation import TurnResults, make_valuation
from heckmeck.train.backend import Backend, Samples
from heckmeck.train.device.backend import TorchBackend, scores
from heckmeck.train.device.turn_solver import DeviceTurnSolver
from heckmeck.train.exploration import Exploration
from heckmeck.train.recipe import Recipe

Tensors = Mapping[str, torch.Tensor]


class Games:
    """Games of which a processor knows the rules, and a device decides how their turns end."""

    def __init__(self, setup: Setup, features: Features[Any, Any], games: int, seed: int) -> None:
        self._batch = make_batch(setup, 1, seed, max_turns=None)  # its rules, not its game
        self.layout = self._batch.dice_layout
        self._valuation = make_valuation(self.layout, features)
        self._new = self.layout.record(self.layout.game.start(setup))
        self.records = np.repeat(self._new, games)
        """Before the first roll of a turn: dice are rolled on the device."""
        self._exploration = Exploration(games, np.random.default_rng(seed))
        self._results = self._valuation.results(self.records)

    def turns(self) -> Turns:
        """Return the turns that are to be played."""
        return Turns(self._valuation.describe(self.records), self._results)

    def end_turns(self, ends: Indices) -> None:
        """End all turns by results with these numbers, or some of them at random, and list those of the next turns."""
        results = self._results
        games, chosen = self._exploration.choose(results.results)
        ends[games] = first_results(results)[games] + chosen
        self.records = self._batch.after(self.records, results.actions[ends], results.totals[ends])
        over = np.flatnonzero(self.records["status"] != RUNNING)
        self.records[over] = self._new
        self._exploration.begin(over)
        self._results = self._valuation.results(self.records)


def first_results(listed: TurnResults) -> Indices:
    """Return the number of the first result of each turn, which is a failed attempt."""
    first: Indices = np.cumsum(listed.results, dtype=np.intp) - listed.results
    return first


class Turns(NamedTuple):
    """Positions, as rows of the network's table, and the results of their turns."""

    rows: NDArray[np.int16]
    listed: TurnResults

    def tensors(self, device: torch.device) -> dict[str, torch.Tensor]:
        """Return what a device needs, ready to be copied there while others work."""
        listed = self.listed
        found = {"positions": self.rows, "first": first_results(listed), **listed._asdict()}
        needed = ("positions", "first", "rows", "over", "shares", "stop_at", "stop_result")
        tensors = {name: torch.from_numpy(found[name]) for name in needed}
        return {name: each.pin_memory() for name, each in tensors.items()} if device.type == "cuda" else tensors


class Worths(NamedTuple):
    """What the results of turns are worth: the shares of all seats, counted from the one whose turn it is.

    `stop` is the worth of the best stop at each sum, a column for each turn; `result` the number of that result. Where
    none earns anything, and in the last row, which is for turns that end without a worm, it is a failed attempt.
    """

    shares: torch.Tensor
    stop: torch.Tensor
    fail: torch.Tensor
    result: torch.Tensor


class TurnPlayer:
    """Plays turns on a device."""

    def __init__(self, solver: DeviceTurnSolver, device: torch.device, seed: int) -> None:
        self.solver = solver
        self.device = device
        self._generator = torch.Generator(device).manual_seed(seed)

    def play(self, turns: Tensors, weights: Tensors) -> tuple[Samples, torch.Tensor]:
        """Return what can be learned from turns, and the numbers of the results that they end in."""
        given = {name: each.to(self.device, non_blocking=True) for name, each in turns.items()}
        with torch.no_grad():
            worths = self.value(given, weights)
            solved = self.solver.solve(worths.stop, worths.fail)
            ends = self.solver.total[self.solver.play(solved, self._generator)]
            results = worths.result.gather(0, ends[None])[0]
            shares = scores(weights, given["positions"]).softmax(dim=1)
            targets = _with_movers(solved.values[self.solver.start], shares, worths.shares[results])
        return Samples(given["positions"], targets), results

    def value(self, given: Tensors, weights: Tensors) -> Worths:
        """Value the results of turns by a network."""
        first, at, result = (given[name].long() for name in ("first", "stop_at", "stop_result"))
        # After a turn it is the next seat's, and the network counts from that one.
        shares = scores(weights, given["rows"]).softmax(dim=1).roll(1, dims=1)
        shares[given["over"].long()] = given["shares"]
        own, sums, turns = shares[:, 0], self.solver.sums, len(first)
        worths = own[result]
        stop = torch.full((turns * sums,), -torch.inf, device=self.device).scatter_reduce_(0, at, worths, "amax")
        best = torch.where(worths == stop[at], result, len(own))
        chosen = torch.full((turns * sums,), len(own), device=self.device).scatter_reduce_(0, at, best, "amin")
        chosen = torch.where(chosen < len(own), chosen, first.repeat_interleave(sums)).view(turns, sums)
        return Worths(shares, stop.view(turns, sums).t(), own[first], torch.cat([chosen.t(), first[None]]))


def _with_movers(movers: torch.Tensor, before: torch.Tensor, after: torch.Tensor) -> torch.Tensor:
    """Return targets: see `with_movers` of the plain self-play."""
    others, own = before[:, 1:] + 1e-9, movers[:, None]
    surplus = 1 - own - after[:, 1:].sum(dim=1, keepdim=True)
    return torch.cat([own, after[:, 1:] + others * (surplus / others.sum(dim=1, keepdim=True))], dim=1)


class DevicePlayers:
    """Games that are played on a device, part by part.

    While the device plays and learns from one part, processors end the turns of the others and list the next ones.
    """

    def __init__(
        self, setup: Setup, features: Features[Any, Any], recipe: Recipe, seed: int, threads: int, device: torch.device
    ) -> None:
        self._device = device
        size = recipe.part or recipe.games
        sizes = [min(size, recipe.games - begin) for begin in range(0, recipe.games, size)]
        self._parts = [Games(setup, features, games, seed + part) for part, games in enumerate(sizes)]
        solver = DeviceTurnSolver(self._parts[0].layout.game, device)
        self._player = TurnPlayer(solver, device, seed)
        self._pool = ThreadPoolExecutor(threads)
        self._turns: list[Future[Tensors]] = [self._pool.submit(self._prepare, part) for part in self._parts]

    def play(self, backend: Backend) -> Iterator[Samples]:
        """Play one turn in every game; return after each part what can be learned from it."""
        assert isinstance(backend, TorchBackend)
        for number, part in enumerate(self._parts):
            samples, results = self._player.play(self._turns[number].result(), backend.slow_tensors)
            self._turns[number] = self._pool.submit(self._go_on, part, _Copied(results))
            yield samples

    def _go_on(self, part: Games, results: _Copied) -> Tensors:
        part.end_turns(results.wait())
        return self._prepare(part)

    def _prepare(self, part: Games) -> Tensors:
        return part.turns().tensors(self._device)


class _Copied:
    """Numbers on their way from a device, which others can wait for without holding up what comes after them."""

    def __init__(self, numbers: torch.Tensor) -> None:
        self._numbers = numbers.to("cpu", non_blocking=numbers.is_cuda)
        self._arrived = torch.cuda.current_stream(numbers.device).record_event() if numbers.is_cuda else None

    def wait(self) -> Indices:
        """Return the numbers when they are there."""
        if self._arrived is not None:
            self._arrived.synchronize()
        found: Indices = self._numbers.numpy()
        return found
