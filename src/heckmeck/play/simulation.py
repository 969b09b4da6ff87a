"""Many games between bots, each reproducible from the seed and its number."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Generic, NamedTuple

from heckmeck.bots import canonical_name, make
from heckmeck.games import Game, Outcome, Setup, get
from heckmeck.games.game import SetupT, StateT, ViewT
from heckmeck.play.process_pool import Mapper
from heckmeck.play.record import BOT, encode
from heckmeck.play.statistics import Tally
from heckmeck.play.table import AnyTable, Table


def bot_table(
    game: Game[SetupT, StateT, ViewT], setup: SetupT, bots: Sequence[str], seed: int | str
) -> Table[SetupT, StateT, ViewT]:
    """Return a table of bots. Chance and every seat have separate random sources, all derived from the seed."""
    players = [make(name, game, Random(f"{seed}/seat {seat}")) for seat, name in enumerate(bots)]
    names = [f"{BOT}{canonical_name(name)}" for name in bots]
    return Table(game, setup, players, Random(f"{seed}/chance"), names=names)


class Result(NamedTuple):
    """A finished game of a simulation: its number, counted from 0, its outcome, and its number of steps."""

    number: int
    outcome: Outcome
    steps: int
    fault: str | None
    """Why a bot forfeited, if one did."""
    record: bytes | None
    """The encoded record, if it was requested."""


class Chunk(NamedTuple):
    """Some games of a simulation, for a process to play."""

    game: str
    setups: Sequence[Setup]
    bots: Sequence[str]
    seed: int | str
    numbers: range
    records: bool


class Simulation(Generic[SetupT, StateT, ViewT]):
    """Games between the same bots; the first seat changes from game to game. `tally` sums up the results.

    Every game counts once, however often it is played.

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
        """The games that a bot forfeited: the first one with position and traceback, the others in one sentence."""

    def tables(self, games: int) -> Iterator[Table[SetupT, StateT, ViewT]]:
        """Play this number of games; yield each table when its game is over."""
        for number in range(games):
            table = _finished(self.game, self.setups, self.bots, self.seed, number)
            self._count(_result(table, number, records=False))
            yield table

    def play(self, games: int, mapper: Mapper = map, chunk: int = 1, *, records: bool = False) -> Iterator[Result]:
        """Play this number of games by a mapper, such as that of `process_map`; yield their results in order.

        `chunk` games are submitted at a time. The results do not depend on the mapper or the chunks.
        """
        starts = range(0, games, chunk)
        chunks = (
            Chunk(self.game.name, self.setups, self.bots, self.seed, range(start, min(start + chunk, games)), records)
            for start in starts
        )
        for results in mapper(play_chunk, chunks):
            for result in results:
                self._count(result)
                yield result

    def _count(self, result: Result) -> None:
        if result.number < self.tally.games:
            return
        self.tally.add(result.outcome, result.steps)
        if result.fault is not None and result.outcome.seat is not None:
            fault = result.fault.partition("\n")[0] if self.faults else result.fault
            bot = self.bots[result.outcome.seat]
            self.faults.append(f"{bot} forfeited game {result.number + 1}: {fault}")


def play_chunk(chunk: Chunk) -> list[Result]:
    """Play some games: the function that other processes run."""
    game, setups, bots, seed, numbers, records = chunk
    return [_result(_finished(get(game), setups, bots, seed, number), number, records) for number in numbers]


def _finished(
    game: Game[SetupT, StateT, ViewT], setups: Sequence[SetupT], bots: Sequence[str], seed: int | str, number: int
) -> Table[SetupT, StateT, ViewT]:
    """Return the table of a game when it is over."""
    table = bot_table(game, setups[number % len(setups)], bots, f"{seed}/{number}")
    table.finish()
    return table


def _result(table: AnyTable, number: int, records: bool) -> Result:
    assert table.outcome is not None
    fault = None if table.fault is None else table.explain_fault()
    record = encode(table.record()) if records else None
    return Result(number, table.outcome, table.length, fault, record)
