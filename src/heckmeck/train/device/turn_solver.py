"""Turns solved on a device, and played by what was found: all positions of a batch at once."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import partial
from typing import NamedTuple

import numpy as np
import torch

from heckmeck.games import AnyDiceGame
from heckmeck.games.dice import DICE
from heckmeck.rl.batch.layout import FACES
from heckmeck.solve import turn_solver
from heckmeck.solve.plain_states import order_outcomes
from heckmeck.solve.turn_states import RollClass, TurnStates
from heckmeck.train.device.functions import Run, functions_on


class Solved(NamedTuple):
    """Solved turns, a column each: what every state is worth, and what a stop there is.

    The last two rows are those of `failed` and `nothing`, which are no states: minus infinity.
    """

    values: torch.Tensor
    stops: torch.Tensor


class DeviceTurnSolver(ABC):
    """Solves turns like a `TurnSolver` without `gives_up`, in single precision, and plays them."""

    def __init__(self, game: AnyDiceGame, device: torch.device) -> None:
        self.solver = turn_solver(game, gives_up=False)
        states = self.solver.states
        self.sums, self.start, self.failed = self.solver.sums, states.start, states.failed
        self.device = device
        nothing = self.solver.fail_slot + 1
        self._stop_slot = torch.tensor([*self.solver.stop_slots, nothing, nothing], device=device)
        left = [*(state.left for state in states.states), 0]
        self._left = torch.tensor(left, dtype=torch.uint8, device=device)
        self._next = torch.tensor(_next_states(states), dtype=torch.int32, device=device)
        totals = np.where(states.has_worm, states.total, self.sums)
        self.total = torch.tensor([*totals.tolist(), self.sums], device=device)
        """The sum of each state with a worm; without one, and after a failed attempt, `sums`."""

    def solve(self, stop: torch.Tensor, fail: torch.Tensor) -> Solved:
        """Solve turns, given what a stop at each sum is worth (a column for each turn), and a failed attempt."""
        nothing = torch.full_like(fail, -torch.inf)
        # The slots of `TurnSolver`.
        slots = torch.cat([stop, torch.where(stop == -torch.inf, fail, stop), fail[None], nothing[None]])
        stops = slots.index_select(0, self._stop_slot)
        return Solved(self._values(stop, fail, stops), stops)

    @abstractmethod
    def _values(self, stop: torch.Tensor, fail: torch.Tensor, stops: torch.Tensor) -> torch.Tensor:
        """Return what all states are worth."""

    def play(self, solved: Solved, generator: torch.Generator) -> torch.Tensor:
        """Play turns by the best decisions; return the states that they end in, `failed` for failed attempts."""
        shape = (DICE, DICE, solved.values.shape[1])  # a roll takes at least one die
        rolls = torch.randint(FACES, shape, dtype=torch.uint8, generator=generator, device=self.device)
        return self.play_with(solved, rolls)

    @abstractmethod
    def play_with(self, solved: Solved, rolls: torch.Tensor) -> torch.Tensor:
        """Play turns with these faces of all dice in each roll, of which only those that are left are looked at.

        A turn is over in a state that is worth no more than a stop there.
        """


class PlainTurnSolver(DeviceTurnSolver):
    """Solves turns on the processor, by the solver itself."""

    def _values(self, stop: torch.Tensor, fail: torch.Tensor, stops: torch.Tensor) -> torch.Tensor:
        found = self.solver.solve_many(stop.t().numpy(), fail.numpy(), np.float32, full=True)
        return torch.cat([torch.from_numpy(found).t(), stops[-2:]])

    def play_with(self, solved: Solved, rolls: torch.Tensor) -> torch.Tensor:
        """Play turns roll by roll."""
        values, stops = solved
        every, faces = torch.arange(values.shape[1]), torch.arange(FACES)
        at = torch.full_like(every, self.start)
        for shown in rolls:
            rolled = torch.arange(DICE)[:, None] < self._left[at]
            counts = ((shown[:, :, None] == faces) & rolled[:, :, None]).sum(dim=0)
            after = self._next[at[:, None], faces, counts]
            worth, best = values[after, every[:, None]].max(dim=1)
            kept = torch.where(worth == -torch.inf, self.failed, after[every, best])
            at = torch.where(values[at, every] > stops[at, every], kept, at)
        return at


class GpuTurnSolver(DeviceTurnSolver):
    """Solves turns by kernel.cu, the states with as many dice left and as many unused faces at once."""

    def __init__(self, game: AnyDiceGame, device: torch.device, run: Run) -> None:
        super().__init__(game, device)
        self._run = run
        self._rolls = [_Rolls(each, device) for each in self.solver.states.classes]

    def _values(self, stop: torch.Tensor, fail: torch.Tensor, stops: torch.Tensor) -> torch.Tensor:
        values, turns = stops.clone(), len(fail)
        for rolls in self._rolls:
            numbers = [rolls.first, rolls.states, turns, len(rolls.depths)]
            tables = [rolls.depths, rolls.choices, rolls.weights, rolls.successors]
            self._run("value_rolls", rolls.states * turns, [*numbers, *tables, fail, values])
        return values

    def play_with(self, solved: Solved, rolls: torch.Tensor) -> torch.Tensor:
        """Play each turn in a thread."""
        turns = rolls.shape[-1]
        ends = torch.empty(turns, dtype=torch.int32, device=self.device)
        tables = [self._left, self._next, *solved, rolls, ends]
        self._run("play_turns", turns, [self.start, self.failed, turns, *tables])
        return ends


class _Rolls:
    """The rolls of states with as many dice left and as many unused faces; see `RollClass`.

    An outcome comes right before those that build on it. `depths` has the number of its faces, `choices` the choice of
    the last of them, `weights` the probabilities, and behind them that of no new face.
    """

    def __init__(self, alike: RollClass, device: torch.device) -> None:
        self.first, self.states = alike.first, alike.successors.shape[1]
        self.successors = torch.tensor(alike.successors, device=device)
        found = order_outcomes(alike.faces, alike.left)
        order = sorted(found.order)
        weights = [*(found.weights.get(counts, 0.0) for counts in order), found.fail]
        self.weights = torch.tensor(weights, dtype=torch.float32, device=device)
        bytes_of = partial(torch.tensor, dtype=torch.uint8, device=device)
        self.depths = bytes_of([sum(count > 0 for count in counts) for counts in order])
        self.choices = bytes_of([found.choice[counts] for counts in order])


def make_turn_solver(game: AnyDiceGame, device: torch.device) -> DeviceTurnSolver:
    """Return a solver for a device."""
    if device.type != "cuda":
        return PlainTurnSolver(game, device)
    return GpuTurnSolver(game, device, functions_on(device))


def _next_states(states: TurnStates) -> np.ndarray:
    """Return the state after each state, face and count of kept dice; `nothing` where that is no choice."""
    found = np.full((len(states.states) + 1, FACES, DICE + 1), states.nothing)
    for number, by_face in enumerate(states.by_face):
        for face, after in by_face.items():
            found[number, states.die.faces.index(face), 1 : len(after)] = after[1:]
    return found
