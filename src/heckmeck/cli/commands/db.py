"""`heckmeck db`: maintenance of a server's database."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.progress import Progress
from rich.text import Text

from heckmeck.atomic_file import replacing
from heckmeck.cli.console import err, out, printable
from heckmeck.games import BadSetup

if TYPE_CHECKING:
    from heckmeck.server.store.dump import End

MAX_SHOWN = 50
"""Maximum number of faults that are listed."""

db = typer.Typer(
    name="db",
    help="Maintain the database of a server: migrate, check, archive, back up, restore, export, import.",
    no_args_is_help=True,
)

Database = Annotated[
    str | None,
    typer.Option(help="A file, or postgresql://…; by default the one that `heckmeck serve` uses.", show_default=False),
]

Data = Annotated[
    Path | None,
    typer.Option(help="The folder of the keys; by default the one that `heckmeck serve` uses.", show_default=False),
]


@db.command()
def migrate(database: Database = None) -> None:
    """Create a database, or update its schema. `heckmeck serve` also does this when it starts."""
    from heckmeck.server.store.session import filling

    async def main() -> None:
        async with filling(address_of(database)) as session:
            out.print(Text(f"{session.name} is up to date."), soft_wrap=True)

    _run(main())


@db.command()
def check(database: Database = None) -> None:
    """Replay every log and check that all games and results agree with it; possible while a server runs.

    Exits with 0 if there are no faults, and with 1 otherwise.
    """
    from heckmeck.server.ops.audit import faults
    from heckmeck.server.store.log_rows import COUNT
    from heckmeck.server.store.session import reading

    async def main() -> int:
        found = 0
        async with reading(address_of(database)) as session:
            total = await session.one(COUNT)
            with _progress("checking", total) as report:
                async for sentence in faults(session, report):
                    found += 1
                    if found <= MAX_SHOWN:
                        err.print(Text(printable(sentence), style="error"), soft_wrap=True)
            tables = await session.one("SELECT COUNT(DISTINCT code) FROM entries")
        state = f"{found:,} faults" if found else "everything is in order"
        out.print(Text(f"{session.name}: {tables:,} tables, {total:,} entries; {state}."), soft_wrap=True)
        return found

    if _run(main()):
        raise typer.Exit(1)


@db.command()
def archive(
    database: Database = None,
    older_than: Annotated[
        int | None,
        typer.Option(
            min=1, help="Days since the end of a game; by default as for `heckmeck serve`.", show_default=False
        ),
    ] = None,
) -> None:
    """Move finished games to the archive, one by one; possible while a server runs, which also does this regularly."""
    from heckmeck.server.ops.archive import archive_games, count

    days = _archive_after() if older_than is None else older_than
    if not days:
        raise BadSetup("no_archive", "HECKMECK_ARCHIVE_AFTER is set to never: give a number of days with --older-than.")

    async def main() -> int:
        address = address_of(database)
        with _progress("archiving", await count(address, days)) as report:
            return await archive_games(address, days, report)

    number = _run(main())
    out.print(Text(f"{number:,} {'game was' if number == 1 else 'games were'} archived"), soft_wrap=True)


@db.command("remove-damaged")
def remove_damaged(
    database: Database = None,
    yes: Annotated[bool, typer.Option("--yes", help="Remove them; without it they are only listed.")] = False,
) -> None:
    """Remove damaged games from the archive permanently; possible while a server runs. Results are kept.

    To get such a game back instead, restore a backup from before the damage.
    """
    from heckmeck.server.ops.damaged_games import DamagedGame, find_damaged, remove
    from heckmeck.server.store.session import reading

    async def main() -> list[DamagedGame]:
        address = address_of(database)
        async with reading(address) as session:
            total = await session.one("SELECT COUNT(*) FROM archive")
        with _progress("reading", total) as report:
            found = await find_damaged(address, report)
        for game in found if yes else ():
            await remove(address, game)
        return found

    found = _run(main())
    for game in found[:MAX_SHOWN]:
        out.print(Text(printable(str(game.error))), soft_wrap=True)
    if not found:
        text = "No archived game is damaged."
    elif yes:
        text = f"{len(found):,} {'game was' if len(found) == 1 else 'games were'} removed."
    else:
        text = f"{len(found):,} {'game is' if len(found) == 1 else 'games are'} damaged: --yes removes what is left."
    out.print(Text(text), soft_wrap=True)


@db.command()
def backup(
    folder: Annotated[Path, typer.Argument(help="The folder of your backups.", show_default=False)],
    database: Database = None,
    data: Data = None,
    keep: Annotated[
        int | None, typer.Option(min=1, help="Number of backups to keep; older ones are removed.", show_default=False)
    ] = None,
) -> None:
    """Write everything that a server needs to a new folder, named by the time; possible while a server runs.

    The backup is a snapshot of the database. It appears only once it is complete and was verified by reading it. It
    contains the secrets of the games and the keys of the cookies: keep it private.
    """
    from heckmeck.server.ops.backup import Backup, back_up, remove_older
    from heckmeck.server.store.dump import count_rows
    from heckmeck.server.store.session import reading

    async def main() -> Backup:
        async with reading(address_of(database)) as session:
            with _progress("backing up", await count_rows(session)) as report:
                return await back_up(session, _keys(data), folder, report)

    made = _run(main())
    out.print(Text(f"{made.rows:,} rows are in {made.folder}"), soft_wrap=True)
    if keep is not None and (removed := remove_older(made.folder, keep)):
        out.print(Text(f"{removed:,} older {'backup was' if removed == 1 else 'backups were'} removed"), soft_wrap=True)


@db.command()
def restore(
    folder: Annotated[Path, typer.Argument(help="A folder that `heckmeck db backup` made.", show_default=False)],
    database: Database = None,
    data: Data = None,
) -> None:
    """Fill a new database from a backup, completely or not at all, and restore the keys if there are none.

    The database may be of the other kind: from SQLite to PostgreSQL, or back. A backup that was changed is refused.
    """
    from heckmeck.server.ops.backup import has_same_keys, size_of
    from heckmeck.server.ops.backup import restore as restore_backup
    from heckmeck.server.store.session import filling

    keys = _keys(data)

    async def main() -> End:
        with _progress("restoring", size_of(folder)) as report:
            async with filling(address_of(database)) as session:
                return await restore_backup(session, folder, keys, report)

    end = _run(main())
    out.print(Text(f"{end.rows:,} rows were restored from {folder}"), soft_wrap=True)
    _say_if_unverified(end, folder)
    if not has_same_keys(folder, keys):
        text = f"{keys} was not changed. Guests of the backup are recognized only with the keys of the backup."
        err.print(Text(text, style="hint"), soft_wrap=True)


@db.command()
def export(
    file: Annotated[Path, typer.Argument(help="The file to write.", show_default=False)], database: Database = None
) -> None:
    """Write everything to a file for `heckmeck db import`; possible while a server runs.

    The file contains the secrets of the games: keep it private.
    """
    from heckmeck.server.store.dump import count_rows, lines
    from heckmeck.server.store.session import reading

    if file.exists():
        raise BadSetup("file_exists", f"{file} exists already: choose another file.")

    async def main() -> int:
        async with reading(address_of(database)) as session:
            total = await count_rows(session)
            with _progress("exporting", total) as report, replacing(file, private=True) as written:
                number = 0
                async for line in lines(session):
                    written.write(line)
                    number += 1
                    if number % 1000 == 0:
                        report(number)
        return total

    out.print(Text(f"{_run(main()):,} rows are in {file}"), soft_wrap=True)


@db.command("import")
def fill_from(
    file: Annotated[Path, typer.Argument(help="A file that `heckmeck db export` wrote.", show_default=False)],
    database: Database = None,
) -> None:
    """Fill a new database from a file, completely or not at all."""
    from heckmeck.server.store.dump import fill
    from heckmeck.server.store.session import filling

    async def main() -> End:
        with file.open("rb") as source, _progress("importing", file.stat().st_size) as report:
            async with filling(address_of(database)) as session:
                return await fill(session, source, report)

    end = _run(main())
    out.print(Text(f"{end.rows:,} rows were imported from {file}"), soft_wrap=True)
    _say_if_unverified(end, file)


def address_of(database: str | None) -> str:
    """Return the address of the database."""
    from heckmeck.server.config import configure

    if database is not None and "://" not in database:
        return f"sqlite:///{Path(database).absolute()}"
    return configure({"database": database}).database


def _archive_after() -> int:
    """Return the number of days after which a server archives games."""
    from heckmeck.server.config import configure

    return configure({}).archive_after


def _keys(data: Path | None) -> Path:
    """Return the file of the keys."""
    from heckmeck.server.config import configure

    return configure({"data": data}).keys


def _run(main: Coroutine[Any, Any, Any]) -> Any:
    try:
        return asyncio.run(main)
    except KeyboardInterrupt:
        err.print(Text("Stopped early.", style="hint"))
        raise typer.Exit(130) from None


def _say_if_unverified(end: End, source: Path) -> None:
    if not end.sha256:
        text = f"{source} was written by an earlier version and has no digest: its content was not verified."
        err.print(Text(text, style="hint"), soft_wrap=True)


@contextmanager
def _progress(what: str, total: int) -> Iterator[Callable[[int], None]]:
    with Progress(console=err, transient=True, disable=not err.is_terminal) as progress:
        task = progress.add_task(what, total=total)

        def report(completed: int) -> None:
            progress.update(task, completed=completed)

        yield report
