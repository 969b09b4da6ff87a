"""A tiny solver of small games that uses the rules themselves, with dictionaries and one position at a time."""

from functools import cache
from typing import NamedTuple

import pytest

from heckmeck.games.bratwurmeck import Bratwurmeck, BratwurmeckSetup, BratwurmeckState, Steal, Take
from heckmeck.games.dice import Dice
from heckmeck.games.turn import Turn
from heckmeck.solve import Values, turn_solver
from heckmeck.solve.bratwurmeck import Positions, SmallValues, solve

GAME = Bratwurmeck()
TOLERANCE = 1e-7
SETUPS = [
    BratwurmeckSetup(seats=2, portions=(21, 22)),
    BratwurmeckSetup(seats=2, portions=(21, 23)),
    BratwurmeckSetup(seats=2, portions=(24, 26)),
    BratwurmeckSetup(seats=2, portions=(28, 30)),
    BratwurmeckSetup(seats=2, portions=(21, 23), lower_portion="next"),
    BratwurmeckSetup(seats=2, portions=(23, 25), returned_highest_turns=True),
]
small_games = pytest.mark.parametrize("setup", SETUPS, ids=str)


class Place(NamedTuple):
    """A position in words: the grill, the stack of the player to move, and the other one."""

    grill: tuple[int, ...]
    own: tuple[int, ...]
    other: tuple[int, ...]


class Follow(NamedTuple):
    """The successors of a position by the rules: for each sum the states after a stop, and those after a failure."""

    stops: tuple[tuple[BratwurmeckState, ...], ...]
    fail: BratwurmeckState


def place(state: BratwurmeckState) -> Place:
    return Place(state.grill, state.stacks[state.seat], state.stacks[1 - state.seat])


@cache
def some_dice(total: int) -> str | None:
    """Return some dice with a worm and this sum."""
    return next((dice for dice, facts in GAME.die.facts.items() if facts.worm and facts.total == total), None)


def after_stop(state: BratwurmeckState, total: int) -> tuple[BratwurmeckState, ...]:
    kept = some_dice(total)
    if kept is None:
        return ()
    stopping = state._replace(turn=Turn(kept, "", False))
    earning = [move for move in GAME.legal_moves(stopping) if isinstance(move, Take | Steal)]
    return tuple(GAME.apply(stopping, move).state for move in earning)


def follow(state: BratwurmeckState) -> Follow:
    failing = state._replace(turn=Turn("1", "", True))
    fail = GAME.apply(failing, Dice("1111111")).state
    return Follow(tuple(after_stop(state, total) for total in range(41)), fail)


@cache
def by_playing(setup: BratwurmeckSetup) -> dict[Place, Follow]:
    """Every position that the rules can lead to, and what follows it."""
    found: dict[Place, Follow] = {}
    todo = [GAME.start(setup)]
    while todo:
        state = todo.pop()
        if state.grill and place(state) not in found:
            found[place(state)] = follow(state)
            todo += [*sum(found[place(state)].stops, ()), found[place(state)].fail]
    return found


def worth(state: BratwurmeckState, values: dict[Place, float]) -> float:
    """What a state is worth to the player who has just moved."""
    outcome = GAME.outcome(state)
    if outcome is None:
        return 1 - values[place(state)]
    return (1 - state.seat in outcome.winners) / len(outcome.winners)


@cache
def reference(setup: BratwurmeckSetup) -> dict[Place, float]:
    """Plain value iteration with dictionaries, one position after the other."""
    solver = turn_solver("bratwurmeck")
    values = dict.fromkeys(by_playing(setup), 0.5)
    change = 1.0
    while change > 1e-10:
        change = 0.0
        for position, (stops, failed) in by_playing(setup).items():
            fail = worth(failed, values)
            stop = [max([worth(state, values) for state in states], default=fail) for states in stops]
            new = solver.solve(stop, fail).start
            change = max(change, abs(new - values[position]))
            values[position] = new
    return values


@cache
def solved(setup: BratwurmeckSetup) -> SmallValues:
    values = Values(Positions(setup))
    solve(values, TOLERANCE)
    return values
