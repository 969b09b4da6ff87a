"""Back up a server's database while players play, restore the backup, and check it; nothing may be lost.

The load is that of `bench/crash`. In every round `heckmeck db backup` runs beside it, `heckmeck db restore` fills a new
database from the backup, alternately of the same and of the other kind, and `heckmeck db check` must find no fault.
Every command that was acknowledged before the backup began has to be there, under its number.
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
from rich.progress import Progress

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from helpers.crash import Load, errors
from helpers.postgres import Cluster, find
from helpers.restored import Restored, restore_under_load
from helpers.wire import Server


async def back_up(folder: Path, cluster: Cluster, args: argparse.Namespace, on_round: Callable[[], object]) -> Restored:
    """Do all rounds, and check the database in use at the end as well. Return the last round, which is the largest."""
    kinds: list[Callable[[Path], str]] = [
        lambda path: f"sqlite:///{path / 'tables.db'}",
        lambda _: cluster.new_database(),
    ]
    if args.database == "postgresql":
        kinds.reverse()
    found = Restored()
    database = kinds[0](folder)
    with Server(folder / "data", database=database) as server:
        async with await Load.at(server, args.tables) as load:
            for number in range(args.rounds):
                await load.more(args.commands)
                place = folder / f"round-{number}"
                place.mkdir()
                found = await restore_under_load(load, database, server.data, place, kinds[number % 2](place))
                on_round()
            await load.finish()
        await load.check(database)
        wrong = errors(server.log())
        assert wrong == [], wrong[0]
    return found


def main() -> None:
    """Back up, restore, check, and print what was checked; any fault ends the run with an error."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--database", choices=["sqlite", "postgresql"], default="sqlite", help="the one in use")
    parser.add_argument("--tables", type=int, default=6, help="three players each")
    parser.add_argument("--commands", type=int, default=300, help="between two backups")
    args = parser.parse_args()
    console = Console()
    began = perf_counter()
    cluster = Cluster(find())
    cluster.start()
    try:
        with tempfile.TemporaryDirectory() as folder, Progress(console=console, transient=True) as progress:
            task = progress.add_task("backing up", total=args.rounds)
            found = asyncio.run(back_up(Path(folder), cluster, args, lambda: progress.advance(task)))
    finally:
        cluster.remove()
    took = perf_counter() - began
    console.print(
        f"{args.rounds} backups of {args.database} under load, in {took:.0f} s. The last: {found}.", soft_wrap=True
    )


if __name__ == "__main__":
    main()
