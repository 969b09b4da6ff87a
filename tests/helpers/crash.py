"""A server that is killed again and again under load, and checks that nothing was lost or done twice."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from itertools import cycle, islice
from random import Random
from typing import Any, NamedTuple, Self

import msgspec

from heckmeck.games import GAMES
from heckmeck.play.record import encode
from heckmeck.server.fairness.luck import NO_LUCK, ChainLuck
from heckmeck.server.fairness.verify import verify
from heckmeck.server.live.archive import GameRunning, find_game, to_fair_record
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
from helpers.crash_players import Player, seated
from helpers.wire import Address

TIMEOUT = 60.0
"""Seconds that may pass before the players can go on."""
LOG = f"SELECT {COLUMNS} FROM entries WHERE code = ? AND seq > ? ORDER BY seq"


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


class Load:
    """Tables of all games with players, some on HTTP, who continue whatever happens to their server."""

    def __init__(self, players: Sequence[Player]) -> None:
        self.players = players
        self._tasks: list[asyncio.Task[None]] = []
        self._checked: dict[str, int] = {}
        self._known: dict[str, int] = {}

    @classmethod
    async def at(cls, server: Address, tables: int) -> Self:
        """Open a number of tables."""
        games = enumerate(islice(cycle(GAMES), tables))
        return cls([player for number, game in games for player in await seated([server] * 3, game, number)])

    async def __aenter__(self) -> Self:
        self._tasks = [asyncio.create_task(player.run()) for player in self.players]
        return self

    async def __aexit__(self, *_: object) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    @property
    def acknowledged(self) -> int:
        """How many commands were acknowledged so far."""
        return sum(len(player.acknowledged) for player in self.players)

    @property
    def by_bots(self) -> int:
        """How many moves of bots the players saw."""
        return sum(player.by_bots for player in self.players)

    async def more(self, commands: int, by_bots: int = 0) -> None:
        """Wait until this many more commands were acknowledged, and this many more moves of bots were seen."""
        wanted, moves = self.acknowledged + commands, self.by_bots + by_bots
        try:
            async with asyncio.timeout(TIMEOUT):
                while self.acknowledged < wanted or self.by_bots < moves:
                    for task in self._tasks:
                        if task.done():
                            task.result()
                    await asyncio.sleep(0.002)
        except TimeoutError:
            raise AssertionError(f"it does not go on: {[str(player) for player in self.players]}") from None

    async def finish(self) -> None:
        """Let all players stop, once everything is answered, and connect once more for a last check."""
        for player in self.players:
            player.stopping = True
        await asyncio.gather(*self._tasks)
        await asyncio.gather(*(player.run() for player in self.players))

    async def look(self, database: str) -> None:
        """Check what was added since the last check: the log has no gaps, and everything acknowledged is in it."""
        acknowledged = {player: dict(player.acknowledged) for player in self.players}  # before the log is read
        async with reading(database) as session:
            ids = await ids_of(session, self.players)
            for code in {player.code for player in self.players}:
                since = self._checked.get(code, 0)
                rows = await rows_of(session, code, since)
                assert [row.seq for row in rows] == list(range(since + 1, since + 1 + len(rows))), f"a gap at {code}"
                self._known |= {f"{code} {row.command}": row.seq for row in rows}
                self._checked[code] = since + len(rows)
        for player, done in acknowledged.items():
            for name, seq in done.items():
                assert self._known.get(f"{player.code} {ids[player]}.{name}") == seq, f"lost at {player.code}: {seq}"


async def killed(
    load: Load, kill: Callable[[], None], start: Callable[[], None], database: str, rounds: int, *,
    most: int = 300, on_round: Callable[[int], object] = lambda number: None,
) -> None:  # fmt: skip
    """Kill something and restart it in every round, after at most `most` commands, while others are sent."""
    source = Random(4)
    for number in range(1, rounds + 1):
        # Bots think in a separate process, which starts later: often the server dies before, but not always.
        await load.more(source.randint(20, most), source.randint(0, 30) if number % 5 == 1 else 0)
        await asyncio.sleep(source.uniform(0, 0.02))
        kill()
        await asyncio.to_thread(start)
        await load.more(1)
        await load.look(database)
        on_round(number)


def errors(text: str) -> list[str]:
    """Return the errors in the log of a server, in JSON, and of its bots, as Python prints them."""
    lines = text.splitlines()
    own = [line for line in lines if '"level":"error"' in line or '"level":"critical"' in line]
    found = [place for place, line in enumerate(lines) if "Traceback" in line and line not in own]
    return own + [part for place in found if not _is_orphaned(part := "\n".join(lines[place : place + 25]))]


def _is_orphaned(text: str) -> bool:
    """Whether it was one of the bots' processes whose server was killed while it was still being started."""
    return "multiprocessing/spawn.py" in text and "EOFError" in text


