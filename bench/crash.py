"""Kill a server under load with `kill -9` and restart it, again and again; nothing may be lost or done twice.

Players at tables of all games play at random, chat, sit down and leave, most on WebSockets and some on HTTP. They
remember every acknowledged command and every entry that they saw; after a kill they come back with the last number
that they saw, and repeat unanswered commands. After every round everything new is compared: the log with what players
remember, every position with the log played again, and all luck with its proof. At the end the whole log is read again.

With `--keep` runs add up: the folder keeps the database and what was remembered, and the next run continues at the same
tables with the same players. A run that is interrupted, or killed, loses only the round that was not checked yet.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import perf_counter

from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress, TimeRemainingColumn

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from heckmeck.games import BadSetup
from helpers.crash import Load, errors, killed  # the tests do the same for a few rounds
from helpers.crash_check import Checked, Windows
from helpers.crash_memory import Memory, end_servers, reserved
from helpers.postgres import Cluster, find
from helpers.postgres_pair import Pair
from helpers.wire import Server

TABLES = 6
KEPT_FOR_EVER = {"HECKMECK_ARCHIVE_AFTER": "never"}
"""The checks read the log, not the archive."""


async def survive(
    folder: Path,
    cluster: Cluster | Pair | None,
    memory: Memory,
    args: argparse.Namespace,
    on_round: Callable[[], object],
) -> Checked:
    """Do all rounds and check each. The memory is written to the folder after each round."""
    database = _database(folder, cluster)
    data = folder / "data"
    end_servers(data)
    ledger = await memory.ledger(database)
    memory.runs += 1
    with Server(data, database=database, environment=KEPT_FOR_EVER) as server:
        kill, start = server.kill, server.start
        if isinstance(cluster, Pair):
            pair = cluster
            kill, start = lambda: pair.primary.kill(), pair.fail_over
        elif args.kill == "database":
            assert cluster is not None
            kill, start = cluster.kill, cluster.start

        def keep(windows: Windows) -> None:
            memory.rounds += 1
            memory.note(load.ledger, windows)
            memory.write(folder)
            on_round()

        players = memory.returning(server) or (await Load.at(server, args.tables or TABLES)).players
        async with Load(players, ledger) as load:
            source = Random(4 + memory.rounds)
            await killed(load, kill, start, database, args.rounds, most=args.commands, source=source, on_round=keep)
            await load.more(min(100, args.commands))
            await load.finish()
        found = await load.check(database)
        wrong = errors(server.log())
        assert wrong == [], wrong[0]
        memory.note(load.ledger, load.windows())
        memory.write(folder)
        return found


def _database(folder: Path, cluster: Cluster | Pair | None) -> str:
    """Return the address of the database, which is made if there is none."""
    if cluster is None:
        return f"sqlite:///{folder / 'tables.db'}"
    if isinstance(cluster, Pair):
        return cluster.new_database()
    return cluster.database("crash")


def started(folder: Path, args: argparse.Namespace) -> Cluster | Pair | None:
    """Return the database of this run, unless it is part of the server."""
    if args.database == "sqlite":
        return None
    if args.kill == "primary":
        return Pair(find())
    cluster = Cluster(find(), data=folder / "postgresql" if args.keep else None)
    cluster.start()
    return cluster


def options() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument(
        "--keep",
        type=Path,
        metavar="FOLDER",
        help="keep everything in this folder, and continue what is kept there; not with --kill primary. "
        "PostgreSQL must be able to reach the folder",
    )
    parser.add_argument(
        "--database",
        choices=["sqlite", "postgresql"],
        help="a new one for this run, or the kept one: SQLite, unless the database is to be killed",
    )
    parser.add_argument(
        "--kill",
        choices=["server", "database", "primary"],
        default="server",
        help="what is killed; after a primary its standby is promoted and gets a new standby",
    )
    parser.add_argument("--tables", type=int, help=f"three players each; {TABLES}, or those that were kept")
    parser.add_argument("--commands", type=int, default=300, help="at most so many between two kills")
    args = parser.parse_args()
    args.database = args.database or ("sqlite" if args.kill == "server" else "postgresql")
    if args.kill != "server" and args.database == "sqlite":
        parser.error("SQLite is a part of the server: it is killed with it.")
    if args.kill == "primary" and args.keep:
        parser.error("A primary and its standby cannot be kept.")
    return args


def run(folder: Path, args: argparse.Namespace, console: Console) -> None:
    """Kill, check, and print what was checked."""
    memory = Memory.read(folder, args.database)
    began = perf_counter()
    cluster = started(folder, args)
    columns = (*Progress.get_default_columns()[:3], MofNCompleteColumn(), TimeRemainingColumn())
    try:
        with Progress(*columns, console=console, transient=True) as progress:
            task = progress.add_task(f"killing the {args.kill}", total=args.rounds)
            found = asyncio.run(survive(folder, cluster, memory, args, lambda: progress.advance(task)))
    except KeyboardInterrupt:
        if args.keep:
            console.print(f"Interrupted. Kept: {Memory.read(folder, args.database)}.", soft_wrap=True)
        raise SystemExit(130) from None
    finally:
        end_servers(folder / "data")  # one that was being started when this run was interrupted
        if cluster:
            cluster.remove()
    took = perf_counter() - began
    console.print(
        f"{args.rounds} times killed: the {args.kill}, on {args.database}, in {took:.0f} s.\n{memory}.\n{found}.",
        soft_wrap=True,
    )


def main() -> None:
    """Kill, check, and print what was checked; any fault ends the run with an error."""
    args = options()
    console = Console()
    try:
        if args.keep:
            with reserved(args.keep.absolute()):
                run(args.keep.absolute(), args, console)
        else:
            with tempfile.TemporaryDirectory() as folder:
                run(Path(folder), args, console)
    except BadSetup as error:
        raise SystemExit(str(error)) from None


if __name__ == "__main__":
    main()
