"""Kill a server under load with `kill -9` and restart it, again and again; nothing may be lost or done twice.

Players at tables of all games play at random, chat, sit down and leave, most on WebSockets and some on HTTP. They
remember every acknowledged command and every entry that they saw; after a kill they come back with the last number
that they saw, and repeat unanswered commands. The log is checked after every round, and at the end everything is
compared: the log with what players remember, every position with the log played again, and all luck with its proof.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress, TimeRemainingColumn

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from helpers.crash import Checked, Load, check, errors, killed  # the tests do the same for a few rounds
from helpers.postgres import Cluster, find
from helpers.postgres_pair import Pair
from helpers.wire import Server


async def survive(
    folder: Path, cluster: Cluster | Pair | None, args: argparse.Namespace, on_round: Callable[[int], object]
) -> Checked:
    """Do all rounds and check each."""
    database = cluster.new_database() if cluster else f"sqlite:///{folder / 'tables.db'}"
    with Server(folder / "data", database=database) as server:
        kill, start = server.kill, server.start
        if isinstance(cluster, Pair):
            pair = cluster
            kill, start = lambda: pair.primary.kill(), pair.fail_over
        elif args.kill == "database":
            assert cluster is not None
            kill, start = cluster.kill, cluster.start
        async with await Load.at(server, args.tables) as load:
            await killed(load, kill, start, database, args.rounds, most=args.commands, on_round=on_round)
            await load.more(100)
            await load.finish()
        found = await check(database, load.players)
        wrong = errors(server.log())
        assert wrong == [], wrong[0]
        return found


def started(args: argparse.Namespace) -> Cluster | Pair | None:
    """Return the database of this run, unless it is part of the server."""
    if args.database == "sqlite":
        return None
    if args.kill == "primary":
        return Pair(find())
    cluster = Cluster(find())
    cluster.start()
    return cluster


def main() -> None:
    """Kill, check, and print what was checked; any fault ends the run with an error."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument(
        "--database",
        choices=["sqlite", "postgresql"],
        help="a new one for this run: SQLite, unless the database is to be killed",
    )
    parser.add_argument(
        "--kill",
        choices=["server", "database", "primary"],
        default="server",
        help="what is killed; after a primary its standby is promoted and gets a new standby",
    )
    parser.add_argument("--tables", type=int, default=6, help="three players each")
    parser.add_argument("--commands", type=int, default=300, help="at most so many between two kills")
    args = parser.parse_args()
    args.database = args.database or ("sqlite" if args.kill == "server" else "postgresql")
    if args.kill != "server" and args.database == "sqlite":
        parser.error("SQLite is a part of the server: it is killed with it.")
    console = Console()
    cluster = started(args)
    began = perf_counter()
    columns = (*Progress.get_default_columns()[:3], MofNCompleteColumn(), TimeRemainingColumn())
    try:
        with tempfile.TemporaryDirectory() as folder, Progress(*columns, console=console, transient=True) as progress:
            task = progress.add_task(f"killing the {args.kill}", total=args.rounds)
            found = asyncio.run(
                survive(Path(folder), cluster, args, lambda number: progress.update(task, completed=number))
            )
    finally:
        if cluster:
            cluster.remove()
    took = perf_counter() - began
    console.print(
        f"{args.rounds} times killed: the {args.kill}, on {args.database}, in {took:.0f} s. {found}.", soft_wrap=True
    )


if __name__ == "__main__":
    main()
