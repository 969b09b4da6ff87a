"""`heckmeck simulate`: many games between bots."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Annotated, Any, BinaryIO

import msgspec
import typer
from rich.progress import track
from rich.table import Table as Grid
from rich.text import Text

from heckmeck.atomic_file import replacing
from heckmeck.bots import NAMES, check_bots
from heckmeck.cli.console import err, out, seat_text
from heckmeck.cli.options import OWN_BOT, GameName, Options, bot_name, parse_options, split_names
from heckmeck.cli.processes import check_processes
from heckmeck.games import BadSetup, get
from heckmeck.play import BadRecord, Record, Simulation, read_records
from heckmeck.play.process_pool import process_map

PARTIAL = ".partial"
"""Suffix of a file that is not complete."""
CHUNK = 10
"""Number of games that a process plays at a time."""


def simulate(
    game: GameName,
    seats: Annotated[
        int | None, typer.Option(help="The number of seats.", show_default="one for each bot, at least 2")
    ] = None,
    bots: Annotated[
        str,
        typer.Option(
            help=f"The bots, separated by commas; fewer than seats are repeated. {', '.join(NAMES)}, {OWN_BOT}."
        ),
    ] = "random",
    games: Annotated[int, typer.Option(min=1, help="Number of games.")] = 100,
    seed: Annotated[str, typer.Option(help="The same seed gives the same games, on any number of processes.")] = "0",
    processes: Annotated[int, typer.Option(help="Number of processes, at most one for each core.")] = 1,
    records: Annotated[Path | None, typer.Option(help="Write the record of every game to this file.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print the result for programs.")] = False,
    option: Options = None,
) -> None:
    """Play many games between bots and count the wins. The first seat changes from game to game."""
    check_processes(processes)
    chosen = get(game)
    names = [bot_name(name) for name in split_names(bots)]
    number = max(len(names), chosen.seats[0]) if seats is None else seats
    chosen.setup(seats=number)
    if len(names) > number:
        raise BadSetup("bad_seats", f"{len(names)} bots do not fit on {number} seats.")
    simulation = Simulation(chosen, [names[seat % len(names)] for seat in range(number)], seed, parse_options(option))
    check_bots(simulation.bots, chosen, simulation.setups[0], Random())
    began = perf_counter()
    try:
        _play(simulation, games, processes, records)
        stopped = False
    except KeyboardInterrupt:
        stopped = True
    if json:
        typer.echo(msgspec.json.encode(_result(simulation)).decode())
    else:
        _summary(simulation, perf_counter() - began)
    _show_fault(simulation)
    if stopped:
        if records is not None:
            text = f"Stopped early; the games so far are in {records}{PARTIAL}"
            (err if json else out).print(Text(text, style="hint"), soft_wrap=True)
        raise typer.Exit(130)


def _play(simulation: Simulation[Any, Any, Any], games: int, processes: int, records: Path | None) -> None:
    """Play the games with a progress bar, and write their records."""
    chunk = 1 if processes == 1 else CHUNK
    with _opened(records) as file, process_map(processes) as mapper:
        played = simulation.play(games, mapper, chunk, records=file is not None)
        for result in track(played, "playing", games, console=err, transient=True, disable=not err.is_terminal):
            if file is not None and result.record is not None:
                file.write(result.record + b"\n")


@contextmanager
def _opened(records: Path | None) -> Iterator[BinaryIO | None]:
    if records is None:
        yield None
    else:
        with replacing(_checked(records), keep=PARTIAL) as file:
            yield file


def _checked(path: Path) -> Path:
    """Refuse to overwrite anything that is not a file of records."""
    if not path.name:
        raise BadSetup("bad_path", "The records need a file with a name.")
    if path.is_file() and path.stat().st_size and not _has_records(path):
        raise BadSetup("file_exists", f"{path} exists already and contains no records: choose another file.")
    return path


def _has_records(path: Path) -> bool:
    try:
        return any(isinstance(record, Record) for _, record in islice(read_records(path), 1))
    except BadRecord:
        return False


def _summary(simulation: Simulation[Any, Any, Any], seconds: float) -> None:
    tally = simulation.tally
    games = tally.games
    if not games:
        return
    grid = Grid("seat", "bot", "wins", "win rate", "average score", box=None, header_style="hint", padding=(0, 2, 0, 0))
    for seat, bot in enumerate(simulation.bots):
        wins = tally.wins[seat]
        grid.add_row(
            str(seat + 1),
            seat_text(seat, bot),
            f"{wins:.1f}",
            f"{100 * wins / games:.1f} %",
            f"{tally.scores[seat] / games:.2f}",
        )
    out.print(grid)
    reasons = ", ".join(f"{reason} {count}" for reason, count in tally.reasons.most_common())
    noun = "game" if games == 1 else "games"
    out.print(
        f"[hint]{games} {noun} of {simulation.game.title}, {tally.steps / games:.0f} steps a game, "
        f"{games / seconds:.0f} games a second; ended by {reasons}[/]"
    )


def _show_fault(simulation: Simulation[Any, Any, Any]) -> None:
    if faults := simulation.faults:
        number = "1 forfeit" if len(faults) == 1 else f"{len(faults)} forfeits"
        err.print(Text(f"{number}. {faults[0]}", style="error"), soft_wrap=True)


def _result(simulation: Simulation[Any, Any, Any]) -> dict[str, object]:
    """Return the result for programs, which does not depend on the time or the number of processes."""
    tally = simulation.tally
    options = {name: value for name, value in simulation.setups[0].options().items() if name not in ("seats", "first")}
    return {
        "game": simulation.game.name,
        "options": options,
        "seed": simulation.seed,
        "games": tally.games,
        "steps": tally.steps,
        "reasons": dict(tally.reasons),
        "seats": [
            {"bot": bot, "wins": tally.wins[seat], "score": tally.scores[seat]}
            for seat, bot in enumerate(simulation.bots)
        ],
        "forfeits": simulation.faults,
    }
