"""What happened at a table before, read from its log."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator

from heckmeck.games import AnyGame
from heckmeck.server.fairness.luck import NO_LUCK, ChainLuck
from heckmeck.server.store import Row, Store, StoreError
from heckmeck.server.table import entries
from heckmeck.server.table.messages import Happened
from heckmeck.server.table.state import TableState, fold, opened
from heckmeck.server.table.visibility import Happening, happened

PAGE = 200
"""So many entries are read and sent at a time: a long log must not keep other tables waiting."""


def replay(rows: list[Row]) -> Iterator[tuple[Happening, TableState, Row]]:
    """Go through a table's log from its first entry. The links of its outcomes are not worked out."""
    state: TableState | None = None
    for row in rows:
        entry = entries.decode(row.body)
        if state is None:
            assert isinstance(entry, entries.Opened)
            state = opened(row.table, entry, row.at)
            yield Happening(row.seq, row.at, entry, (), 0, ()), state, row
            continue
        before = 0 if isinstance(entry, entries.Began) else state.outcomes
        state, events = fold(state, entry, row.seq, row.at)
        yield Happening(row.seq, row.at, entry, events, before, ()), state, row


class Past:
    """One table's past, for one who reads it once: the luck of each of its games is fetched when it is needed."""

    def __init__(self, store: Store, code: str, lucks: dict[int, ChainLuck] | None = None) -> None:
        """Know the lucks of some games already, by their numbers."""
        self._store = store
        self._code = code
        self._lucks = {0: NO_LUCK, **(lucks or {})}

    async def luck(self, game: AnyGame, number: int) -> ChainLuck:
        """Return the luck of the number-th game."""
        if number not in self._lucks:
            secret = await self._store.chain(self._code, number)
            if secret is None:
                raise StoreError("chain_lost", "The luck of this table's game is lost: it cannot be played on.")
            self._lucks[number] = ChainLuck.kept(game, secret)
        return self._lucks[number]

    async def proved(self, happening: Happening, after: TableState) -> Happening:
        """Return an entry from the store with the links of its outcomes, as it was told when it happened."""
        if after.outcomes == happening.outcome:
            return happening
        luck = await self.luck(after.game, after.number)
        return happening._replace(links=luck.links(happening.outcome, after.outcomes))

    async def pages(self, since: int, seats: tuple[int, ...]) -> AsyncIterator[list[Happened]]:
        """Go through what happened after `since`, as the holder of these seats may see it, a page at a time."""
        page: list[Happened] = []
        for happening, state, _ in replay(await self._store.rows(self._code)):
            if happening.seq > since:
                page.append(happened(await self.proved(happening, state), seats))
            if len(page) == PAGE or happening.seq % PAGE == 0:
                yield page
                page = []
                await asyncio.sleep(0)
        yield page
