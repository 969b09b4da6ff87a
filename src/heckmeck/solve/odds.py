"""The odds of every choice in a situation of a turn: its results, each with its exact chance, and the best choice."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cmp_to_key
from typing import TYPE_CHECKING

from heckmeck.games import CHANCE, BadSetup, DiceView, Move, Prize, get_dice_game
from heckmeck.games.dice import WORM
from heckmeck.games.prize import END
from heckmeck.games.roll_and_keep import ROLL
from heckmeck.games.turn import Keep, Roll
from heckmeck.solve.any_solver import any_solver
from heckmeck.solve.worths import MAY_NOT_STOP, ROUNDING

if TYPE_CHECKING:
    from heckmeck.solve.any_solver import AnyPolicy, AnyResults, AnySolver

__all__ = ["END", "FAILED", "Choice", "Goal", "Odds", "Result", "TurnWorths", "odds"]

FAILED = "failed"
"""The name of the result of a failed attempt."""
NO_SUCCESS = (FAILED, END)
"""Results that win nothing: a failed attempt, and a stop that only ends the game."""

TIE = 2.0**-32
"""Weight of what settles ties: success and a higher number beside a gain, the gain beside a goal.

It is far above rounding, so that every machine settles them alike, and far below any difference that matters.
"""
HIGHER = 2.0**-6
"""Weight of each further number of a portion or spot, relative to that of a success."""


@dataclass(frozen=True, slots=True)
class Goal:
    """A sum to end the turn with, and a worm: `total`, or where `or_more` is true at least that."""

    total: int
    or_more: bool

    def reached(self, total: int) -> bool:
        """Whether a sum is what was wanted."""
        return total >= self.total if self.or_more else total == self.total

    def __str__(self) -> str:
        return f"at least {self.total}" if self.or_more else f"exactly {self.total}"


@dataclass(frozen=True, slots=True)
class Result:
    """One way for the turn to end, the worms or points it brings, and its chance.

    The name is a portion's or a spot's number, `snail`, `end` (a stop that only ends the game) or `failed`. A failed
    attempt gains less than nothing where a portion has to be returned.
    """

    name: str
    gain: int
    chance: float

    @property
    def success(self) -> bool:
        """Whether something is won."""
        return self.name not in NO_SUCCESS


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing to do now, and what comes of it if all later choices are the best ones.

    `goal` is the chance of the goal, None where there is none.
    """

    move: Move
    results: tuple[Result, ...]
    goal: float | None = None

    @property
    def success(self) -> float:
        """The chance to end with a prize."""
        return sum(result.chance for result in self.results if result.success)

    @property
    def gain(self) -> float:
        """The expected worms or points won, less those that a failed attempt costs at once.

        Of a theft only what one gets counts, not what the other loses.
        """
        return sum(result.chance * result.gain for result in self.results)


@dataclass(frozen=True, slots=True)
class Odds:
    """All choices of a situation, the best one first: for the goal if there is one, or else for the expected gain."""

    view: DiceView
    goal: Goal | None
    choices: tuple[Choice, ...]

    @property
    def best(self) -> Choice:
        """The best choice; of equal ones that with more success or higher numbers, and a stop rather than a roll."""
        return self.choices[0]


def odds(view: DiceView, *, at_least: int | None = None, exactly: int | None = None) -> Odds:
    """Return the odds of every choice of the player whose turn it is, in any game of roll-and-keep turns.

    With `at_least` or `exactly` the choices are made for the best chance to end with such a sum and a worm, whatever it
    earns; only sums count that one may stop at. Raises BadSetup for a sum that is impossible. A view comes from a game,
    or is made by hand: see `situation.py` in the packages of the games.

    >>> from heckmeck.games.bratwurmeck.situation import bratwurmeck_view
    >>> best = odds(bratwurmeck_view(rolled="1124445W")).best
    >>> str(best.move), round(best.gain, 9), round(best.success, 3)
    ('keep 4', 1.503507513, 0.677)
    """
    return _Calculation(_acting_view(view), at_least, exactly).odds()


def _acting_view(view: DiceView) -> DiceView:
    """Return the view of the player whose turn it is, which has the moves. Nothing is hidden from anybody else."""
    if view.to_act is None:
        raise BadSetup("game_over", "The game is over in this position: there are no odds.")
    if view.to_act is CHANCE or view.seat == view.to_act:
        return view
    game = get_dice_game(view.game)
    state, _, _ = game.position(view).rpartition(" view=")
    acting: DiceView = game.view(game.from_position(state), view.turn_of)
    return acting


class TurnWorths:
    """What the moves of a player are worth, decision by decision. Each turn is solved once.

    >>> from heckmeck.games.bratwurmeck.situation import bratwurmeck_view
    >>> worths = TurnWorths().of(bratwurmeck_view(rolled="1124445W"))
    >>> {str(move): round(worth, 6) for move, worth in worths.items()}["keep 4"]
    1.503508
    """

    def __init__(self) -> None:
        self._calculation: _Calculation | None = None

    def of(self, view: DiceView) -> dict[Move, float]:
        """Return the expected gain of each move of the player whose turn it is, with tiny amounts that settle ties."""
        if self._calculation is None or self._calculation.view.board != view.board:
            self._calculation = _Calculation(view, None, None)
        self._calculation.view = view
        return {move: self._calculation.worth_of(move) for move in view.moves}


