"""Reading a table's log: the only place where stored entries are converted to states."""

from __future__ import annotations

import sys
from collections.abc import AsyncGenerator, Callable, Container, Iterable, Iterator, Set
from contextlib import aclosing
from typing import NamedTuple

from heckmeck.games import AnyGame, Event
from heckmeck.server.fairness.luck import NO_LUCK, ChainLuck
from heckmeck.server.store import Row, StoreError, TableStore
from heckmeck.server.table import entries
from heckmeck.server.table.chance_nodes import ChanceNode, chance_nodes
from heckmeck.server.table.messages import Happened
from heckmeck.server.table.positions import is_sent_as_text
from heckmeck.server.table.state import Folded, TableState, before_game, fold, fold_without_game, opened
from heckmeck.server.table.visibility import AppliedEntry, to_message

PAGE = 32
"""Number of entries that are read and folded at a time, so that other tables are not blocked."""


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
        return AppliedEntry(row.seq, row.at, entry, events, outcome, links, chance, after.seats, row.author)

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

    Rows may also begin, or continue after a gap, with the first entry of a game that describes the table before it;
    `table` is then any state of the table. With `games`, only games with these numbers are replayed. The steps of
    others are skipped, so that the states during those games contain who sits where, but not what was played.
    """
    for row in rows:
        entry = entries.decode(row.body)
        before = table
        if before is None:
            assert isinstance(entry, entries.Opened)
            folded = Folded(opened(row.table, entry, row.at))
        else:
            if row.seq != before.seq + 1:
                assert isinstance(entry, entries.Began), "a log has no gaps but before games"
                before = before_game(before, entry, row.seq, row.at)
            number = entry.number if isinstance(entry, entries.Began) else before.number
            folded = _fold(before, entry, row, games is None or number in games)
        table = folded.table
        yield LogStep(row, entry, before, table, folded.events)


def _fold(table: TableState, entry: entries.AnyEntry, row: Row, playing: bool) -> Folded:
    if playing:
        return fold(table, entry, row.seq, row.at)
    return Folded(fold_without_game(table, entry, row.seq, row.at))


async def rows_of_game(store: TableStore, code: str, number: int) -> list[Row]:
    """Return the rows from which `read_log` can read a game; empty if there was no such game."""
    found = await store.game_span(code, number)
    if found is None:
        return []
    first, last = found
    rows = await store.rows(code, first - 1, 0 if last is None else last - first + 1)
    if not _can_begin(rows):
        return await store.rows(code, 0, last or 0)
    return [*await store.rows(code, 0, 1), *rows]


def _can_begin(rows: list[Row]) -> bool:
    """Return whether `read_log` can start at these rows."""
    entry = entries.decode(rows[0].body) if rows else None
    return isinstance(entry, entries.Began) and entry.standing is not None


class LogReader:
    """Reads the log of one table with the proofs of its luck. The luck of each game is fetched on demand."""

    def __init__(self, store: TableStore, code: str, lucks: dict[int, ChainLuck] | None = None) -> None:
        """`lucks` has the luck of games that is known already, by their numbers."""
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

    async def replay(self, seq: int, start: TableState | None = None) -> AsyncGenerator[list[LogStep]]:
        """Yield the log to its end, a page at a time, beginning where it can be folded.

        The beginning is `start`, a state before the entry `seq`, or else the start of the last game before it.
        """
        table, rows, games = (start, [], None) if start is not None else await self._beginning(seq)
        while rows := rows or await self._store.rows(self._code, 0 if table is None else table.seq, PAGE):
            page = list(read_log(rows, table, games))
            table = page[-1].after
            yield page
            if len(rows) < PAGE:
                return
            rows = []

    async def _beginning(self, seq: int) -> tuple[TableState | None, list[Row], Container[int] | None]:
        """Return where to begin: a state of the table, the first rows, and the games that must be replayed."""
        game = await self._store.game_at(self._code, seq)
        if game is None:
            return None, [], None
        number, first = game
        rows = await self._store.rows(self._code, first - 1, PAGE)
        if _can_begin(rows):
            (opening,) = read_log(await self._store.rows(self._code, 0, 1))
            return opening.after, rows, None
        # An older version wrote this game: the whole log must be read, but not all games replayed.
        return None, [], range(number, sys.maxsize)

    async def pages(
        self, since: int, player: str | None, start: TableState | None = None, muted: Callable[[], Set[str]] = frozenset
    ) -> AsyncGenerator[list[Happened]]:
        """Yield the entries after `since`, as a player could see them when they happened, a page at a time.

        `muted` returns the players whom the player has muted: the content of their messages is withheld.
        """
        async with aclosing(self.replay(since + 1, start)) as replay:
            async for page in replay:
                yield [
                    to_message(await self.applied(step), step.after.seats_of(player), muted=muted())
                    for step in page
                    if step.row.seq > since
                ]
                self._forget_lucks(page[-1].after.number)

    def _forget_lucks(self, number: int) -> None:
        """Keep only the luck of the game that is being read, because a long log has many."""
        self._lucks = {known: luck for known, luck in self._lucks.items() if known == number or known == 0}
