"""Networks for small games, compared with the exact values of all positions, and their play with perfect play."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import process_time
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from heckmeck.games import AnyDiceGame, Setup, get_dice_game
from heckmeck.rl.batch import make_batch
from heckmeck.rl.batch.bots import BatchNetBot
from heckmeck.rl.batch.valuation import Valuation, make_valuation
from heckmeck.solve import turn_solver
from heckmeck.solve.worths import MAY_NOT_STOP
from heckmeck.train.learner import Learner
from heckmeck.train.recipe import Recipe
from heckmeck.train.training import Training

TOLERANCE = 1e-7
NUDGE = 1e-6
"""How much a second worth counts beside the first, by which a player decides: see `guaranteed`."""
VISITED = 512
"""Number of games whose positions are compared."""

ENDS = [0.0, 0.5, 1.0]
"""What a game that is over can be worth."""

Floats = NDArray[np.float64]


class SmallGame:
    """All positions between turns that a game for two can come to, with the player to move at seat 0."""

    def __init__(self, setup: Setup, game: AnyDiceGame) -> None:
        self.setup, self.game = setup, game
        self.number: dict[Any, int] = {}
        self.states: list[Any] = []
        results: list[list[tuple[int, int]]] = []
        self._find(game.start(setup))
        for state in self.states:  # it grows
            here = [(-1, self._find(game.after_turn(state, None)))]
            for total in sorted(game.die.with_worm):
                here += [
                    (total, self._find(game.after_turn(state, stop, total))) for stop in game.stops_at(state, total)
                ]
            results.append(here)
        self._lay_out(results)

    def _find(self, state: Any) -> int:
        """Return the number of a position; those of ends are below zero, by what seat 0 has won."""
        if outcome := self.game.outcome(state):
            return -1 - ENDS.index((0 in outcome.winners) / len(outcome.winners))
        turned = TURNED[self.game.name](state) if state.seat else state
        if turned not in self.number:
            self.number[turned] = len(self.states)
            self.states.append(turned)
        return self.number[turned]

    def _lay_out(self, results: Sequence[Sequence[tuple[int, int]]]) -> None:
        """Put all results into one row, with their positions and sums."""
        self._of = np.concatenate([np.full(len(here), number) for number, here in enumerate(results)])
        self._total = np.array([total for here in results for total, _ in here])
        self._to = np.array([to for here in results for _, to in here])

    def worths(self, values: Floats) -> tuple[Floats, Floats, NDArray[np.int64]]:
        """Return what the best stop at each sum and failing are worth to the mover, and which result that stop is.

        `values` are what the positions are worth to the players to move there.
        """
        solver = turn_solver(self.game)
        worth = _after(values)[self._to]
        fails = self._total < 0
        fail = worth[fails]
        stop = np.full((len(fail), solver.sums), MAY_NOT_STOP)
        best = np.full(stop.shape, -1)
        rising = np.argsort(np.where(fails, -np.inf, worth), kind="stable")[fails.sum() :]
        # Of several results at one place the last one is stored, which is the best.
        best[self._of[rising], self._total[rising]] = rising
        stop[best >= 0] = worth[best[best >= 0]]
        return stop, fail, best

    def solve(self) -> Floats:
        """Return the win shares of the players to move if both play perfectly."""
        values: Floats = np.full(len(self.states), 0.5)
        while True:
            found = self._best_against(values)
            if np.abs(found - values).max() < TOLERANCE:
                return found
            values = found

    def guaranteed(self, values: Floats) -> float:
        """Return the share that a player by these values is sure of against any opponent; both seats count equally.

        Where two choices have exactly the same value, the better one counts.
        """
        stop, fail, best = self.worths(values)
        solver = turn_solver(self.game, gives_up=False)
        planned = np.asarray(solver.solve_many(stop, fail, np.float64), np.float64)
        opponent: Floats = np.ones(len(self.states))
        player: Floats = np.zeros(len(self.states))
        while True:
            before, worth = player, _after(opponent)[self._to]
            # The best play for A + B/n is that for A, and brings what A brings and the n-th part of what B brings.
            nudged_stop = np.where(best >= 0, stop + NUDGE * worth[best], stop)
            nudged_fail = fail + NUDGE * worth[self._total < 0]
            nudged = np.asarray(solver.solve_many(nudged_stop, nudged_fail, np.float64), np.float64)
            player = (nudged - planned) / NUDGE
            opponent = self._best_against(player)
            if np.abs(player - before).max() < TOLERANCE:
                return float(player[0] + 1 - opponent[0]) / 2

    def _best_against(self, player: Floats) -> Floats:
        """Return what positions are worth to an opponent who plays perfectly against what a player makes of others."""
        stop, fail, _ = self.worths(player)
        if self.game.stop_may_fail:
            stop = np.where(stop == MAY_NOT_STOP, fail[:, None], stop)
        return np.asarray(turn_solver(self.game).solve_many(stop, fail, np.float64), np.float64)


def _after(values: Floats) -> Floats:
    """Return what positions are worth to the player who has just moved; ends are at the end."""
    return np.concatenate([1 - values, ENDS[::-1]])


def _turn_bratwurmeck(state: Any) -> Any:
    return state._replace(seat=0, stacks=state.stacks[::-1])


def _turn_barbecue(state: Any) -> Any:
    spots = tuple(spot if spot.owner is None else spot._replace(owner=1 - spot.owner) for spot in state.spots)
    return state._replace(seat=0, spots=spots, worms=state.worms[::-1], snails=state.snails[::-1])


TURNED: dict[str, Callable[[Any], Any]] = {"bratwurmeck": _turn_bratwurmeck, "barbecue": _turn_barbecue}


class Result(NamedTuple):
    """How a network compares with perfect play."""

    positions: int
    exact: float
    said: float
    error: float
    lost: float


def compare(setup: Setup, game: AnyDiceGame, minutes: float) -> Result:
    """Train a network for a small game, and compare it."""
    small = SmallGame(setup, game)
    exact = small.solve()
    learner = Learner(setup, Recipe())
    for _ in Training(learner, minutes, games=2, clock=process_time).run():
        pass
    batch = make_batch(setup, VISITED, 5)
    valuation = make_valuation(batch.dice_layout, learner.features)
    valuation.use(learner.backend.target())
    records = np.concatenate([batch.dice_layout.record(state) for state in small.states])
    said = valuation.shares(records)[:, 0].astype(np.float64)
    visited = _visited(small, batch, valuation)
    error = float(np.abs(said - exact)[visited].mean())
    return Result(len(exact), float(exact[0]), float(said[0]), error, 0.5 - small.guaranteed(said))


def _visited(small: SmallGame, batch: Any, valuation: Valuation) -> NDArray[np.int64]:
    """Return the positions that games between two such players come to."""
    bot, found = BatchNetBot(batch, valuation), []
    while not batch.over.all():
        running = np.flatnonzero(~batch.over)
        for state in (batch.layout.state(record) for record in batch.records[running]):
            board = small.game._with_turn(state, small.states[0].turn)
            found.append(small._find(board))
        bot.play_turns(running)
    return np.array(found)


def main(portions: Sequence[int], minutes: float) -> None:
    """Print a row for every small game."""
    print(
        "| game | positions | first mover wins, exact | said | mean error on visited positions | lost by the policy |"
    )
    print("|---|---|---|---|---|---|", flush=True)
    bratwurmeck, barbecue = get_dice_game("bratwurmeck"), get_dice_game("barbecue")
    games: list[tuple[str, Setup, AnyDiceGame]] = [
        (f"bratwurmeck, {number} portions", bratwurmeck.setup(seats=2, portions=(21, 20 + number)), bratwurmeck)
        for number in portions
    ]
    games.append(("barbecue, spots 33–36, 2 snails", barbecue.setup(seats=2, spots=(33, 36), snails=2), barbecue))
    for text, setup, game in games:
        found = compare(setup, game, minutes)
        print(
            f"| {text} | {found.positions:,} | {found.exact:.4f} | {found.said:.4f} | {found.error:.4f} | "
            f"{100 * found.lost:.2f} points |",
            flush=True,
        )
