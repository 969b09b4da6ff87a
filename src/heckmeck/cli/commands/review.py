"""`heckmeck review`: a recorded game judged decision by decision."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.progress import Progress
from rich.text import Text

from heckmeck.bots.win_shares import why_no_win_shares
from heckmeck.cli.console import err, out
from heckmeck.cli.review_page import review_page
from heckmeck.cli.review_report import ReviewReport
from heckmeck.games import get
from heckmeck.play import BadRecord, Record, read_records
from heckmeck.play.review import Review
from heckmeck.play.review import review as review_of


def review(
    file: Annotated[Path, typer.Argument(help="A file with one record per line.", metavar="FILE", show_default=False)],
    game: Annotated[
        int | None, typer.Option(min=1, help="The game in this line of the file, where it has several.")
    ] = None,
    every: Annotated[
        bool, typer.Option("--all", help="List every decision, not only those that cost something.")
    ] = False,
    html: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the review into one HTML file that needs nothing else.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Write JSON instead of tables.")] = False,
) -> None:
    """Judge every decision of a recorded game: what it did to the chance to win, what was better, and what was luck.

    Chances to win are estimates, where there are any; what choices cost in worms or points is exact in the games with
    dice.
    """
    line, record = _record(file, game)
    if html is not None and not html.parent.is_dir():
        raise BadRecord("bad_path", f"{html} cannot be written: there is no folder {html.parent}.")
    found = _reviewed(file, line, record)
    if html is not None:
        html.write_text(review_page(record, found, _why_no_wins(record)), "utf-8")
    if as_json:
        typer.echo(msgspec.json.format(msgspec.json.encode(_written(record, found)), indent=2).decode())
        return
    for part in ReviewReport(record, found, _why_no_wins(record)).parts(every):
        out.print(part)
    if html is not None:
        out.print(Text(f"The page is in {html}", style="hint"), soft_wrap=True)


def _record(path: Path, line: int | None) -> tuple[int, Record]:
    """Return the game to review, with its line."""
    found: list[tuple[int, Record | BadRecord]] = []
    for number, record in read_records(path):
        if line is None or number == line:
            found.append((number, record))
        if len(found) > 1 or (found and line is not None):
            break
    if not found:
        raise BadRecord("no_record", f"{path} contains no record{'' if line is None else f' in line {line}'}.")
    if len(found) > 1:
        raise BadRecord("several_records", f"{path} has several games: say which one by --game LINE.")
    ((number, record),) = found
    if isinstance(record, BadRecord):
        raise BadRecord(record.code, f"{path}, line {number}: {record}")
    return number, record


def _reviewed(path: Path, line: int, record: Record) -> Review:
    with Progress(console=err, transient=True, disable=not err.is_terminal) as progress:
        task = progress.add_task("reviewing", total=len(record.steps))
        try:
            return review_of(record, lambda step: progress.update(task, completed=step))
        except BadRecord as error:
            raise BadRecord(error.code, f"{path}, line {line}: {error}") from None


def _why_no_wins(record: Record) -> str | None:
    return why_no_win_shares(get(record.game).setup_type.make(record.setup))


def _written(record: Record, review: Review) -> dict[str, Any]:
    """Return the review as JSON has it, with who played."""
    return {"players": record.players, "outcome": record.outcome, **msgspec.to_builtins(review)}
