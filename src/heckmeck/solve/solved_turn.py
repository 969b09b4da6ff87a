"""A solved turn: the value of every decision, the best decisions, and the results of a policy."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from heckmeck.games import IllegalMove
from heckmeck.games.dice import DICE
from heckmeck.solve.turn_states import Floats, Level
from heckmeck.solve.worths import EQUAL, ROUNDING, first_best

if TYPE_CHECKING:
    from heckmeck.solve.kernel import Array
    from heckmeck.solve.solver import TurnSolver


class Results(NamedTuple):
    """The ends of a turn: the probability of stopping at each sum with a worm, and of a failed attempt before that.

    Whether a sum earns something depends on the position, which is not part of the result.
    """

    stop: Floats
    fail: float


class Expected(NamedTuple):
    """What a way to play brings on average: one row a state, one column for each figure that was asked for.

    `value` is from each state on, `roll` if the dice are rolled there, whatever the policy would do: NaN where no roll
    is possible.
    """

    value: Floats
    roll: Floats


class Policy:
    """A policy for a turn: which state to choose after every roll, and in which states to roll on.

    `keeps` has for each level one of its `choices` for every (state, roll) pair; `rolls` has one truth value per state.
    """

    def __init__(self, solver: TurnSolver, keeps: list[NDArray[np.int64]], rolls: NDArray[np.bool_]) -> None:
        self.solver = solver
        self.keeps = keeps
        self.rolls = rolls

    def results(self, kept: str = "", *, roll: bool | None = None) -> Results:
        """Return the probabilities of the ends of the turn; `roll` overrides the policy for the current decision.

        >>> from heckmeck.solve import turn_solver
        >>> solver = turn_solver("bratwurmeck")
        >>> solved = solver.solve(np.where(np.arange(solver.sums) >= 30, 1.0, 0.0), fail=0)
        >>> round(float(solved.policy().results().stop[30:].sum()), 9)
        0.263789519
        """
        states = self.solver.states
        here = states.after(kept)
        rolls = self.rolls
        if roll is not None:
            rolls = rolls.copy()
            rolls[here] = roll
        flow = np.zeros(len(states.states) + 2)
        flow[here] = 1.0
        for level, chosen in zip(reversed(states.levels), reversed(self.keeps), strict=True):
            span = slice(level.first, level.last)
            rolling = np.where(rolls[span], flow[span], 0.0)
            flow[span] -= rolling
            onward = np.repeat(rolling, _pairs(level)) * level.weights
            flow += np.bincount(chosen, onward, minlength=len(flow))
        return self._ends(flow)

    def expect(self, stop: ArrayLike, fail: ArrayLike) -> Expected:
        """Return what every state brings on average, for several figures at once.

        `stop[s]` has the figures of a turn that ends at the sum s with a worm, `fail` those of a failed attempt. What a
        state brings is exactly the average of what its rolls bring.

        >>> from heckmeck.solve import turn_solver
        >>> solver = turn_solver("bratwurmeck")
        >>> worths = np.where(np.arange(solver.sums) >= 30, 1.0, 0.0)
        >>> solved = solver.solve(worths, fail=0)
        >>> found = solved.policy().expect(np.stack([worths, 1 - worths], axis=1), np.array([0.0, 1.0]))
        >>> found.value[solver.states.start].round(9).tolist()
        [0.263789519, 0.736210481]
        """
        states = self.solver.states
        stop, fail = np.asarray(stop), np.asarray(fail)
        value = np.empty((len(states.states) + 2, len(fail)))
        value[:] = fail
        value[: len(states.states)][states.has_worm] = stop[states.total[states.has_worm]]
        roll = np.full((len(states.states), len(fail)), np.nan)
        for level, chosen in zip(states.levels, self.keeps, strict=True):
            span = slice(level.first, level.last)
            roll[span] = np.add.reduceat(value[chosen] * level.weights[:, None], level.starts)
            value[span] = np.where(self.rolls[span, None], roll[span], value[span])
        return Expected(value[: len(states.states)], roll)

    def _ends(self, flow: Floats) -> Results:
        states = self.solver.states
        ended = flow[: len(states.states)]
        stop = np.zeros(self.solver.sums)
        np.add.at(stop, states.total[states.has_worm], ended[states.has_worm])
        return Results(stop, float(flow[states.failed] + ended[~states.has_worm].sum()))


class SolvedTurn:
    """The exact optimal value of every state of a turn, for one set of worths."""

    def __init__(self, solver: TurnSolver, slots: Array, values: Array) -> None:
        self.solver = solver
        self.values = values
        self._slots = slots
        # Single numbers are read faster from these lists than from arrays: a decision takes a third less time.
        self._value_of = values.data
        self._worth_in = slots.data

    @property
    def start(self) -> float:
        """The value of the turn before the first roll."""
        return float(self.values[self.solver.states.start])

    def value(self, kept: str) -> float:
        """Return the value of the turn with these dice set aside: the better of stopping and rolling."""
        return float(self.values[self.solver.states.after(kept)])

    def stop_value(self, kept: str) -> float | None:
        """Return the value of stopping now; None if that is not allowed."""
        worth = float(self._slots[self.solver.stop_slot[self.solver.states.after(kept)]])
        return None if np.isneginf(worth) else worth

    def roll_value(self, kept: str) -> float | None:
        """Return the value of rolling on; None if no roll is possible."""
        states = self.solver.states
        here = states.after(kept)
        if here < states.rolling:
            return None
        level = states.levels[DICE - len(kept) - 1]
        first = level.starts[here - level.first]
        pairs = slice(first, first + _pairs(level)[here - level.first])
        best = self._extended()[level.choices[:, pairs]].max(axis=0)
        return float(best @ level.weights[pairs])

    def rolls_on(self, kept: str) -> bool:
        """Return whether rolling on is better than stopping now; False if they are equal."""
        solver = self.solver
        here = solver.states.after(kept)
        return bool(self._value_of[here] > self._worth_in[solver.stop_slots[here]] + EQUAL)

    def keep_values(self, kept: str, rolled: str) -> dict[str, float]:
        """Return the value of keeping each face of a roll that may be kept."""
        if len(kept) + len(rolled) != DICE:
            raise IllegalMove(
                "bad_roll", f"{rolled} is not a roll of {DICE - len(kept)} dice.", "RK-5" if kept else "RK-1"
            )
        return {face: self._value_of[after] for face, after in self.solver.states.keeps(kept, rolled)}

    def best_keep(self, kept: str, rolled: str) -> str:
        """Return the best face to keep, the first one among equals. The roll must be valid and have a face to keep.

        >>> from heckmeck.solve import turn_solver
        >>> solver = turn_solver("bratwurmeck")
        >>> solver.solve(np.arange(solver.sums), fail=0).best_keep("5", "122345W")
        'W'
        """
        value_of = self._value_of
        return first_best([(face, value_of[after]) for face, after in self.solver.states.keeps(kept, rolled)])

    def policy(self) -> Policy:
        """Return the best policy. Among equal choices it takes the first, and it stops if rolling gains nothing."""
        states = self.solver.states
        values = self._extended()
        keeps = []
        for level in states.levels:
            worths = values[level.choices]
            best = (worths >= worths.max(axis=0) - ROUNDING).argmax(axis=0)
            keeps.append(level.choices[best, np.arange(len(best))].astype(np.int64))
        stops = self._slots[self.solver.stop_slot]
        rolls = (self.values > stops + ROUNDING) & (np.arange(len(states.states)) >= states.rolling)
        return Policy(self.solver, keeps, rolls)

    def _extended(self) -> Array:
        fail = self._slots[self.solver.fail_slot]
        return np.concatenate([self.values, [fail, -np.inf]])


def _pairs(level: Level) -> NDArray[np.int64]:
    """Return the number of (state, roll) pairs of each state of the level."""
    return np.diff(level.starts, append=len(level.weights))
