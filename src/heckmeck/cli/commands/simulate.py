"""`heckmeck simulate`: many games between bots."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Annotated, Any

import typer
from rich.progress import track
from rich.table import Table as Grid
from rich.text import Text

from heckmeck.atomic_file import replacing
from heckmeck.bots import NAMES, check_bots
from heckmeck.cli.console import err, out, seat_text
from heckmeck.cli.options import GameName, Options, bot_name, parse_options, split_names
from heckmeck.games import BadSetup, get
from heckmeck.play import BadRecord, Simulation, encode, read_records

PARTIAL = ".partial"
"""Added to the name of a file that is not complete."""


def simulate(
    game: GameName,
    seats: Annotated[int | None, typer.Option(help="The number of seats.")] = None,
    bots: Annotated[
        str, typer.Option(help=f"The bots, separated by commas; fewer than seats take turns. {', '.join(NAMES)}.")
    ] = "random",
    games: Annotated[int, typer.Option(min=1, help="Number of games.")] = 100,
    seed: Annotated[str, typer.Option(help="The same seed gives the same games.")] = "0",
    records: Annotated[Path | None, typer.Option(help="Write the record of every game to this file.")] = None,
    option: Options = None,
) -> None:
    """Play many games between bots and count the wins. The first seat moves on from game to game."""
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
        with nullcontext() if records is None else replacing(_checked(records), keep=PARTIAL) as file:
            for table in track(
                simulation.tables(games), "playing", games, console=err, transient=True, disable=not err.is_terminal
            ):
                if file is not None:
                    file.write(encode(table.record()) + b"\n")
    except KeyboardInterrupt:
        _summary(simulation, perf_counter() - began)
        if records is not None:
            out.print(Text(f"Stopped early; the games so far are in {records}{PARTIAL}", style="hint"), soft_wrap=True)
        raise typer.Exit(130) from None
    _summary(simulation, perf_counter() - began)


def _checked(path: Path) -> Path:
    """Refuse to write over something that is not a file of records."""
    if not path.name:
        raise BadSetup("bad_path", "The records need a file with a name.")
    if path.is_file() and path.stat().st_size and isinstance(next(read_records(path))[1], BadRecord):
        raise BadSetup("file_exists", f"{path} exists already and contains no records: choose another file.")
    return path


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
    out.print(
        f"[hint]{games} games of {simulation.game.title}, {tally.steps / games:.0f} steps a game, "
        f"{games / seconds:.0f} games a second; ended by {reasons}[/]"
    )
    if simulation.faults:
        err.print(Text(f"{len(simulation.faults)} forfeits. {simulation.faults[0]}", style="error"))
