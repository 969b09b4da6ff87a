"""The turn solver as tensor code, and turns that are played by what it found: all positions of a batch at once."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import torch

from heckmeck.games import AnyDiceGame
from heckmeck.games.dice import DICE
from heckmeck.rl.batch.layout import FACES
from heckmeck.solve import turn_solver
from heckmeck.solve.plain_states import outcomes
from heckmeck.solve.turn_states import RollClass, TurnStates

WORSE: Final = -1e30
"""Less than anything is worth; unlike infinity it may be multiplied by 0."""


class _Keeps(NamedTuple):
    """What one more face does to a table of rolls, which are ordered by the number of their new dice.

    Keeping the dice of a choice is compared with what rolls from `begin` to `end` are worth without them: `choices` are
    such triples. The new rolls come behind the old ones; `order` puts them in order again, except after the last face.
    """

    choices: list[tuple[int, int, int]]
    order: torch.Tensor | None


class _Class:
    """The rolls of states with as many dice left and as many unused faces; see `RollClass`."""

    def __init__(self, states: RollClass, device: torch.device) -> None:
        self.choices, self.states = states.successors.shape
        self.span = slice(states.first, states.first + self.states)
        self.successors = torch.tensor(states.successors.ravel(), device=device)
        self.fail = states.outcomes.fail
        probabilities = dict(outcomes(states.faces, states.left))
        rolls: list[tuple[int, ...]] = [()]
        self.keeps: list[_Keeps] = []
        for face in range(states.faces):
            last = face == states.faces - 1
            # Without a used face, all dice have to be new.
            choices, rolls = _with_face(rolls, face, states.left, whole=last and states.faces == FACES)
            order = None if last else sorted(range(len(rolls)), key=lambda roll: sum(rolls[roll]))
            if order is not None:
                rolls = [rolls[roll] for roll in order]
            self.keeps.append(_Keeps(choices, None if order is None else torch.tensor(order, device=device)))
        self.rolls = len(rolls)
        weights = [probabilities.get(roll, 0.0) if any(roll) else 0.0 for roll in rolls]
        self.weights = torch.tensor(weights, dtype=torch.float32, device=device)

    def value(self, choices: torch.Tensor, room: torch.Tensor, other: torch.Tensor) -> torch.Tensor:
        """Return what a roll in each state is worth, but for those without a new face.

        `choices` says what each choice in each state is worth, in every position. `room` and `other` are for rolls.
        """
        shape = (self.rolls, *choices.shape[1:])
        best, ordered = (each[: shape[0] * shape[1]].view(shape) for each in (room, other))
        best[0] = WORSE
        rolls = 1
        for keeps in self.keeps:
            for choice, begin, end in keeps.choices:
                torch.maximum(choices[choice], best[begin:end], out=best[rolls : rolls + end - begin])
                rolls += end - begin
            if keeps.order is not None:
                torch.index_select(best, 0, keeps.order, out=ordered[:rolls])
                best, ordered = ordered, best
        return torch.mv(best.view(self.rolls, -1).t(), self.weights).view(shape[1:])


def _with_face(
    rolls: list[tuple[int, ...]], face: int, dice: int, *, whole: bool
) -> tuple[list[tuple[int, int, int]], list[tuple[int, ...]]]:
    """Return the choices of one more face, and the rolls without and with it; with `whole` only those of all dice."""
    found, choices = [(*roll, 0) for roll in rolls], []
    for count in range(1, dice + 1):
        fits = [place for place, roll in enumerate(rolls) if sum(roll) + count <= dice]
        if whole:
            fits = [place for place in fits if sum(rolls[place]) + count == dice]
        if fits:
            begin, end = fits[0], fits[-1] + 1  # the rolls are ordered, so that these are side by side
            choices.append((face * dice + count - 1, begin, end))
            found += [(*roll, count) for roll in rolls[begin:end]]
    return choices, found


class Solved(NamedTuple):
    """Solved turns, a column each: what every state is worth, and what a stop there is.

    The last two rows are those of `failed` and `nothing`, which are no states: minus infinity.
    """

    values: torch.Tensor
    stops: torch.Tensor


class DeviceTurnSolver:
    """Solves turns like a `TurnSolver` without `gives_up`, in single precision, and plays them."""

    def __init__(self, game: AnyDiceGame, device: torch.device) -> None:
        solver = turn_solver(game, gives_up=False)
        states = solver.states
        self.sums, self.start, self.failed = solver.sums, states.start, states.failed
        self._device = device
        self._classes = [_Class(each, device) for each in states.classes]
        self._rows = max(each.rolls * each.states for each in self._classes)
        self._choices = max(each.choices * each.states for each in self._classes)
        nothing = solver.fail_slot + 1
        self._stop_slot = torch.tensor([*solver.stop_slots, nothing, nothing], device=device)
        self._room = torch.empty(0, 0, device=device)
        self._left = torch.tensor([*(state.left for state in states.states), 0], device=device)
        self._over = torch.arange(len(states.states) + 1, device=device) < states.rolling
        self._over[states.failed] = True
        self._faces = torch.arange(FACES, device=device)
        self._next = torch.tensor(_next_states(states), device=device)
        totals = np.where(states.has_worm, states.total, self.sums)
        self.total = torch.tensor([*totals.tolist(), self.sums], device=device)
        """The sum of each state with a worm; without one, and after a failed attempt, `sums`."""

    def solve(self, stop: torch.Tensor, fail: torch.Tensor) -> Solved:
        """Solve turns, given what a stop at each sum is worth (a column for each turn), and a failed attempt."""
        turns = len(fail)
        nothing = torch.full_like(fail, -torch.inf)
        # The slots of `TurnSolver`.
        slots = torch.cat([stop, torch.where(stop == -torch.inf, fail, stop), fail[None], nothing[None]])
        stops = slots.index_select(0, self._stop_slot)
        values = stops.clone()
        if self._room.shape[1] != turns:  # kept for the next turns: new memory costs more than the arithmetic
            self._room = torch.empty(2 * self._rows + self._choices, turns, device=self._device)
        room, other, choices = (self._room[begin:] for begin in (0, self._rows, 2 * self._rows))
        for each in self._classes:
            chosen = choices[: len(each.successors)]
            torch.index_select(values, 0, each.successors, out=chosen)
            rolled = each.value(chosen.view(each.choices, each.states, turns), room, other)
            span = values[each.span]
            torch.maximum(span, rolled.add_(fail, alpha=each.fail), out=span)
        return Solved(values, stops)

    def play(self, solved: Solved, generator: torch.Generator) -> torch.Tensor:
        """Play turns by the best decisions; return the states that they end in, `failed` for failed attempts."""
        values, stops = solved
        every = torch.arange(values.shape[1], device=self._device)
        at = torch.full_like(every, self.start)
        for _ in range(DICE):  # a roll takes at least one die
            rolls = ~self._over[at] & (values[at, every] > stops[at, every])
            after = self._next[at[:, None], self._faces, self._roll(self._left[at], generator)]
            worth, best = values[after, every[:, None]].max(dim=1)
            kept = torch.where(worth == -torch.inf, self.failed, after[every, best])
            at = torch.where(rolls, kept, at)
        return at

    def _roll(self, dice: torch.Tensor, generator: torch.Generator) -> torch.Tensor:
        """Roll some dice for each turn; return how many show each face."""
        shown = torch.randint(FACES, (len(dice), DICE), generator=generator, device=self._device)
        rolled = torch.arange(DICE, device=self._device) < dice[:, None]
        return ((shown[:, :, None] == self._faces) & rolled[:, :, None]).sum(dim=1)


def _next_states(states: TurnStates) -> np.ndarray:
    """Return the state after each state, face and count of kept dice; `nothing` where that is no choice."""
    found = np.full((len(states.states) + 1, FACES, DICE + 1), states.nothing)
    for number, by_face in enumerate(states.by_face):
        for face, after in by_face.items():
            found[number, states.die.faces.index(face), 1 : len(after)] = after[1:]
    return found
