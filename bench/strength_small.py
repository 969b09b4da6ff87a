"""Networks for small games, compared with the exact values of all positions, and their play with perfect play."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from heckmeck.games import AnyDiceGame, Setup, get_dice_game
from heckmeck.rl.batch import make_batch
from heckmeck.rl.batch.bots import BatchNetBot
from heckmeck.rl.batch.valuation import Valuation, make_valuation
from heckmeck.solve import turn_solver
from heckmeck.solve.solver import MAY_NOT_STOP
from heckmeck.train.learner import Learner
from heckmeck.train.recipe import Recipe
from heckmeck.train.training import Training

TOLERANCE = 1e-7
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
        solver, values = turn_solver(self.game), np.full(len(self.states), 0.5)
        nothing_fails = self.game.stop_may_fail
        while True:
            stop, fail, _ = self.worths(values)
            if nothing_fails:
                stop = np.where(stop == MAY_NOT_STOP, fail[:, None], stop)
            found = np.asarray(solver.solve_many(stop, fail, np.float64), np.float64)
            if np.abs(found - values).max() < TOLERANCE:
                return found
            values = found

    def guaranteed(self, values: Floats) -> float:
        """Return the share that a player by these values is sure of against any opponent; both seats count equally."""
        stop, fail, best = self.worths(values)
        solver = turn_solver(self.game, gives_up=False)
        rows, columns, chances = [], [], []
        failing = np.flatnonzero(self._total < 0)
        for number in range(len(self.states)):
            results = solver.solve(stop[number], float(fail[number])).policy().results()
            earning = np.flatnonzero((results.stop > 0) & (best[number] >= 0))
            lost = results.fail + results.stop[best[number] < 0].sum()
            rows += [number] * (len(earning) + 1)
            columns += [*best[number, earning], failing[number]]
            chances += [*results.stop[earning], lost]
        return self._against_the_best(np.array(rows), np.array(columns), np.array(chances))

    def _against_the_best(self, rows: NDArray[Any], columns: NDArray[Any], chances: Floats) -> float:
        solver = turn_solver(self.game)
        player: Floats = np.zeros(len(self.states))
        opponent: Floats = np.ones(len(self.states))
        while True:
            before = player
            worth = _after(opponent)[self._to[columns]]
            player = np.bincount(rows, chances * worth, minlength=len(self.states)).astype(np.float64)
            stop, fail, _ = self.worths(player)
            if self.game.stop_may_fail:
                stop = np.where(stop == MAY_NOT_STOP, fail[:, None], stop)
            opponent = np.asarray(solver.solve_many(stop, fail, np.float64), np.float64)
            if np.abs(player - before).max() < TOLERANCE:
                return float(player[0] + 1 - opponent[0]) / 2


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
    for _ in Training(learner, minutes, games=2).run():
        pass
    batch = make_batch(setup, VISITED, 5)
    valuation = make_valuation(batch.dice_layout, learner.features)
    valuation.use(learner.backend.slow())
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
