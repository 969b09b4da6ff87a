"""`heckmeck verify`: check that the luck of exported games was fair and their steps legal."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, BinaryIO

import msgspec
import typer
from rich.markup import escape
from rich.progress import Progress
from rich.text import Text

from heckmeck.cli.console import err, out
from heckmeck.games import GameError
from heckmeck.play import BadRecord
from heckmeck.play.record_file import LONGEST_LINE
from heckmeck.server.fairness.verify import Unfair, Verified
from heckmeck.server.fairness.verify import verify as verify_line

MAX_SHOWN = 20
"""Maximum number of good games, and of bad ones, that are listed."""


def verify(
    files: Annotated[
        list[str], typer.Argument(help="Files with one exported game per line; - for standard input.", metavar="FILE")
    ],
    as_json: Annotated[bool, typer.Option("--json", help="Write a JSON object for every game.")] = False,
) -> None:
    """Check that the luck of exported games follows from their chains and seeds, and that they follow the rules.

    Exits with 0 if all checks succeed, with 1 if one fails, and with 2 if something cannot be read.
    """
    report = Report(as_json)
    with Progress(console=err, transient=True, disable=not err.is_terminal) as progress:
        for name in files:
            shown = os.fsencode(name).decode(errors="replace")
            try:
                _verify_file(name, shown, report, progress)
            except OSError as error:
                report.add(shown, None, BadRecord("no_file", f"{error.strerror or error}."))
    report.end()


class Report:
    """Prints results as they arrive, and counts them."""

    def __init__(self, as_json: bool) -> None:
        self.as_json = as_json
        self.fair = self.unfair = self.unread = self.outcomes = self.seeds = 0

    def add(self, name: str, line: int | None, found: Verified | GameError) -> None:
        """Print the result of one game."""
        if isinstance(found, Verified):
            self.fair += 1
            self.outcomes += found.outcomes
            self.seeds += found.seeds
        elif isinstance(found, Unfair):
            self.unfair += 1
        else:
            self.unread += 1
        where = name if line is None else f"{name}, line {line}"
        if self.as_json:
            typer.echo(msgspec.json.encode({"file": name, "line": line, **_written(found)}))
        elif isinstance(found, Verified) and self.fair <= MAX_SHOWN:
            out.print(Text(f"{where}: {found}"), soft_wrap=True)
        elif isinstance(found, GameError) and self.unfair + self.unread <= MAX_SHOWN:
            err.print(Text(f"{where}: {found}", style="error"), soft_wrap=True)

    def end(self) -> None:
        """Print a summary and exit with the right code."""
        games = self.fair + self.unfair + self.unread
        if not self.as_json and games > 1:
            what = f"{self.outcomes} outcomes follow from their chains and {self.seeds} seeds"
            out.print(f"{self.fair} of {games} games are valid: {what}.", soft_wrap=True)
        if self.unfair:
            raise typer.Exit(1)
        if self.unread:
            raise typer.Exit(2)


def _verify_file(name: str, shown: str, report: Report, progress: Progress) -> None:
    with _opened(name) as file:
        size = 0 if name == "-" else Path(name).stat().st_size  # a pipe has none
        task = progress.add_task(escape(f"verifying {shown}"), total=size or None)
        games = 0
        for number, line in _lines(file):
            games += 1
            report.add(shown, number, _verified(line))
            progress.advance(task, len(line))
    if not games:
        report.add(shown, None, BadRecord("no_record", "It contains no record."))


def _lines(file: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Yield the lines that are not empty with their numbers; stop after one that is too long."""
    number = 0
    while line := file.readline(LONGEST_LINE + 1):
        number += 1
        if number == 1:
            line = line.removeprefix(b"\xef\xbb\xbf")
        if line.strip():
            yield number, line
        if len(line) > LONGEST_LINE:
            return


def _verified(line: bytes) -> Verified | GameError:
    if len(line) > LONGEST_LINE:
        limit = f"{LONGEST_LINE // 2**20} MiB"
        return BadRecord("too_long", f"The line is longer than {limit}; what follows is not read.")
    try:
        return verify_line(line)
    except GameError as error:
        return error


def _written(found: Verified | GameError) -> dict[str, object]:
    if isinstance(found, Verified):
        return {"holds": True, **msgspec.structs.asdict(found)}
    outcome = found.outcome if isinstance(found, Unfair) else None
    holds = False if isinstance(found, Unfair) else None
    return {"holds": holds, "code": found.code, "message": str(found), "outcome": outcome}


@contextmanager
def _opened(name: str) -> Iterator[BinaryIO]:
    if name == "-":
        yield sys.stdin.buffer
    else:
        with Path(name).open("rb") as file:
            yield file
