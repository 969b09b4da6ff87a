"""Many games between bots, each reproducible from the seed and its number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from random import Random

from heckmeck.bots import make
from heckmeck.games import AnyGame, Outcome, Setup
from heckmeck.play.table import Table


def bot_table(game: AnyGame, setup: Setup, bots: Sequence[str], seed: str) -> Table:
    """Return a table of bots. Chance and every seat have sources of their own, all made from the seed."""
    players = [make(name, game, Random(f"{seed}/seat {seat}")) for seat, name in enumerate(bots)]
    return Table(game, setup, players, Random(f"{seed}/chance"), names=[f"bot:{name}" for name in bots])


class Simulation:
    """Games with the same bots; the first seat moves on from game to game. It adds up what the games bring.

    >>> from heckmeck.games import get
    >>> simulation = Simulation(get("barbecue"), ["cautious", "random"], seed=1)
    >>> for table in simulation.tables(3):
    ...     pass
    >>> simulation.games
    3
    """

    def __init__(
        self, game: AnyGame, bots: Sequence[str], seed: int | str, options: Mapping[str, object] | None = None
    ) -> None:
        self.game = game
        self.bots = tuple(bots)
        self.seed = seed
        self.setups = [game.setup(**(options or {}), seats=len(bots), first=first) for first in range(len(bots))]
        self.games = 0
        self.steps = 0
        self.wins = [0.0] * len(bots)
        self.scores = [0] * len(bots)
        self.reasons: Counter[str] = Counter()
        self.faults: list[str] = []

    def tables(self, games: int) -> Iterator[Table]:
        """Play so many games; yield each table when its game is over."""
        for number in range(games):
            setup = self.setups[number % len(self.setups)]
            table = bot_table(self.game, setup, self.bots, f"{self.seed}/{number}")
            table.finish()
            assert table.outcome is not None
            self._add(table.outcome, table.length)
            if table.fault is not None and table.outcome.seat is not None:
                self.faults.append(f"{self.bots[table.outcome.seat]} forfeited game {number + 1}: {table.fault!r}")
            yield table

    def _add(self, outcome: Outcome, steps: int) -> None:
        self.games += 1
        self.steps += steps
        self.reasons[outcome.reason] += 1
        for seat in outcome.winners:
            self.wins[seat] += 1 / len(outcome.winners)
        for seat, score in enumerate(outcome.scores):
            self.scores[seat] += score
