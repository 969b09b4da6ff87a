"""Checks that nothing was lost or done twice: compares the log with what players remember, and with itself.

A log is checked in parts. Of a checked part only what later parts need is remembered, and a digest: the last check
reads the whole log again and compares it with the digest, so that nothing that was checked can change unnoticed.
"""

from __future__ import annotations

import asyncio
import hashlib
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Self

import msgspec
from msgspec import Struct

from heckmeck.play.record import encode
from heckmeck.server.fairness.luck import NO_LUCK, ChainLuck
from heckmeck.server.fairness.verify import verify
from heckmeck.server.live.archive import GameRunning, LoggedGame, games_in, to_fair_record
from heckmeck.server.live.log_reader import LogStep, read_log
from heckmeck.server.net.identity import token_digest
from heckmeck.server.ops.audit import faults
from heckmeck.server.store import Row
from heckmeck.server.store.session import Session, reading
from heckmeck.server.store.statements import COLUMNS
from heckmeck.server.table import entries
from heckmeck.server.table.messages import encoder
from heckmeck.server.table.state import TableState
from heckmeck.server.table.visibility import ended, table_info, to_message, visible_position
from helpers.crash_connections import Message
from helpers.crash_players import Player, Window

LOG = f"SELECT {COLUMNS} FROM entries WHERE code = ? AND seq > ? ORDER BY seq"
CHAINS = "SELECT number, secret FROM chains WHERE code = ? AND number >= ?"
EVERY_GAME = range(sys.maxsize)

Windows = Mapping[Player, Window]


class Checked(NamedTuple):
    """The counts of everything that was checked."""

    acknowledged: int = 0
    """Commands, each in the log exactly once under the number that it was acknowledged with."""
    entries: int = 0
    seen: int = 0
    """Entries as clients saw them, each the same as in the log."""
    welcomes: int = 0
    """Positions in welcomes to clients, each the same as the log leads to."""
    games: int = 0
    """Finished games, and running ones without hidden cards, whose luck was computed again."""
    outcomes: int = 0
    by_bots: int = 0
    """Moves of bots, and other actions of the server on its own, each once for its position."""

    def __add__(self, other: object) -> Self:
        assert isinstance(other, Checked)
        return type(self)(*(mine + yours for mine, yours in zip(self, other, strict=True)))

    def __str__(self) -> str:
        return (
            f"{self.acknowledged:,} acknowledged commands are in the log once, each under its number; {self.entries:,} "
            f"entries without a gap; {self.seen:,} entries and {self.welcomes:,} positions that clients saw are the "
            f"log's; {self.outcomes:,} outcomes of {self.games:,} games verified; {self.by_bots:,} moves of bots and "
            "timeouts, none twice"
        )


class TableMark(Struct):
    """How far the log of a table was checked, as far as another run has to know it."""

    code: str
    seq: int
    """The last entry that was checked."""
    digest: bytes
    """Of all entries up to this one."""
    oldest: int
    """The first entry that players may still refer to."""
    game: int
    """The number of the game at that entry."""
    refused: set[str]


