"""`heckmeck replay`: recorded games in words, or checked against the rules."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import Progress
from rich.table import Table as Grid
from rich.text import Text

from heckmeck.cli.console import display_names, err, out, screen, styled
from heckmeck.cli.result import reason_unless_drawn
from heckmeck.games import Event, GameError, describe_events, get
from heckmeck.play import BadRecord, Record, read_records
from heckmeck.play import replay as replay_record

MAX_SHOWN = 20
"""Maximum number of bad lines, or of games in a list, that are shown."""


def replay(
    file: Annotated[Path, typer.Argument(help="A file with one record per line.", metavar="FILE", show_default=False)],
    check: Annotated[bool, typer.Option("--check", help="Only check that every record follows the rules.")] = False,
    game: Annotated[int | None, typer.Option(min=1, help="Show the game in this line of the file.")] = None,
) -> None:
    """Show recorded games in words, or check them."""
    if check:
        _check(file)
    else:
        _show(file, game)


def _check(path: Path) -> None:
    valid = unfinished = bad = 0
    with Progress(console=err, transient=True, disable=not err.is_terminal) as progress:
        task = progress.add_task("checking", total=None)
        for line, record in read_records(path):
            problem = str(record) if isinstance(record, BadRecord) else _problem(record)
            if problem is not None:
                bad += 1
                if bad <= MAX_SHOWN:
                    err.print(Text(f"{path}, line {line}: {problem}"), soft_wrap=True)
            elif isinstance(record, Record):
                valid += 1
                unfinished += record.outcome is None
            progress.advance(task)
    if bad > MAX_SHOWN:
        err.print(f"... and {bad - MAX_SHOWN} more")
    if not valid and not bad:
        raise BadRecord("no_record", f"{path} contains no record.")
    also = f", {unfinished} of them unfinished" if unfinished else ""
    out.print(f"{valid} of {valid + bad} records are valid{also}.")
    if bad:
        raise typer.Exit(2)


def _problem(record: Record) -> str | None:
    """Return what is wrong with a record; for a step that breaks a rule, with the position before it."""
    state = None
    try:
        for step in replay_record(record):
            state = step.state
    except BadRecord as error:
        if error.step is not None:
            with suppress(GameError):  # a game of another package may have no notation for positions
                return f"{error}\n  position before it: {get(record.game).position(state)}"
        return str(error)
    return None


def _show(path: Path, line: int | None) -> None:
    """Show one game, or a list of games if the file has several."""
    games: list[tuple[int, Record | BadRecord]] = []
    for number, record in read_records(path):
        if line is None or number == line:
            games.append((number, record))
        if len(games) > (MAX_SHOWN if line is None else 0):
            break
    if not games:
        raise BadRecord("no_record", f"{path} contains no record{'' if line is None else f' in line {line}'}.")
    if len(games) > 1:
        _list_games(games)
        return
    ((number, record),) = games
    if isinstance(record, BadRecord):
        raise BadRecord(record.code, f"{path}, line {number}: {record}")
    _show_game(path, number, record)


def _list_games(games: list[tuple[int, Record | BadRecord]]) -> None:
    grid = Grid("line", "game", "scores", "", box=None, header_style="hint", padding=(0, 2, 0, 0))
    for number, record in games[:MAX_SHOWN]:
        if isinstance(record, BadRecord):
            grid.add_row(str(number), "", Text(str(record), style="error"))
        else:
            grid.add_row(str(number), Text(record.game), Text(_scores(record)), f"[hint]{len(record.steps)} steps[/]")
    out.print(grid)
    if len(games) > MAX_SHOWN:
        out.print("[hint]and more[/]")
    out.print("[hint]--game LINE shows one of them.[/]")


def _show_game(path: Path, line: int, record: Record) -> None:
    names = display_names(record.players)
    try:
        steps = list(replay_record(record))
    except BadRecord as error:
        raise BadRecord(error.code, f"{path}, line {line}: {error}") from None
    game = get(record.game)
    happened: list[Event] = [event for step in steps for event in step.events]
    out.print(Text(f"{game.title}: {', '.join(names)}", style="bold"))
    for text in describe_events(happened, names):
        out.print(Text(text))
    out.print()
    drawing = game.view(steps[-1].state, None).draw(names, screen())
    out.print(styled(drawing))
    for why in reason_unless_drawn(drawing, record.outcome.reason) if record.outcome else []:
        out.print(why)
    out.print(Text(_scores(record), style="bold"))


def _scores(record: Record) -> str:
    """Return the players with their scores, the winners marked; without scores if their number does not fit."""
    names, outcome = display_names(record.players), record.outcome
    if outcome is None or len(outcome.scores) != len(names):
        return f"{', '.join(names)}: unfinished" if outcome is None else ", ".join(names)
    return ", ".join(
        f"{name} {score}{' *' if seat in outcome.winners else ''}"
        for seat, (name, score) in enumerate(zip(names, outcome.scores, strict=True))
    )
