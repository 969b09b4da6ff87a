"""Reading a table's log: the one place where stored entries become states again."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Container, Iterable, Iterator
from typing import NamedTuple

from heckmeck.games import AnyGame, Event
from heckmeck.server.fairness.luck import NO_LUCK, ChainLuck
from heckmeck.server.store import Row, Store, StoreError
from heckmeck.server.table import entries
from heckmeck.server.table.chance_nodes import ChanceNode, chance_nodes
from heckmeck.server.table.messages import Happened
from heckmeck.server.table.positions import is_sent_as_text
from heckmeck.server.table.state import Folded, TableState, fold, fold_without_game, opened
from heckmeck.server.table.visibility import AppliedEntry, to_message

PAGE = 200
"""Number of entries that are read and sent at a time. Other tables get their turn in between."""


class LogStep(NamedTuple):
    """One entry of a log, with the table before (None for the first entry) and after it."""

    row: Row
    entry: entries.AnyEntry
    before: TableState | None
    after: TableState
    events: tuple[Event, ...] = ()

    def applied(self, luck: ChainLuck) -> AppliedEntry:
        """Return the entry with the proofs of its outcomes, which follow from the luck of its game."""
        row, entry, before, after, events = self
        outcome = 0 if before is None or isinstance(entry, entries.Began) else before.outcomes
        links = luck.links(outcome, after.outcomes) if after.outcomes > outcome else ()
        chance = self._chance() if links and is_sent_as_text(after.game) else ()
        return AppliedEntry(row.seq, row.at, entry, events, outcome, links, chance, after.seats)

    def _chance(self) -> tuple[ChanceNode, ...]:
        game, entry = self.after.game, self.entry
        if isinstance(entry, entries.Began):
            return chance_nodes(game, game.start(game.setup(**entry.setup)), entry.steps)
        assert self.before is not None
        assert isinstance(entry, entries.Moved | entries.Revealed | entries.SeedsClosed)
        return chance_nodes(game, self.before.state, entry.steps)


def read_log(
    rows: Iterable[Row], table: TableState | None = None, games: Container[int] | None = None
) -> Iterator[LogStep]:
    """Fold rows that follow a table (None: from the first entry on).

    With `games`, only games with these numbers are played through. The steps of other games are skipped, so that the
    states during those games know who sits where, but not what was played.
    """
    playing = games is None
    for row in rows:
        entry = entries.decode(row.body)
        before = table
        if before is None:
            assert isinstance(entry, entries.Opened)
            folded = Folded(opened(row.table, entry, row.at))
        else:
            if games is not None and isinstance(entry, entries.Began):
                playing = entry.number in games
            folded = _fold(before, entry, row, playing)
        table = folded.table
        if games is not None and table.phase in ("over", "closed"):
            playing = False
        yield LogStep(row, entry, before, table, folded.events)


def _fold(table: TableState, entry: entries.AnyEntry, row: Row, playing: bool) -> Folded:
    if playing:
        return fold(table, entry, row.seq, row.at)
    return Folded(fold_without_game(table, entry, row.seq, row.at))


class LogReader:
    """Reads the log of one table with the proofs of its luck. The luck of each game is fetched when it is needed."""

    def __init__(self, store: Store, code: str, lucks: dict[int, ChainLuck] | None = None) -> None:
        """Take over the lucks of games that are known already, by their numbers."""
        self._store = store
        self._code = code
        self._lucks = {0: NO_LUCK, **(lucks or {})}

    async def luck(self, game: AnyGame, number: int) -> ChainLuck:
        """Return the luck of the game with this number."""
        if number not in self._lucks:
            secret = await self._store.chain(self._code, number)
            if secret is None:
                raise StoreError("chain_lost", "The luck of this table's game is lost: it cannot be continued.")
            self._lucks[number] = ChainLuck.stored(game, secret)
        return self._lucks[number]

    async def applied(self, step: LogStep) -> AppliedEntry:
        """Return an entry as it was when it happened, with the proofs of its outcomes."""
        return step.applied(await self.luck(step.after.game, step.after.number))

    async def pages(self, since: int, player: str | None) -> AsyncIterator[list[Happened]]:
        """Yield the entries after `since`, as a player could see them when they happened, a page at a time."""
        page: list[Happened] = []
        for step in read_log(await self._store.rows(self._code)):
            if step.row.seq > since:
                page.append(to_message(await self.applied(step), step.after.seats_of(player)))
            if len(page) == PAGE or step.row.seq % PAGE == 0:
                yield page
                page = []
                await asyncio.sleep(0)
        yield page
