"""Many games between bots, each reproducible from the seed and its number."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Generic

from heckmeck.bots import make
from heckmeck.games import Game
from heckmeck.games.game import SetupT, StateT, ViewT
from heckmeck.play.statistics import Tally
from heckmeck.play.table import Table


def bot_table(
    game: Game[SetupT, StateT, ViewT], setup: SetupT, bots: Sequence[str], seed: int | str
) -> Table[SetupT, StateT, ViewT]:
    """Return a table of bots. Chance and every seat have sources of their own, all made from the seed."""
    players = [make(name, game, Random(f"{seed}/seat {seat}")) for seat, name in enumerate(bots)]
    return Table(game, setup, players, Random(f"{seed}/chance"), names=[f"bot:{name}" for name in bots])


class Simulation(Generic[SetupT, StateT, ViewT]):
    """Games between the same bots; the first seat moves on from game to game. `tally` adds up what they bring.

    >>> from heckmeck.games import get
    >>> simulation = Simulation(get("barbecue"), ["cautious", "random"], seed=1)
    >>> for table in simulation.tables(3):
    ...     pass
    >>> simulation.tally.games
    3
    """

    def __init__(
        self,
        game: Game[SetupT, StateT, ViewT],
        bots: Sequence[str],
        seed: int | str,
        options: Mapping[str, object] | None = None,
    ) -> None:
        self.game = game
        self.bots = tuple(bots)
        self.seed = seed
        self.setups = [game.setup(**(options or {}), seats=len(bots), first=first) for first in range(len(bots))]
        self.tally = Tally(len(bots))
        self.faults: list[str] = []
        """The games that a bot forfeited, each in a sentence."""

    def tables(self, games: int) -> Iterator[Table[SetupT, StateT, ViewT]]:
        """Play this number of games; yield each table when its game is over."""
        for number in range(games):
            setup = self.setups[number % len(self.setups)]
            table = bot_table(self.game, setup, self.bots, f"{self.seed}/{number}")
            table.finish()
            assert table.outcome is not None
            self.tally.add(table.outcome, table.length)
            if table.fault is not None and table.outcome.seat is not None:
                self.faults.append(f"{self.bots[table.outcome.seat]} forfeited game {number + 1}: {table.fault!r}")
            yield table