class _Calculation:
    """A view with its prizes, solved for the goal or for the gain."""

    def __init__(self, view: DiceView, at_least: int | None, exactly: int | None) -> None:
        self.view = view
        self.solver = any_solver(view.game)
        self.game = self.solver.game
        self.goal = _goal(self.solver, at_least, exactly)
        self.prizes = self.game.prizes(view)
        self.failed = Result(FAILED, -self.game.failure_cost(view), 1.0)
        self.solved = self.solver.solve(self._worths(), self._worth(self.failed, None))

    def odds(self) -> Odds:
        policy = self.solved.policy()
        moves = sorted(self.view.moves or (ROLL,), key=lambda move: isinstance(move, Roll))
        # By the values that the policy goes by, so that of equal choices the same one is best here and further on.
        worths = {move: self.worth_of(move) for move in moves}
        moves.sort(key=cmp_to_key(lambda one, other: _order(worths[one], worths[other])))
        return Odds(self.view, self.goal, tuple(self._choice(policy, move) for move in moves))

    def _worth(self, result: Result, total: int | None) -> float:
        """What a result is worth: its gain, or with a goal, one for reaching it; and a little to settle ties."""
        if self.goal is not None:
            return (total is not None and self.goal.reached(total)) + TIE * result.gain
        number = int(result.name) if result.name.isdecimal() else 0
        return result.gain + TIE * (result.success + HIGHER * number)

    def _worths(self) -> list[float]:
        # With a goal, a failed attempt is worth more at some sums than at others.
        return [
            MAY_NOT_STOP if prize is None and not self.game.stop_may_fail else self._worth(self._result(prize), total)
            for total, prize in enumerate(self.prizes)
        ]

    def worth_of(self, move: Move) -> float:
        """What a move is worth if all later choices are the best ones."""
        kept = self.view.kept
        if isinstance(move, Keep):
            return self.solved.value(self._after(move))
        if isinstance(move, Roll):
            value, roll = self.solved.value(kept), self.solved.roll_value(kept)
            assert roll is not None
            return value if self.solved.rolls_on(kept) else min(value, roll)
        return self._worth(self._stopped(move), self.view.total if WORM in kept else None)

    def _after(self, keep: Keep) -> str:
        return self.game.die.add(self.view.kept, keep.face, self.view.rolled.count(keep.face))

    def _choice(self, policy: AnyPolicy, move: Move) -> Choice:
        if isinstance(move, Keep):
            return self._ends(move, policy.results(self._after(move)))
        if isinstance(move, Roll):
            return self._ends(move, policy.results(self.view.kept, roll=True))
        reached = self.goal is not None and WORM in self.view.kept and self.goal.reached(self.view.total)
        return Choice(move, (self._stopped(move),), None if self.goal is None else float(reached))

    def _ends(self, move: Move, ends: AnyResults) -> Choice:
        """Gather the ends of a turn by what they bring."""
        chances: dict[tuple[str, int], float] = {}
        failed = (self.failed.name, self.failed.gain)
        for total, chance in enumerate(ends.stop):
            if not chance:
                continue
            prize = self.prizes[total]
            key = (prize.name, prize.gain) if prize else failed
            chances[key] = chances.get(key, 0.0) + float(chance)
        chances[failed] = chances.pop(failed, 0.0) + ends.fail
        results = tuple(Result(name, gain, chance) for (name, gain), chance in chances.items() if chance)
        return Choice(move, results, self._goal_chance(ends))

    def _goal_chance(self, ends: AnyResults) -> float | None:
        if self.goal is None:
            return None
        counts = self.game.stop_may_fail
        return sum(
            float(chance)
            for total, (chance, prize) in enumerate(zip(ends.stop, self.prizes, strict=True))
            if self.goal.reached(total) and (counts or prize is not None)
        )

    def _stopped(self, move: Move) -> Result:
        """What a stop brings is certain; of several lower portions any may be taken."""
        return self._result(self.game.prize_of(self.view, move, self.view.total))

    def _result(self, prize: Prize | None) -> Result:
        """The certain result of a stop with this prize."""
        return Result(prize.name, prize.gain, 1.0) if prize else self.failed


def _order(one: float, other: float) -> int:
    """Which of two worths comes first: the higher one, and neither where they are equal but for rounding."""
    return 0 if abs(one - other) <= ROUNDING else -1 if one > other else 1


def _goal(solver: AnySolver, at_least: int | None, exactly: int | None) -> Goal | None:
    if at_least is not None and exactly is not None:
        raise BadSetup("two_goals", "Ask for at least a sum or for exactly a sum, not for both.")
    total = exactly if at_least is None else at_least
    if total is None:
        return None
    states = solver.states
    possible = {state.total for state in states.states if states.has_worm_in(state)}
    goal = Goal(total, exactly is None)
    if not any(map(goal.reached, possible)):
        text = f"No dice with a worm make {goal}: the sums go from {min(possible)} to {max(possible)}."
        raise BadSetup("impossible_sum", text, "RK-1")
    return goal
