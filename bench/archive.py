"""Measure what the archive saves and costs, on SQLite and PostgreSQL, with games of two people and a bot.

  bytes a game   the size of the database with some games, less its size without them: rows of the log with their
                 indexes, and archive rows. `beside` is what is stored beside the log in either case: the game, its
                 chain and its results
  packed by      the size of the body of an archive row, beside that of the same document compressed by lzma, the best
                 of the standard library without a dictionary
  times          of archiving a game (in its own transaction), and of reading it back
  commands       the latency of commands alone, and while the background job of the same process archives games at
                 full speed

With `--dictionary FILE` it writes a preset dictionary for a new version of the format, made from games played here.
"""

from __future__ import annotations

import argparse
import asyncio
import lzma
import re
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import mean, quantiles
from time import perf_counter

from rich.console import Console
from rich.table import Table as Grid

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from bench.archive_games import GAMES, Players

from heckmeck.server.background import archiving as job
from heckmeck.server.background.archiving import Archiving
from heckmeck.server.live.log_reader import read_log
from heckmeck.server.store import Row
from heckmeck.server.store.archive_format import unpacked
from heckmeck.server.store.session import filling
from heckmeck.server.store.sql_store import SqlStore
from heckmeck.server.store.statements import COLUMNS, statements
from heckmeck.server.table.projections import project
from helpers.archived import opened
from helpers.memory_store import Disk, MemoryStore
from helpers.postgres import Cluster, find

LONG_AFTER = 10**15
GAMES_A_TABLE = 3
ROUNDS = 5
"""Commands are measured alternately with and without archiving, because the load of a machine changes."""
BOUND = lzma.PRESET_EXTREME | 9


class Played:
    """Closed tables of one kind, as their entries in memory."""

    def __init__(self, game: str, tables: Sequence[list[Row]], secrets: dict[tuple[str, int], bytes]) -> None:
        self.game = game
        self.tables = tables
        self.secrets = secrets
        self.games = len(tables) * GAMES_A_TABLE
        self.entries = sum(map(len, tables)) / self.games


async def play(game: str, tables: int, seed: int) -> Played:
    """Play games at some tables."""
    disk = Disk()
    store = MemoryStore(disk)
    await store.open("bench", lambda table, seq: None)
    players = Players(store, seed)
    codes = [(await players.table(game, GAMES_A_TABLE)).code for _ in range(tables)]
    return Played(game, [disk.rows[code] for code in codes], disk.chains)


async def fill(database: str, played: Played) -> None:
    """Store tables as a server does, in one transaction."""
    async with filling(database) as session:
        for rows in played.tables:
            await session.insert("entries", COLUMNS.split(", "), rows)
            for step in read_log(rows):
                secret = played.secrets.get((step.after.code, step.after.number), b"")
                for change in project(step.before, step.entry, step.after, secret):
                    for sql, values in statements(change):
                        await session.execute(sql, *values)


def kind_of(store: SqlStore) -> str:
    """Return the name of a database's kind."""
    return "PostgreSQL" if store.shared else "SQLite"


async def size(store: SqlStore, *tables: str) -> int:
    """Return the bytes of tables with their indexes, without free pages."""
    if store.shared:
        names = " + ".join(f"pg_total_relation_size('{table}')" for table in tables)
        return int((await store.fetch(f"SELECT {names}"))[0][0])
    marks = ", ".join("?" * len(tables))
    sql = f"SELECT SUM(pgsize) FROM dbstat WHERE name IN (SELECT name FROM sqlite_schema WHERE tbl_name IN ({marks}))"
    return int((await store.fetch(sql, *tables))[0][0])


BESIDE = ("tables", "games", "results", "chains")


async def measure_size(database: str, played: Played, grid: Grid) -> None:
    """Measure the bytes and the times of the games of one kind."""
    async with opened(database) as store:
        empty = [await size(store, "entries"), await size(store, "archive"), await size(store, *BESIDE)]
    await fill(database, played)
    async with opened(database) as store:
        rows = await size(store, "entries") - empty[0]
        games = await store.archivable(LONG_AFTER, limit=10**6)
        assert len(games) == played.games
        began = perf_counter()
        assert all([await store.archive(game) for game in games])
        packing = (perf_counter() - began) / len(games)
        began = perf_counter()
        for game in games:
            assert await store.rows(game.table, game.first - 1, 0 if game.last is None else game.last - game.first + 1)
        reading = (perf_counter() - began) / len(games)
        await _compact(store)
        left, after = await size(store, "entries") - empty[0], await size(store, "archive") - empty[1]
        beside = await size(store, *BESIDE) - empty[2]
        bodies = [bytes(body) for (body,) in await store.fetch("SELECT body FROM archive")]
        grid.add_row(
            kind_of(store), played.game, f"{played.entries:.0f}", f"{rows / len(games):,.0f}",
            f"{(after + left) / len(games):,.0f}", f"{rows / (after + left):.1f}", f"{beside / len(games):,.0f}",
            f"{mean(map(len, bodies)):,.0f}", f"{mean(len(_lzma(unpacked(body))) for body in bodies[:10]):,.0f}",
            f"{1000 * packing:.1f} ms", f"{1000 * reading:.1f} ms",
        )  # fmt: skip


