"""`heckmeck solve`: the exact win probability in every position of a small game."""

from __future__ import annotations

import os
import shlex
from pathlib import Path
from random import Random
from time import monotonic
from typing import Annotated

import typer
from platformdirs import user_data_path
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn, track
from rich.text import Text

from heckmeck.bots.bratwurmeck.perfect import PerfectBot
from heckmeck.cli.console import err, out
from heckmeck.cli.memory import available_memory, format_size
from heckmeck.cli.options import parse_options
from heckmeck.games import BadSetup, get
from heckmeck.games.bratwurmeck import BratwurmeckSetup
from heckmeck.play import Table, win_interval
from heckmeck.solve.bratwurmeck import Places, Positions, SmallValues, max_positions, memory_needed
from heckmeck.solve.bratwurmeck import solve as narrow
from heckmeck.solve.value_file import is_values, read_values, write_values
from heckmeck.solve.values import Values

CHECKPOINT_S = 30.0
"""Seconds between two checkpoints."""


def solve(
    game: Annotated[str, typer.Argument(help="bratwurmeck", metavar="GAME", show_default=False)],
    portions: Annotated[str, typer.Option(metavar="LOWEST-HIGHEST", help="The portions in play.")] = "21-24",
    option: Annotated[
        list[str] | None,
        typer.Option(
            "--option",
            "-o",
            metavar="NAME=VALUE",
            help="Another option of the game: lower_portion=next or returned_highest_turns=true. "
            "May be given several times.",
        ),
    ] = None,
    values: Annotated[Path | None, typer.Option(help="The file of values. By default in your data folder.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Continue with an existing file of values.")] = False,
    tolerance: Annotated[float, typer.Option(help="The maximum error of a win probability.")] = 1e-6,
    threads: Annotated[int, typer.Option(min=1, max=256, help="Number of threads.")] = os.cpu_count() or 1,
    check: Annotated[int, typer.Option(min=0, help="Play this number of games by the values, and compare.")] = 0,
    seed: Annotated[str, typer.Option(help="The same seed gives the same games of --check.")] = "0",
) -> None:
    """Solve a small game for two players: how often each wins if both play perfectly."""
    setup = _setup(game, portions, option)
    if not 1e-12 <= tolerance < 0.5:
        raise BadSetup("bad_option", "--tolerance must be from 1e-12 to less than 0.5.")
    path = values or _default_path(setup)
    _plan_memory(setup)
    known = _begin(path, setup, resume)
    positions = known.positions
    out.print(f"{len(positions):,} positions")
    try:
        _solve(known, path, tolerance, threads)
    except KeyboardInterrupt:
        write_values(path, known, complete=False)
        go_on = f"heckmeck solve {_arguments(setup)} --tolerance {tolerance} --values {shlex.quote(str(path))} --resume"
        err.print(
            Text(f"Stopped early; the values so far are saved. Continue with\n{go_on}", style="hint"), soft_wrap=True
        )
        raise typer.Exit(130) from None
    wins, bound = known.at(positions.start)
    out.print(f"the first mover wins {wins:.6f} ± {bound:.1e}; the maximum error of all positions is {known.bound:.1e}")
    if check:
        _check(read_values(path, setup, verify=True), check, seed)
    out.print(Text(f"The values are in {path}", style="hint"), soft_wrap=True)


def _setup(game: str, portions: str, option: list[str] | None) -> BratwurmeckSetup:
    chosen = get(game)
    if chosen.name != "bratwurmeck":
        raise BadSetup("not_solved", f"Only small games of Bratwurmeck can be solved, not {chosen.title}.")
    options = parse_options([f"portions={portions}", *(option or [])])
    return BratwurmeckSetup.make({"seats": 2, **options})


def _plan_memory(setup: BratwurmeckSetup) -> None:
    """Print how much memory is needed, and refuse to start if less is available."""
    portions = len(Places(setup).portions)
    needed, there = memory_needed(portions), available_memory()
    if there is not None and there < needed:
        raise BadSetup(
            "no_memory",
            f"{portions} portions need about {format_size(needed)} of memory, and {format_size(there)} are free: "
            "take fewer.",
        )
    out.print(f"up to {max_positions(portions):,} positions, about {format_size(needed)} of memory")


def _arguments(setup: BratwurmeckSetup) -> str:
    """Return the arguments for this set-up.

    >>> _arguments(BratwurmeckSetup(seats=2, portions=(21, 23), lower_portion="next"))
    'bratwurmeck --portions 21-23 --option lower_portion=next'
    """
    words = [f"bratwurmeck --portions {setup.portions[0]}-{setup.portions[1]}"]
    if setup.lower_portion != "any":
        words.append(f"--option lower_portion={setup.lower_portion}")
    if setup.returned_highest_turns:
        words.append("--option returned_highest_turns=true")
    return " ".join(words)


def _default_path(setup: BratwurmeckSetup) -> Path:
    words = ["bratwurmeck", *map(str, setup.portions)]
    words += ["next"] if setup.lower_portion == "next" else []
    words += ["turns"] if setup.returned_highest_turns else []
    return user_data_path("heckmeck", appauthor=False) / "values" / f"{'-'.join(words)}.values"


def _begin(path: Path, setup: BratwurmeckSetup, resume: bool) -> SmallValues:
    """Return the values to continue with, or new ones; never overwrite a file that does not contain values."""
    if resume:
        return read_values(path, setup, unfinished=True)
    if path.exists() and not is_values(path):
        raise BadSetup("file_exists", f"{path} exists already and contains no values: choose another file.")
    return Values(Positions(setup))


def _solve(known: SmallValues, path: Path, tolerance: float, threads: int) -> None:
    saved = monotonic()
    columns = (TextColumn("solving"), BarColumn(), TaskProgressColumn(), TimeElapsedColumn())
    with Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as progress:
        task = progress.add_task("solving", total=len(known.positions))

        def report(done: int) -> None:
            nonlocal saved
            progress.update(task, completed=done)
            if monotonic() - saved > CHECKPOINT_S:
                write_values(path, known, complete=False)
                saved = monotonic()

        narrow(known, tolerance, threads, report)
    write_values(path, known, complete=True)


def _check(known: SmallValues, games: int, seed: str) -> None:
    """Play games between two perfect bots, and print how often the first mover won."""
    game, setup = get("bratwurmeck"), known.positions.setup
    bot = PerfectBot(Random(seed), known)
    wins = 0.0
    for number in track(range(games), "playing", console=err, transient=True, disable=not err.is_terminal):
        # Declared as seats of people, so that an error is raised and not counted as a forfeit.
        table = Table(game, setup, [bot, bot], Random(f"{seed}/{number}"), names=["first", "second"], people=(0, 1))
        for _ in table.play():
            pass
        assert table.outcome is not None
        wins += (0 in table.outcome.winners) / len(table.outcome.winners)
    low, high = win_interval(wins, games)
    out.print(f"played {games:,} games: the first mover won {wins / games:.4f} (95 %: {low:.4f} to {high:.4f})")