async def check(database: str, players: Iterable[Player]) -> Checked:
    """Compare what all players remember with the store, and the store with itself."""
    players = list(players)
    found = Checked()
    async with reading(database) as session:
        assert [fault async for fault in faults(session, lambda _: None)] == []
        ids = await ids_of(session, players)
        for code in sorted({player.code for player in players}):
            rows = await rows_of(session, code)
            chains = "SELECT number, secret FROM chains WHERE code = ?"
            secrets = {number: bytes(secret) async for number, secret in session.stream(chains, code)}
            at_table = {ids[player]: player for player in players if player.code == code}
            found += _check_table(rows, secrets, at_table)
    return found


def _check_table(rows: list[Row], secrets: dict[int, bytes], players: dict[str, Player]) -> Checked:
    assert [row.seq for row in rows] == list(range(1, len(rows) + 1)), "a gap"
    commands = {row.command: row.seq for row in rows}
    assert len(commands) == len(rows), "a command was done twice"
    lucks = {number: ChainLuck.stored(GAMES[_game(rows)], secret) for number, secret in secrets.items()}
    story = list(read_log(rows))
    found = Checked(entries=len(rows), by_bots=_check_order(story))
    for who, player in players.items():
        acknowledged = {f"{who}.{name}": seq for name, seq in player.acknowledged.items()}
        assert acknowledged.items() <= commands.items(), "an acknowledged command is not where it was"
        assert not {f"{who}.{name}" for name in player.refused} & commands.keys(), "a refused command was done"
        assert [entry["seq"] for entry in player.seen] == list(range(1, player.seq + 1)), "a client saw a gap"
        assert player.seq <= len(rows), "a client saw what is not in the log"
        for entry, step in zip(player.seen, story, strict=False):
            _check_seen(entry, step, lucks)
        for welcome in player.welcomes:
            _check_welcome(welcome, story[welcome["seq"] - 1].after, who, secrets)
        found += Checked(acknowledged=len(acknowledged), seen=len(player.seen), welcomes=len(player.welcomes))
    for number, secret in secrets.items():
        found += _check_luck(rows, number, secret)
    return found


def _check_order(story: list[LogStep]) -> int:
    """Check that everybody moved in turn and nothing was done twice; return what the server did on its own."""
    own = 0
    for step in story[1:]:
        row, entry, before = step.row, step.entry, step.before
        assert before is not None
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


def _check_seen(entry: Message, step: LogStep, lucks: dict[int, ChainLuck]) -> None:
    """Compare an entry as a client saw it with the log; a client sees only the hidden cards of its own seat, if any."""
    state = step.after
    applied = step.applied(lucks.get(state.number, NO_LUCK))
    seats: list[tuple[int, ...]] = [(), *((seat,) for seat in range(len(state.seats)))] if state.game.hides else [()]
    assert any(entry == _plain(to_message(applied, each)) for each in seats), f"{entry} is not {applied}"


def _check_welcome(welcome: Message, state: TableState, player: str, secrets: dict[int, bytes]) -> None:
    mine = state.seats_of(player)
    assert welcome["mine"] == list(mine)
    assert welcome["table"] == _plain(table_info(state))
    assert welcome.get("position") == _plain(visible_position(state, mine))
    over = ended(state, secrets[state.number].hex()) if state.phase == "over" else None
    assert welcome.get("ended") == _plain(over)


def _check_luck(rows: list[Row], number: int, secret: bytes) -> Checked:
    """Compute the luck of a game again, even of a running one if nothing is hidden in it."""
    game = find_game(rows, number)
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


def _game(rows: list[Row]) -> str:
    first = entries.decode(rows[0].body)
    assert isinstance(first, entries.Opened)
    return first.plan.game


def _plain(struct: Any) -> Any:
    return msgspec.json.decode(encoder.encode(struct))
