"""Records of games with the proof of their luck, made from a table's log."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from typing import NamedTuple

from heckmeck.games import BadSetup
from heckmeck.play.record import Record
from heckmeck.server.fairness.luck import ChainLuck
from heckmeck.server.fairness.proof import FairRecord, SeatSeed
from heckmeck.server.live.log_reader import LogStep, read_log
from heckmeck.server.store import Row
from heckmeck.server.table import entries
from heckmeck.server.table.holder import Holder
from heckmeck.server.table.state import TableState


class GameRunning(BadSetup):
    """A game that cannot be shown before it is over."""


class LoggedGame(NamedTuple):
    """One game of a table: its steps, the table after the last one, and whether the game is over."""

    steps: list[str]
    table: TableState
    over: bool


def find_games(rows: Iterable[Row], numbers: Container[int]) -> Iterator[LoggedGame]:
    """Yield the games with these numbers from a table's log, in order. `rows_of_game` has the rows of one."""
    return games_in(read_log(rows, games=numbers), numbers)


def games_in(log: Iterable[LogStep], numbers: Container[int]) -> Iterator[LoggedGame]:
    """Yield the games with these numbers whose beginning is in a part of a log, in order."""
    steps: list[str] | None = None  # None outside of wanted games
    table: TableState | None = None
    for step in log:
        table = step.after
        if isinstance(step.entry, entries.Began) and step.entry.number in numbers:
            steps = []
        if steps is None:
            continue
        steps += getattr(step.entry, "steps", ())
        if table.phase in ("over", "closed"):
            assert step.before is not None
            # The state after a game that was broken off is empty: use the one before.
            yield LoggedGame(steps, step.before if table.state is None else table, True)
            steps = None
    if table is not None and steps is not None:
        yield LoggedGame(steps, table, False)


def find_game(rows: Iterable[Row], number: int) -> LoggedGame:
    """Return the game with this number from a table's log. Rows after its end are not read."""
    for game in find_games(rows, (number,)):
        return game
    raise BadSetup("no_such_game", f"There was no game {number} at this table.")


def to_record(game: LoggedGame) -> Record:
    """Return the record of a game as far as it was played. It contains everything, hidden or not."""
    table = game.table
    setup = table.game.setup(**(table.setup or {}))
    outcome = table.game.outcome(table.state)
    return Record.of(table.game, setup, list(map(_name, table.seats)), game.steps, outcome)


def to_fair_record(game: LoggedGame, secret: bytes) -> FairRecord:
    """Return the record of a game with its proof.

    A running game is returned only if it has no hidden information, and without the secret.
    """
    table = game.table
    if not game.over and table.game.hides:
        raise GameRunning("game_on", "This game has hidden information: it can be exported when it is over.")
    seats = [
        None if commitment is None else SeatSeed(commitment, seed)
        for commitment, seed in zip(table.commitments, table.seeds, strict=True)
    ]
    luck = ChainLuck.stored(table.game, secret)
    return FairRecord.join(to_record(game), luck.proof(table.game_id, seats, table.outcomes, over=game.over))


def _name(holder: Holder | None) -> str:
    if holder is None:
        return "nobody"
    return holder.name if holder.player is not None else f"bot:{holder.bot}"