async def _compact(store: SqlStore) -> None:
    """Return the space of deleted rows, so that it is not counted. A server reuses it for new rows."""
    if store.shared:
        for table in ("entries", "archive", *BESIDE):
            await store.fetch(f"VACUUM FULL {table}")


def _lzma(document: bytes) -> bytes:
    return lzma.compress(document, lzma.FORMAT_RAW, filters=[{"id": lzma.FILTER_LZMA2, "preset": BOUND}])


async def measure_commands(database: str, seconds: float, tables: int, grid: Grid) -> None:
    """Measure the latency of commands, alone and while games are archived."""
    old = [await play(game, tables, 5) for game in GAMES]
    for played in old:
        await fill(database, played)
    alone: list[float] = []
    beside: list[float] = []
    done: list[None] = []
    async with opened(database) as store:
        kind = kind_of(store)
        for _ in range(ROUNDS):
            alone += await latencies(store, seconds / ROUNDS)
            players = Players(store, 9)
            archiving = Archiving(players.hub, 1, lambda: done.append(None))
            archiving.resume((players.hub.process,))
            beside += await latencies(store, seconds / ROUNDS)
            archiving.stop()
            await players.hub.finish()
    found = [f"{1000 * cut:.1f} ms" for each in (alone, beside) for cut in _middle_and_high(each)]
    grid.add_row(kind, *found, f"{len(done) / seconds:.1f}", f"{len(alone):,} and {len(beside):,}")


def _middle_and_high(times: list[float]) -> tuple[float, float]:
    cuts = quantiles(times, n=100)
    return cuts[49], cuts[94]


async def latencies(store: SqlStore, seconds: float, tables: int = 8) -> list[float]:
    """Play at some tables at the same time, and return how long each command took."""
    found: list[float] = []
    end = perf_counter() + seconds
    players = Players(store, 3)
    give = players.give

    async def timed(*arguments: object, **fields: object) -> None:
        if perf_counter() > end:
            raise TimeoutError
        began = perf_counter()
        await give(*arguments, **fields)  # type: ignore[arg-type]
        found.append(perf_counter() - began)
        await asyncio.sleep(0.01)

    players.give = timed  # type: ignore[method-assign]

    async def go_on() -> None:
        while True:
            await players.table(players.source.choice(GAMES), 1)

    await asyncio.gather(*(go_on() for _ in range(tables)), return_exceptions=True)
    return found


async def write_dictionary(file: Path) -> None:
    """Write the entries of a game of each kind, without the parts that differ in every game."""
    parts: list[bytes] = []
    for game in GAMES:
        (rows,) = (await play(game, 1, 7)).tables
        parts.append(b",".join(row.body for row in rows[1 : len(rows) // GAMES_A_TABLE]))
    text = re.sub(rb'"[0-9a-f]{32,64}"|"[0-9a-z]{26}"', b'""', b",".join(parts))
    file.write_bytes(re.sub(rb'"name":"[^"]*"', b'"name":""', text)[-32_768:])


async def measure(args: argparse.Namespace, folder: Path, cluster: Cluster, console: Console) -> None:
    """Do all measurements."""
    sizes = Grid(
        "database", "game", "entries", "bytes before", "after", "ratio", "beside", "packed", "by lzma", "to archive",
        "to read", title="a game",
    )  # fmt: skip
    for game in GAMES:
        played = await play(game, args.tables, 1)
        for database in (f"sqlite:///{folder / game}.db", cluster.new_database()):
            await measure_size(database, played, sizes)
    console.print(sizes)
    job.PAUSE = min(job.PAUSE, args.pause)
    commands = Grid(
        "database", "p50 alone", "p95 alone", "p50 beside", "p95 beside", "games archived a second", "commands",
        title="latency of commands, alone and beside the archiving",
    )  # fmt: skip
    for database in (f"sqlite:///{folder / 'commands'}.db", cluster.new_database()):
        await measure_commands(database, args.seconds, args.tables, commands)
    console.print(commands)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=20, help=f"of each kind, with {GAMES_A_TABLE} games each")
    parser.add_argument("--seconds", type=float, default=10, help="for each measurement of commands")
    parser.add_argument("--pause", type=float, default=job.PAUSE, help="seconds between two games that are archived")
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()), help="on the disk to measure")
    parser.add_argument("--dictionary", type=Path, help="write a preset dictionary, and measure nothing")
    args = parser.parse_args()
    if args.dictionary:
        asyncio.run(write_dictionary(args.dictionary))
        return
    cluster = Cluster(find(), args.folder)
    try:
        cluster.start()
        with tempfile.TemporaryDirectory(dir=args.folder) as folder:
            asyncio.run(measure(args, Path(folder), cluster, Console(width=150)))
    finally:
        cluster.remove()


if __name__ == "__main__":
    main()
