"""Games as records, made from a table's log, with the proof of their luck."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from typing import NamedTuple

from heckmeck.games import BadSetup
from heckmeck.play.record import Record
from heckmeck.server.fairness.luck import ChainLuck
from heckmeck.server.fairness.proof import FairRecord, SeatSeed
from heckmeck.server.store import Row
from heckmeck.server.table import entries
from heckmeck.server.table.state import Holder, TableState, beside, fold, opened


class Unready(BadSetup):
    """A game that may not be shown yet."""


class Played(NamedTuple):
    """One game of a table: its steps, the table when it was played last, and whether it is over."""

    steps: list[str]
    table: TableState
    over: bool


def games(rows: Iterable[Row], wanted: Container[int]) -> Iterator[Played]:
    """Find games by their numbers in a table's log, in order. Of the others not a move is made again."""
    table: TableState | None = None
    steps: list[str] | None = None
    """Those of a wanted game, while it goes on."""
    for row in rows:
        entry = entries.decode(row.body)
        if table is None:
            assert isinstance(entry, entries.Opened)
            table = opened(row.table, entry, row.at)
            continue
        if isinstance(entry, entries.Began) and entry.number in wanted:
            steps = []
        if steps is None:
            table = beside(table, entry, row.seq, row.at)
            continue
        before, table = table, fold(table, entry, row.seq, row.at).table
        steps += getattr(entry, "steps", ())
        if table.phase in ("over", "closed"):
            yield Played(steps, before if table.state is None else table, True)
            steps = None
    if table is not None and steps is not None:
        yield Played(steps, table, False)


def played(rows: Iterable[Row], number: int) -> Played:
    """Find the number-th game in a table's log. What comes after its end is not read."""
    for game in games(rows, (number,)):
        return game
    raise BadSetup("no_such_game", f"There was no game {number} at this table.")


def record_of(game: Played) -> Record:
    """Return the record of a game as far as it was played. It holds everything, hidden or not."""
    table = game.table
    setup = table.game.setup(**(table.setup or {}))
    outcome = table.game.outcome(table.state)
    return Record.of(table.game, setup, list(map(_name, table.seats)), game.steps, outcome)


def fair_record(game: Played, secret: bytes) -> FairRecord:
    """Return the record of a game with its proof.

    A game that goes on is shown only where nothing is hidden in it, and then without the secret.
    """
    table = game.table
    if not game.over and table.game.hides:
        raise Unready("game_on", "Something is hidden in this game: it can be exported when it is over.")
    seats = [
        None if commitment is None else SeatSeed(commitment, seed)
        for commitment, seed in zip(table.commitments, table.seeds, strict=True)
    ]
    luck = ChainLuck.kept(table.game, secret)
    return FairRecord.join(record_of(game), luck.proof(table.game_id, seats, table.outcomes, over=game.over))


def _name(holder: Holder | None) -> str:
    if holder is None:
        return "nobody"
    return holder.name if holder.player is not None else f"bot:{holder.bot}"
