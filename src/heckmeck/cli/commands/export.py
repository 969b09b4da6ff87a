"""`heckmeck export`: the finished games of a server as records."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, BinaryIO

import typer
from rich.progress import Progress
from rich.text import Text

from heckmeck.atomic_file import replacing
from heckmeck.cli.commands.db import Database
from heckmeck.cli.console import err
from heckmeck.games import BadSetup
from heckmeck.play import encode

if TYPE_CHECKING:
    from heckmeck.server.ops.export import Wanted


def export(
    database: Database = None,
    since: Annotated[
        datetime | None,
        typer.Option(
            metavar="DATE",
            formats=["%Y-%m-%d", "%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"],
            help="Only games that ended at that time or later, by this machine's clock.",
            show_default=False,
        ),
    ] = None,
    table: Annotated[
        str | None, typer.Option(help="Only games of the table with this code.", show_default=False)
    ] = None,
    file: Annotated[
        Path | None, typer.Option("--output", "-o", help="The file to write.", show_default="standard output")
    ] = None,
) -> None:
    """Write finished games as records with the proofs of their luck, one per line; possible while a server runs.

    Running games are left out. `heckmeck verify` checks the file, `heckmeck replay` shows the games.
    """
    from heckmeck.server.config import configure
    from heckmeck.server.net.identity import read_code
    from heckmeck.server.ops.export import Wanted

    if file is not None and file.is_file():
        raise BadSetup("file_exists", f"{file} exists already: choose another file.")
    address = configure({"database": database}).database
    wanted = Wanted(0 if since is None else int(since.timestamp() * 1000), None if table is None else read_code(table))
    try:
        with _target(file) as target:
            number = asyncio.run(_write(address, wanted, target))
    except KeyboardInterrupt:
        err.print(Text("Stopped early.", style="hint"))
        raise typer.Exit(130) from None
    where = "" if file is None else f" are in {file}"
    err.print(Text(f"{number:,} {'game' if number == 1 else 'games'}{where}"), soft_wrap=True)


async def _write(database: str, wanted: Wanted, target: BinaryIO) -> int:
    from heckmeck.server.ops.export import count, records
    from heckmeck.server.store.session import reading

    number = 0
    async with reading(database) as session:
        with Progress(console=err, transient=True, disable=not err.is_terminal) as progress:
            task = progress.add_task("exporting", total=await count(session, wanted))
            async for record in records(session, wanted):
                target.write(encode(record) + b"\n")
                number += 1
                progress.advance(task)
    return number


@contextmanager
def _target(file: Path | None) -> Iterator[BinaryIO]:
    """Open the target: standard output, or a file that appears once it is complete."""
    if file is None:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
    else:
        with replacing(file) as target:
            yield target
