"""The turn solver in plain Python, for where there is no numpy. `solver.py` does the same much faster."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, cached_property
from itertools import groupby
from math import inf
from operator import itemgetter, mul
from typing import NamedTuple

from heckmeck.games import AnyDiceGame
from heckmeck.solve.plain_states import order_outcomes, plain_states, without_last
from heckmeck.solve.worths import EQUAL, MAY_NOT_STOP, ROUNDING, first_best

Vector = tuple[float, ...]


class RollPlan(NamedTuple):
    """How to value a roll: for each choice the places of the outcomes that it builds on, and the weights of all.

    The first place is that of the outcome without a new face.
    """

    runs: tuple[tuple[int, ...], ...]
    getters: tuple[Callable[[list[float]], Sequence[float]], ...]
    """Read the values at the places of each run, which is faster than reading them one by one."""
    weights: tuple[float, ...]


@cache
def _roll_plan(faces: int, dice: int) -> RollPlan:
    order, choice, _, weights, fail = order_outcomes(faces, dice)
    place = {counts: number for number, counts in enumerate(order, 1)}
    runs: list[tuple[int, ...]] = [()] * (faces * dice)
    for last, alike in groupby(order, key=lambda counts: choice[counts]):
        runs[last] = tuple(place.get(without_last(counts), 0) for counts in alike)
    return RollPlan(tuple(runs), tuple(map(_getter, runs)), (fail, *(weights.get(counts, 0.0) for counts in order)))


def _getter(places: tuple[int, ...]) -> Callable[[list[float]], Sequence[float]]:
    if len(places) > 1:
        return itemgetter(*places)
    return itemgetter(slice(places[0], places[0] + 1)) if places else itemgetter(slice(0))


class PlainSolver:
    """Solves turns of one dice game; see `TurnSolver`."""

    def __init__(self, game: AnyDiceGame, gives_up: bool = True) -> None:
        self.game = game
        self.gives_up = gives_up and game.stop_may_fail
        self.states = plain_states(game.die)
        self.sums = self.states.sums
        self.with_worm = [self.states.has_worm_in(state) for state in self.states.states]
        self.rolls = {number: self._rolls(number) for number in range(self.states.rolling, len(self.states.states))}

    def _rolls(self, number: int) -> tuple[RollPlan, list[int]]:
        """Return how to value a roll in a state, and the state after each choice."""
        states = self.states
        state = states.states[number]
        plan = _roll_plan(states.unused(state), state.left)
        return plan, [after for by_face in states.successors(number) for after in by_face]

    def stop_values(self, worths: Iterable[float | None], fail: float) -> list[float]:
        """Return the stop values, given the worth of the prize for each sum; None stands for no prize."""
        nothing = fail if self.gives_up else MAY_NOT_STOP
        return [nothing if worth is None else worth for worth in worths]

    def solve(self, stop: Sequence[float], fail: float, *, start: bool = True) -> PlainTurn:
        """Solve one turn. With `start=False` the value before the first roll, which costs the most, is skipped."""
        stops = [self._stop(number, stop, fail) for number in range(len(self.states.states))]
        values = stops.copy()
        for number, (plan, after) in self.rolls.items():
            if start or number != self.states.start:
                values[number] = max(stops[number], _roll(plan, [values[each] for each in after], fail))
        return PlainTurn(self, stops, values, fail)

    def _stop(self, number: int, stop: Sequence[float], fail: float) -> float:
        """Return the worth of stopping in a state: where no roll is possible, that of failing if it is not allowed."""
        over = number < self.states.rolling
        if number == self.states.start:
            return MAY_NOT_STOP
        if not self.with_worm[number]:
            return fail if over or self.gives_up else MAY_NOT_STOP
        worth = stop[self.states.states[number].total]
        return fail if over and worth == MAY_NOT_STOP else worth


def _roll(plan: RollPlan, choices: list[float], fail: float) -> float:
    """Return the value of a roll, given those of its choices."""
    found = [-inf]
    for worth, read in zip(choices, plan.getters, strict=True):
        found += [worth if worth > before else before for before in read(found)]
    found[0] = fail
    total: float = sum(map(mul, plan.weights, found))
    return total


class PlainTurn:
    """The exact optimal value of every state of a turn; see `SolvedTurn`."""

    def __init__(self, solver: PlainSolver, stops: list[float], values: list[float], fail: float) -> None:
        self.solver = solver
        self.stops = stops
        self.values = values
        self.fail = fail

    @property
    def start(self) -> float:
        """The value of the turn before the first roll."""
        return self.values[self.solver.states.start]

    def value(self, kept: str) -> float:
        """Return the value of the turn with these dice set aside: the better of stopping and rolling."""
        return self.values[self.solver.states.after(kept)]

    def stop_value(self, kept: str) -> float | None:
        """Return the value of stopping now; None if that is not allowed."""
        worth = self.stops[self.solver.states.after(kept)]
        return None if worth == MAY_NOT_STOP else worth

    def roll_value(self, kept: str) -> float | None:
        """Return the value of rolling on; None if no roll is possible."""
        found = self.solver.rolls.get(self.solver.states.after(kept))
        return None if found is None else _roll(found[0], [self.values[after] for after in found[1]], self.fail)

    def rolls_on(self, kept: str) -> bool:
        """Return whether rolling on is better than stopping now; False if they are equal."""
        here = self.solver.states.after(kept)
        return self.values[here] > self.stops[here] + EQUAL

    def keep_values(self, kept: str, rolled: str) -> dict[str, float]:
        """Return the value of keeping each face of a roll that may be kept."""
        return {face: self.values[after] for face, after in self.solver.states.keeps(kept, rolled)}

    def best_keep(self, kept: str, rolled: str) -> str:
        """Return the best face to keep, the first one among equals."""
        return first_best(self.keep_values(kept, rolled).items())

    def policy(self) -> PlainPolicy:
        """Return the best policy. Among equal choices it takes the first, and it stops if rolling gains nothing."""
        return PlainPolicy(self)


class PlainResults(NamedTuple):
    """The ends of a turn: the probability of stopping at each sum with a worm, and of a failed attempt before that."""

    stop: list[float]
    fail: float


class PlainExpected(NamedTuple):
    """What a way to play brings on average from each state, and if the dice are rolled there; see `Expected`."""

    value: dict[int, Vector]
    roll: dict[int, Vector]


class PlainPolicy:
    """A policy for a turn: the chances of the states that come next, wherever the dice are rolled; see `Policy`."""

    def __init__(self, turn: PlainTurn) -> None:
        self.turn = turn
        self.solver = turn.solver

    @cached_property
    def _onward(self) -> dict[int, tuple[dict[int, float], float]]:
        """For each state where a roll is possible, the chances of the states after it, and that of no new face."""
        values, found = self.turn.values, {}
        for number, (plan, after) in self.solver.rolls.items():
            choices = [values[each] for each in after]
            chances = dict.fromkeys(after, 0.0)
            for choice, chance in enumerate(_choice_chances(plan, choices)):
                chances[after[choice]] += chance
            found[number] = {each: chance for each, chance in chances.items() if chance}, plan.weights[0]
        return found

    def _rolls_on(self, number: int) -> bool:
        turn = self.turn
        return number >= self.solver.states.rolling and turn.values[number] > turn.stops[number] + ROUNDING

    def results(self, kept: str = "", *, roll: bool | None = None) -> PlainResults:
        """Return the probabilities of the ends of the turn; `roll` overrides the policy for the current decision."""
        states, here = self.solver.states, self.solver.states.after(kept)
        flow = [0.0] * (here + 1)
        flow[here] = 1.0
        stop, failed = [0.0] * self.solver.sums, 0.0
        for number in range(here, -1, -1):
            chance = flow[number]
            if not chance:
                continue
            if roll if number == here and roll is not None else self._rolls_on(number):
                onward, fail = self._onward[number]
                failed += chance * fail
                for after, share in onward.items():
                    flow[after] += chance * share
            elif self.solver.with_worm[number]:
                stop[states.states[number].total] += chance
            else:
                failed += chance
        return PlainResults(stop, failed)

    def expect(self, stop: Sequence[Vector], fail: Vector) -> PlainExpected:
        """Return what every state brings on average, for several figures at once; see `Policy.expect`."""
        states = self.solver.states
        value: dict[int, Vector] = {}
        roll: dict[int, Vector] = {}
        for number, state in enumerate(states.states):
            value[number] = stop[state.total] if self.solver.with_worm[number] else fail
            if number >= states.rolling:
                onward, failed = self._onward[number]
                sums = [failed * figure for figure in fail]
                for after, share in onward.items():
                    sums = [total + share * figure for total, figure in zip(sums, value[after], strict=True)]
                roll[number] = tuple(sums)
                if self._rolls_on(number):
                    value[number] = roll[number]
        return PlainExpected(value, roll)


def _choice_chances(plan: RollPlan, choices: list[float]) -> list[float]:
    """Return the chance that each choice of a roll is the one taken: the best, and the first among equals."""
    found, taken = [-inf], [-1]
    for choice, (worth, places) in enumerate(zip(choices, plan.runs, strict=True)):
        for before in places:
            better = worth > found[before] + ROUNDING
            found.append(worth if better else max(worth, found[before]))
            taken.append(choice if better else taken[before])
    chances = [0.0] * len(choices)
    for choice, weight in zip(taken[1:], plan.weights[1:], strict=True):
        chances[choice] += weight
    return chances
