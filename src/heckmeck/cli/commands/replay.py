"""`heckmeck replay`: what happened in recorded games, and whether they were played by the rules."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.progress import Progress
from rich.table import Table as Grid
from rich.text import Text

from heckmeck.cli.console import display_names, err, out
from heckmeck.cli.draw import draw
from heckmeck.cli.words import reason, tell
from heckmeck.games import Event, get
from heckmeck.play import BadRecord, Record, read_records
from heckmeck.play import replay as replay_record

SHOWN = 20
"""So many bad lines, or games in a list, are shown at most."""


def replay(
    file: Annotated[Path, typer.Argument(help="A file of records, one a line.", metavar="FILE", show_default=False)],
    check: Annotated[bool, typer.Option("--check", help="Only check that every record keeps to the rules.")] = False,
    game: Annotated[int | None, typer.Option(min=1, help="Tell the game in this line of the file.")] = None,
) -> None:
    """Tell recorded games in words, or check them."""
    if check:
        _check(file)
    else:
        _tell(file, game)


def _check(path: Path) -> None:
    right = unfinished = bad = 0
    with Progress(console=err, transient=True, disable=not err.is_terminal) as progress:
        task = progress.add_task("checking", total=None)
        for line, record in read_records(path):
            problem = record if isinstance(record, BadRecord) else _problem(record)
            if problem is not None:
                bad += 1
                if bad <= SHOWN:
                    err.print(Text(f"{path}, line {line}: {problem}"), soft_wrap=True)
            elif isinstance(record, Record):
                right += 1
                unfinished += record.outcome is None
            progress.advance(task)
    if bad > SHOWN:
        err.print(f"... and {bad - SHOWN} more")
    if not right and not bad:
        raise BadRecord("no_record", f"{path} holds no record.")
    also = f", {unfinished} of them unfinished" if unfinished else ""
    out.print(f"{right} of {right + bad} records are right{also}.")
    if bad:
        raise typer.Exit(2)


def _problem(record: Record) -> BadRecord | None:
    try:
        for _ in replay_record(record):
            pass
    except BadRecord as error:
        return error
    return None


def _tell(path: Path, line: int | None) -> None:
    """Tell one game; a file with several is listed first."""
    games: list[tuple[int, Record | BadRecord]] = []
    for number, record in read_records(path):
        if line is None or number == line:
            games.append((number, record))
        if len(games) > (SHOWN if line is None else 0):
            break
    if not games:
        raise BadRecord("no_record", f"{path} holds no record{'' if line is None else f' in line {line}'}.")
    if len(games) > 1:
        _list_games(games)
        return
    ((number, record),) = games
    if isinstance(record, BadRecord):
        raise BadRecord(record.code, f"{path}, line {number}: {record}")
    _tell_game(path, number, record)


def _list_games(games: list[tuple[int, Record | BadRecord]]) -> None:
    grid = Grid("line", "game", "scores", "", box=None, header_style="hint", padding=(0, 2, 0, 0))
    for number, record in games[:SHOWN]:
        if isinstance(record, BadRecord):
            grid.add_row(str(number), "", Text(str(record), style="error"))
        else:
            grid.add_row(str(number), Text(record.game), Text(_scores(record)), f"[hint]{len(record.steps)} steps[/]")
    out.print(grid)
    if len(games) > SHOWN:
        out.print("[hint]and more[/]")
    out.print("[hint]--game LINE tells one of them.[/]")


def _tell_game(path: Path, line: int, record: Record) -> None:
    names = display_names(record.players)
    try:
        steps = list(replay_record(record))
    except BadRecord as error:
        raise BadRecord(error.code, f"{path}, line {line}: {error}") from None
    game = get(record.game)
    happened: list[Event] = [event for step in steps for event in step.events]
    out.print(Text(f"{game.title}: {', '.join(names)}", style="bold"))
    for text in tell(happened, names):
        out.print(Text(text))
    out.print()
    out.print(draw(game.view(steps[-1].state, None), names))
    out.print(Text(_ended(record), style="bold"))


def _scores(record: Record) -> str:
    """Return the players with their scores, the winners marked; what does not fit together is shown as it is."""
    names, outcome = display_names(record.players), record.outcome
    if outcome is None or len(outcome.scores) != len(names):
        return f"{', '.join(names)}: unfinished" if outcome is None else ", ".join(names)
    return ", ".join(
        f"{name} {score}{' *' if seat in outcome.winners else ''}"
        for seat, (name, score) in enumerate(zip(names, outcome.scores, strict=True))
    )


def _ended(record: Record) -> str:
    return f"{reason(record.outcome.reason)} {_scores(record)}" if record.outcome else _scores(record)
