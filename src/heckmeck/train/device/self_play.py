"""Self-play on a device: it knows the rules, values, solves and plays the turns, and nothing leaves it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import torch

from heckmeck.bots.features import Features
from heckmeck.games import Setup
from heckmeck.rl.batch import make_batch
from heckmeck.rl.batch.layout import RUNNING
from heckmeck.train.backend import Backend, Samples
from heckmeck.train.device.backend import TorchBackend, scores
from heckmeck.train.device.exploration import DeviceExploration
from heckmeck.train.device.rules import DeviceRules, Results
from heckmeck.train.device.turn_solver import DeviceTurnSolver, make_turn_solver
from heckmeck.train.recipe import Recipe

Tensors = Mapping[str, torch.Tensor]


class Games:
    """Games before the first rolls of their turns."""

    def __init__(self, rules: DeviceRules, games: int, generator: torch.Generator) -> None:
        self.rules = rules
        self._new = rules.records(rules.layout.record(rules.layout.game.start(rules.layout.setup)))
        self.records = self._new.repeat(games, 1)
        self._counts = rules.count(self.records)
        self._exploration = DeviceExploration(games, generator)

    def results(self) -> Results:
        """List the results of all turns."""
        return self.rules.results(self.records, self._counts)

    def end_turns(self, listed: Results, ends: torch.Tensor) -> None:
        """End all turns by results with these numbers, some by random ones; begin new games where they are over."""
        explored, chosen = self._exploration.choose(listed.results)
        ends = torch.where(explored, listed.first + chosen, ends)
        self.rules.end_turns(self.records, listed.actions[ends], listed.totals[ends])
        over = self.rules.field(self.records, "status") != RUNNING
        self.records = torch.where(over[:, None], self._new, self.records)
        self._exploration.begin(over)
        self._counts = self.rules.count(self.records)


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

    def __init__(self, solver: DeviceTurnSolver, generator: torch.Generator) -> None:
        self.solver = solver
        self._generator = generator

    def play(self, positions: torch.Tensor, listed: Results, weights: Tensors) -> tuple[Samples, torch.Tensor]:
        """Return what can be learned from positions, and the numbers of the results that their turns end in."""
        worths = self.value(listed, weights)
        solved = self.solver.solve(worths.stop, worths.fail)
        ends = self.solver.total[self.solver.play(solved, self._generator)]
        results = worths.result.gather(0, ends[None])[0]
        shares = scores(weights, positions).softmax(dim=1)
        targets = _with_movers(solved.values[self.solver.start], shares, worths.shares[results])
        return Samples(positions, targets), results

    def value(self, listed: Results, weights: Tensors) -> Worths:
        """Value the results of turns by a network."""
        first, at, result = (each.long() for each in (listed.first, listed.stop_at, listed.stop_result))
        # After a turn it is the next seat's, and the network counts from that one.
        shares = scores(weights, listed.rows).softmax(dim=1).roll(1, dims=1)
        shares = torch.where(listed.over[:, None], listed.shares, shares)
        own, sums, turns = shares[:, 0], self.solver.sums, len(first)
        worths = own[result]
        stop = torch.full((turns * sums,), -torch.inf, device=own.device).scatter_reduce_(0, at, worths, "amax")
        best = torch.where(worths == stop[at], result, len(own))
        chosen = torch.full((turns * sums,), len(own), device=own.device).scatter_reduce_(0, at, best, "amin")
        chosen = torch.where(chosen < len(own), chosen, first.repeat_interleave(sums)).view(turns, sums)
        return Worths(shares, stop.view(turns, sums).t(), own[first], torch.cat([chosen.t(), first[None]]))


def _with_movers(movers: torch.Tensor, before: torch.Tensor, after: torch.Tensor) -> torch.Tensor:
    """Return targets: see `with_movers` of the plain self-play."""
    others, own = before[:, 1:] + 1e-9, movers[:, None]
    surplus = 1 - own - after[:, 1:].sum(dim=1, keepdim=True)
    return torch.cat([own, after[:, 1:] + others * (surplus / others.sum(dim=1, keepdim=True))], dim=1)


class DevicePlayers:
    """Games that are played on a device."""

    def __init__(
        self, setup: Setup, features: Features[Any, Any], recipe: Recipe, seed: int, threads: int, device: torch.device
    ) -> None:
        rules = DeviceRules(make_batch(setup, 1, seed, max_turns=None).dice_layout, features, device)
        generator = torch.Generator(device).manual_seed(seed)
        self._games = Games(rules, recipe.games, generator)
        self._player = TurnPlayer(make_turn_solver(rules.layout.game, device), generator)

    def play(self, backend: Backend) -> list[Samples]:
        """Play one turn in every game."""
        assert isinstance(backend, TorchBackend)
        games = self._games
        with torch.no_grad():
            listed, positions = games.results(), games.rules.describe(games.records)
            samples, ends = self._player.play(positions, listed, backend.target_tensors)
            games.end_turns(listed, ends)
        return [samples]