class TableCheck:
    """Checks the log of one table part by part."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.seq = 0
        self.refused: set[str] = set()
        self._digest = b""
        self._commands: dict[str, int] = {}
        self._tail: list[LogStep] = []
        """The entries that players may still refer to, at least the last one."""
        self._game: list[LogStep] = []
        """The running game, from its beginning."""

    @classmethod
    def resumed(cls, mark: TableMark, rows: Sequence[Row]) -> Self:
        """Continue where another run has stopped; what it checked must not have changed."""
        check = cls(mark.code)
        checked = rows[: mark.seq]
        check._count(checked)
        assert (check.seq, check._digest) == (mark.seq, mark.digest), f"what was checked at {mark.code} has changed"
        check.refused = mark.refused
        for step in read_log(checked, games=range(mark.game, sys.maxsize)):
            check._follow(step)
            if step.row.seq >= mark.oldest:
                check._tail.append(step)
        return check

    def mark(self) -> TableMark:
        """Return what another run needs to continue."""
        oldest = self._tail[0]
        return TableMark(self.code, self.seq, self._digest, oldest.row.seq, oldest.after.number, self.refused)

    @property
    def game(self) -> int:
        """The number of the first game that is needed for the next part."""
        return self._tail[0].after.number if self._tail else 0

    def add(self, rows: Sequence[Row], secrets: Mapping[int, bytes], windows: Mapping[str, Window]) -> Checked:
        """Check the next part, with the windows of the players at the table by their ids."""
        self._count(rows)
        steps = list(read_log(rows, self._tail[-1].after if self._tail else None))
        self._tail += steps
        found = Checked(entries=len(rows), by_bots=_check_order(steps))
        refused = {f"{who}.{name}" for who, window in windows.items() for name in window.refused}
        assert refused.isdisjoint(self._commands), "a refused command was done"
        assert self.refused.isdisjoint(row.command for row in rows), "a refused command was done later"
        self.refused |= refused
        game = self._tail[-1].after.game
        lucks = {number: ChainLuck.stored(game, secret) for number, secret in secrets.items()}
        for who, window in windows.items():
            found += self._check_window(who, window, lucks, secrets)
        for step in steps:
            if (over := self._follow(step)) is not None:
                found += _check_luck(over, secrets[step.after.number])
        oldest = min((window.kept.seq for window in windows.values()), default=self.seq)
        del self._tail[: max(0, min(oldest, self.seq) - self._tail[0].row.seq)]
        return found

    def running(self, secrets: Mapping[int, bytes]) -> Checked:
        """Check the game that is not over, unless something is hidden in it."""
        found = Checked()
        for game in games_in(self._game, EVERY_GAME):
            found += _check_luck(game, secrets[game.table.number])
        return found

    def compare(self, rows: Sequence[Row]) -> None:
        """Compare the whole log with what was checked."""
        again = TableCheck(self.code)
        again._count(rows[: self.seq])
        assert (again.seq, again._digest) == (self.seq, self._digest), f"what was checked at {self.code} has changed"

    def _count(self, rows: Sequence[Row]) -> None:
        """Number and digest the next entries."""
        for row in rows:
            assert row.seq == self.seq + 1, f"a gap at {self.code}: {self.seq}, then {row.seq}"
            assert row.command not in self._commands, f"a command was done twice at {self.code}"
            self._commands[row.command] = self.seq = row.seq
            self._digest = hashlib.sha256(self._digest + msgspec.json.encode(row)).digest()

    def _follow(self, step: LogStep) -> LoggedGame | None:
        """Collect the running game. Return it when it is over."""
        if isinstance(step.entry, entries.Began):
            self._game = []
        elif not self._game:
            return None
        self._game.append(step)
        if step.after.phase not in ("over", "closed"):
            return None
        (game,) = games_in(self._game, EVERY_GAME)
        self._game = []
        return game

    def _check_window(
        self, who: str, window: Window, lucks: Mapping[int, ChainLuck], secrets: Mapping[int, bytes]
    ) -> Checked:
        for name, seq in window.acknowledged.items():
            assert self._commands.get(f"{who}.{name}") == seq, f"an acknowledged command is not where it was: {seq}"
        last = window.first + len(window.seen)
        numbers = [entry["seq"] for entry in window.seen]
        assert numbers == list(range(window.first + 1, last + 1)), "a client saw a gap"
        assert last <= self.seq, "a client saw what is not in the log"
        start = self._tail[0].row.seq
        for entry in window.seen:
            _check_seen(entry, self._tail[entry["seq"] - start], lucks)
        for welcome in window.welcomes:
            _check_welcome(welcome, self._tail[welcome["seq"] - start].after, who, secrets)
        return Checked(len(window.acknowledged), seen=len(window.seen), welcomes=len(window.welcomes))


class Ledger:
    """What was checked so far at all tables."""

    def __init__(self, checked: Checked | None = None, tables: Iterable[TableCheck] = ()) -> None:
        self.checked = checked or Checked()
        self.tables = {table.code: table for table in tables}

    async def add(self, database: str, windows: Windows) -> None:
        """Check what was added since the last time. The windows are of a moment before this call."""
        async with reading(database) as session:
            self.checked += await self._add(session, windows)

    async def finish(self, database: str, windows: Windows) -> Checked:
        """Check what was added, and compare everything that was ever checked, and the store with itself."""
        async with reading(database) as session:
            self.checked += await self._add(session, windows)
            assert [fault async for fault in faults(session, lambda _: None)] == []
            found = self.checked
            for code, table in sorted(self.tables.items()):
                rows = await rows_of(session, code)
                await asyncio.to_thread(table.compare, rows)
                found += table.running(await secrets_of(session, code, table.game))
        return found

    async def _add(self, session: Session, windows: Windows) -> Checked:
        ids = await ids_of(session, windows)
        found = Checked()
        for code in sorted({*self.tables, *(player.code for player in windows)}):
            table = self.tables.setdefault(code, TableCheck(code))
            rows = await rows_of(session, code, table.seq)
            secrets = await secrets_of(session, code, table.game)
            at_table = {ids[player]: window for player, window in windows.items() if player.code == code}
            # In a thread, so that players continue meanwhile.
            found += await asyncio.to_thread(table.add, rows, secrets, at_table)
        return found


async def check(database: str, players: Iterable[Player]) -> Checked:
    """Compare everything that players remember with the store, and the store with itself."""
    return await Ledger().finish(database, {player: player.window() for player in players})


def _check_order(steps: Iterable[LogStep]) -> int:
    """Check that everybody moved in turn and nothing was done twice; return what the server did on its own."""
    own = 0
    for step in steps:
        row, entry, before = step.row, step.entry, step.before
        if before is None:
            continue
        if isinstance(entry, entries.Moved):
            holder = before.seats[entry.seat]
            assert holder is not None
            assert entry.seat == before.to_act, "out of turn"
            assert entry.by_bot is (holder.bot is not None)
            player = row.command.split(".")[0]
            assert row.command == f"bot:{before.moved_seq}" if entry.by_bot else player == holder.player
        if isinstance(entry, entries.StoodIn):
            holder = before.seats[entry.seat]
            assert holder is not None
            assert holder.present, "two bots stood in for one player"
        if row.command.startswith(("bot:", "due:")):
            own += 1
            assert row.command.startswith("bot:") or row.command == f"due:{row.seq}"
    return own


def _check_seen(entry: Message, step: LogStep, lucks: Mapping[int, ChainLuck]) -> None:
    """Compare an entry as a client saw it with the log; a client sees only the hidden cards of its own seat, if any."""
    state = step.after
    applied = step.applied(lucks.get(state.number, NO_LUCK))
    seats: list[tuple[int, ...]] = [(), *((seat,) for seat in range(len(state.seats)))] if state.game.hides else [()]
    assert any(entry == _plain(to_message(applied, each)) for each in seats), f"{entry} is not {applied}"


def _check_welcome(welcome: Message, state: TableState, player: str, secrets: Mapping[int, bytes]) -> None:
    mine = state.seats_of(player)
    assert welcome["mine"] == list(mine)
    assert welcome["table"] == _plain(table_info(state))
    assert welcome.get("position") == _plain(visible_position(state, mine))
    over = ended(state, secrets[state.number].hex()) if state.phase == "over" else None
    assert welcome.get("ended") == _plain(over)


def _check_luck(game: LoggedGame, secret: bytes) -> Checked:
    """Compute the luck of a game again, even of a running one if nothing is hidden in it."""
    if game.table.phase == "seeding":
        return Checked()
    try:
        verified = verify(encode(to_fair_record(game, secret)))
    except GameRunning:
        return Checked()
    return Checked(games=1, outcomes=verified.outcomes)


async def rows_of(session: Session, code: str, since: int = 0) -> list[Row]:
    """Return the entries of a table after one of them."""
    return [Row(*found) async for found in session.stream(LOG, code, since)]


async def ids_of(session: Session, players: Iterable[Player]) -> dict[Player, str]:
    """Map the players in the store to those of the test."""
    tokens = {bytes(digest): who async for digest, who in session.stream("SELECT digest, player FROM tokens")}
    return {player: tokens[token_digest(player.api.token) or b""] for player in players}


async def secrets_of(session: Session, code: str, first: int = 0) -> dict[int, bytes]:
    """Return the secrets of games from one of them on, by number."""
    return {number: bytes(secret) async for number, secret in session.stream(CHAINS, code, first)}


def _plain(struct: Any) -> Any:
    return msgspec.json.decode(encoder.encode(struct))
