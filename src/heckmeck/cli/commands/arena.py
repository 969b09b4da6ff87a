"""`heckmeck arena`: bots against each other, with reliable statistics."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import Annotated

import msgspec
import typer
from rich.progress import Progress
from rich.text import Text

from heckmeck.bots import NAMES, bots_for
from heckmeck.cli.arena_chart import arena_chart
from heckmeck.cli.arena_report import arena_result, bots_table, cross_table, unreached
from heckmeck.cli.arena_saver import ArenaSaver, check_new
from heckmeck.cli.chart import check_path, new_figure
from heckmeck.cli.chart import save as draw
from heckmeck.cli.console import err, out
from heckmeck.cli.options import GAME_NAMES, OWN_BOT, Options, bot_name, parse_options, split_names
from heckmeck.cli.processes import check_processes, cores
from heckmeck.games import BadSetup, get
from heckmeck.games.setup import show
from heckmeck.play import Arena, load_arena
from heckmeck.play.process_pool import Mapper, process_map
from heckmeck.play.ray_engine import ray_mapper

SEATS = 2
SEED = "0"
OR_NEW = "or begin a new arena without --resume"


def arena(
    game: Annotated[
        str | None, typer.Argument(help=f"One of {GAME_NAMES}; not needed with --resume.", metavar="GAME")
    ] = None,
    bots: Annotated[
        str,
        typer.Option(
            help=f"The bots, separated by commas: {', '.join(NAMES)}, {OWN_BOT}. By default all that need "
            "no file. A bot that is named twice plays against itself."
        ),
    ] = "",
    seats: Annotated[
        int | None,
        typer.Option(help="The number of seats, shared by the two bots of a pairing.", show_default=str(SEATS)),
    ] = None,
    deals: Annotated[
        int,
        typer.Option(
            min=1, help="Number of deals for each pairing: games with the same luck and the bots on every seat."
        ),
    ] = 1000,
    until: Annotated[
        str | None,
        typer.Option(
            help="Stop a pairing once its share is known to ± N percentage points, such as 0.5pp, or at --deals.",
            metavar="N pp",
        ),
    ] = None,
    seed: Annotated[
        str | None,
        typer.Option(help="The same seed gives the same result, on any number of processes.", show_default=SEED),
    ] = None,
    processes: Annotated[
        int | None, typer.Option(help="Number of processes, at most one for each core.", show_default="all cores")
    ] = None,
    engine: Annotated[
        str, typer.Option(help="Where the games are played: local, in processes of this machine, or ray, in a cluster.")
    ] = "local",
    address: Annotated[
        str, typer.Option(help="The address of the Ray cluster; local starts one on this machine.")
    ] = "auto",
    save: Annotated[
        Path | None, typer.Option(help="Save the arena in this new file while it is played, for --resume.")
    ] = None,
    resume: Annotated[
        Path | None,
        typer.Option(help="Continue the arena in this file, and save it there unless --save names another."),
    ] = None,
    plot: Annotated[
        Path | None, typer.Option(help="Draw the cross table and the ratings into a .png or .svg file.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print the result for programs.")] = False,
    option: Options = None,
) -> None:
    """Let bots play against each other on all seats with the same luck, and calculate their strength."""
    if plot is not None:
        check_path(plot)
        new_figure(1, 1)  # fail now rather than after the games if matplotlib is missing
    if save is not None and save != resume:
        check_new(save)
    wanted = _points(until)
    names = [bot_name(name) for name in split_names(bots)] if bots else None
    if resume is not None:
        chosen = load_arena(resume)
        _check_same(chosen, resume, game, names, seats, seed, parse_options(option))
    elif game is None:
        raise BadSetup("no_game", "Name the game, or continue an arena with --resume.")
    else:
        everybody = [*bots_for(get(game))] if names is None else names
        chosen = Arena(get(game), everybody, seats or SEATS, SEED if seed is None else seed, parse_options(option))
    began = perf_counter()
    with _engine(engine, processes, address) as mapper:
        stopped = _play(chosen, deals, wanted, mapper, ArenaSaver(chosen, save or resume))
    seconds = perf_counter() - began
    played = any(score.shares for score in chosen.scores.values())
    if plot is not None and played:
        draw(arena_chart(chosen), plot)
    if json:
        typer.echo(msgspec.json.encode(arena_result(chosen, wanted)).decode())
    elif played:
        _show(chosen, seconds)
        if plot is not None:
            out.print(Text(f"The chart is in {plot}", style="hint"), soft_wrap=True)
    if wanted is not None and (missed := unreached(chosen, wanted)) is not None:
        err.print(Text(missed, style="hint"), soft_wrap=True)
    if stopped:
        raise typer.Exit(130)


def _check_same(
    chosen: Arena,
    path: Path,
    game: str | None,
    names: list[str] | None,
    seats: int | None,
    seed: str | None,
    options: dict[str, object],
) -> None:
    """Refuse to continue an arena with different settings."""
    asked = {
        "the game": (game, chosen.game.name),
        "--bots": (None if names is None else ",".join(names), ",".join(chosen.names)),
        "--seats": (seats, chosen.seats),
        "--seed": (seed, chosen.seed),
    }
    for name, (wanted, has) in asked.items():
        if wanted is not None and wanted != has:
            raise BadSetup(
                "bad_resume", f"{path} was begun with {name} {has}, not {show(wanted)}: leave that out, {OR_NEW}."
            )
    if options:
        wanted_options, has_options = (
            chosen.game.setup(**each, seats=chosen.seats).options() for each in (options, chosen.options)
        )
        if wanted_options != has_options:
            raise BadSetup("bad_resume", f"{path} was begun with other options: leave out --option, {OR_NEW}.")


def _points(text: str | None) -> float | None:
    """Read a number of percentage points.

    >>> _points("0.5pp")
    0.005
    """
    if text is None:
        return None
    try:
        points = float(text.removesuffix("pp"))
    except ValueError:
        points = -1.0
    if not 0 < points <= 50:
        raise BadSetup("bad_until", f"--until needs a number of percentage points, such as 0.5pp, not {text[:20]!r}.")
    return points / 100


@contextmanager
def _engine(name: str, processes: int | None, address: str) -> Iterator[Mapper]:
    """Yield the engine that plays the games."""
    if processes is not None:
        check_processes(processes)
    if name == "ray":
        with ray_mapper(address) as mapper:
            yield mapper
    elif name != "local":
        raise BadSetup("bad_engine", f"There is no engine {show(name)}; there are local and ray.")
    else:
        with process_map(processes or cores()) as mapper:
            yield mapper


def _play(chosen: Arena, deals: int, until: float | None, mapper: Mapper, saver: ArenaSaver) -> bool:
    """Play the games with a progress bar; return whether they were interrupted. Results so far are kept."""
    per_deal = len(list(next(iter(chosen.pairings())).line_ups()))
    total = deals * per_deal * len(chosen.scores)
    with Progress(console=err, transient=True, disable=not err.is_terminal) as progress:
        task = progress.add_task("playing", total=total, completed=sum(s.games for s in chosen.scores.values()))
        try:
            for games in chosen.play(deals, until, mapper):
                progress.advance(task, games)
                saver.save_if_due()
        except KeyboardInterrupt:
            return True
        finally:
            saver.save()
    return False


def _show(chosen: Arena, seconds: float) -> None:
    games = sum(score.games for score in chosen.scores.values())
    out.print(bots_table(chosen))
    out.print(cross_table(chosen))
    out.print(
        f"[hint]{games:,} games of {chosen.game.title} with {chosen.seats} seats, {games / seconds:,.0f} a second[/]"
    )
    forfeits = [text for score in chosen.scores.values() for text in score.forfeits]
    if forfeits:
        err.print(Text(f"{len(forfeits)} forfeits. The first: {forfeits[0]}", style="error"), soft_wrap=True)
