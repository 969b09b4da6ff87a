"""`heckmeck arena`: bots against each other, with ratings and confidence intervals."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import Annotated

import msgspec
import typer
from rich.progress import Progress
from rich.table import Table as Grid
from rich.text import Text

from heckmeck.bots import NAMES, bots_for
from heckmeck.cli.arena_chart import arena_chart
from heckmeck.cli.chart import check_path, new_figure
from heckmeck.cli.chart import save as draw
from heckmeck.cli.console import err, out
from heckmeck.cli.options import Options, bot_name, parse_options, split_names
from heckmeck.games import BadSetup, get
from heckmeck.games.setup import show
from heckmeck.play import Arena, load_arena, local_mapper, save_arena
from heckmeck.play.arena import Mapper
from heckmeck.play.ray_engine import ray_mapper


def arena(
    game: Annotated[str | None, typer.Argument(help="The game; not with --resume.", metavar="GAME")] = None,
    bots: Annotated[
        str, typer.Option(help=f"The bots, separated by commas: {', '.join(NAMES)}. By default all that need no file.")
    ] = "",
    seats: Annotated[int, typer.Option(help="The number of seats, shared by the two bots of a pairing.")] = 2,
    deals: Annotated[
        int,
        typer.Option(
            min=1, help="Number of deals for each pairing: games with the same luck and the bots on every seat."
        ),
    ] = 1000,
    until: Annotated[
        str | None, typer.Option(help="Stop a pairing once its interval is this narrow, such as 0.5pp.", metavar="N pp")
    ] = None,
    seed: Annotated[str, typer.Option(help="The same seed gives the same result, on any number of processes.")] = "0",
    processes: Annotated[
        int, typer.Option(min=1, help="Number of processes.", show_default="all cores")
    ] = os.cpu_count() or 1,
    engine: Annotated[
        str, typer.Option(help="Where the games are played: local, in processes of this machine, or ray, in a cluster.")
    ] = "local",
    address: Annotated[
        str, typer.Option(help="The address of the Ray cluster; local starts one on this machine.")
    ] = "auto",
    save: Annotated[Path | None, typer.Option(help="Save the arena in this file, for --resume.")] = None,
    resume: Annotated[Path | None, typer.Option(help="Continue the arena in this file.")] = None,
    plot: Annotated[
        Path | None, typer.Option(help="Draw the cross table and the ratings into a .png or .svg file.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print the result for programs.")] = False,
    option: Options = None,
) -> None:
    """Let bots play each other on all seats with the same luck, and calculate how strong they are."""
    if plot is not None:
        check_path(plot)
        new_figure(1, 1)  # fails now rather than after the games if matplotlib is missing
    if resume is not None:
        if game or bots or option:
            raise BadSetup("bad_resume", "--resume continues an arena as it is: leave out the game, bots and options.")
        chosen, save = load_arena(resume), save or resume
    else:
        if game is None:
            raise BadSetup("no_game", "Name the game, or continue an arena with --resume.")
        names = [bot_name(name) for name in split_names(bots)] if bots else [*bots_for(get(game))]
        chosen = Arena(get(game), names, seats, seed, parse_options(option))
    began = perf_counter()
    with _engine(engine, processes, address) as mapper:
        stopped = _play(chosen, deals, _points(until), mapper, save)
    played = any(score.shares for score in chosen.scores.values())
    if plot is not None and played:
        draw(arena_chart(chosen), plot)
    if json:
        typer.echo(msgspec.json.encode(_result(chosen)).decode())
    else:
        _show(chosen, perf_counter() - began)
        if plot is not None and played:
            out.print(Text(f"The chart is in {plot}", style="hint"), soft_wrap=True)
    if stopped:
        raise typer.Exit(130)


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
def _engine(name: str, processes: int, address: str) -> Iterator[Mapper]:
    """Yield the engine that plays the games."""
    if name == "ray":
        with ray_mapper(address) as mapper:
            yield mapper
    elif name != "local":
        raise BadSetup("bad_engine", f"There is no engine {show(name)}; there are local and ray.")
    elif processes == 1:
        yield map
    else:
        with ProcessPoolExecutor(processes) as pool:
            try:
                yield local_mapper(pool)
            finally:
                pool.shutdown(cancel_futures=True)


def _play(chosen: Arena, deals: int, until: float | None, mapper: Mapper, save: Path | None) -> bool:
    """Play the games with a progress bar; return whether they were interrupted. Results so far are kept."""
    per_deal = len(list(next(iter(chosen.pairings())).line_ups()))
    total = deals * per_deal * len(chosen.scores)
    with Progress(console=err, transient=True, disable=not err.is_terminal) as progress:
        task = progress.add_task("playing", total=total, completed=sum(s.games for s in chosen.scores.values()))
        try:
            for games in chosen.play(deals, until, mapper):
                progress.advance(task, games)
        except KeyboardInterrupt:
            return True
        finally:
            if save is not None:
                save_arena(chosen, save)
    return False


def _result(chosen: Arena) -> dict[str, object]:
    return {
        "game": chosen.game.name,
        "seats": chosen.seats,
        "seed": chosen.seed,
        "ratings": {bot: {"points": points, "margin": margin} for bot, (points, margin) in chosen.ratings().items()},
        "pairings": [
            {"bots": pair, "games": s.games, "rate": s.rate, "margin": s.margin, "forfeits": len(s.forfeits)}
            for pair, s in chosen.scores.items()
            if s.shares
        ],
    }


def _show(chosen: Arena, seconds: float) -> None:
    games = sum(score.games for score in chosen.scores.values())
    if not games:
        return
    out.print(_bots(chosen))
    out.print(_cross_table(chosen))
    out.print(
        f"[hint]{games:,} games of {chosen.game.title} with {chosen.seats} seats, {games / seconds:,.0f} a second[/]"
    )
    forfeits = [text for score in chosen.scores.values() for text in score.forfeits]
    if forfeits:
        err.print(Text(f"{len(forfeits)} forfeits. The first: {forfeits[0]}", style="error"), soft_wrap=True)


def _bots(chosen: Arena) -> Grid:
    headings = ("bot", "Elo points", "average score", "failed attempts", "thefts")
    grid = Grid(*headings, title="ratings with 95 % intervals, and averages of a game")
    for bot, (points, margin) in sorted(chosen.ratings().items(), key=lambda item: -item[1][0]):
        average = chosen.averages(bot)
        if average is not None:
            figures = (average.score, average.failed, average.thefts)
            grid.add_row(bot, f"{points:+.0f} ± {margin:.0f}", *(f"{figure:.2f}" for figure in figures))
    return grid


def _cross_table(chosen: Arena) -> Grid:
    grid = Grid(
        "wins of", *(f"against {bot}" for bot in chosen.bots), title="share of the wins in %, with 95 % intervals"
    )
    for bot in chosen.bots:
        cells = []
        for other in chosen.bots:
            share = chosen.share(bot, other)
            cells.append("" if share is None else f"{100 * share[0]:.1f} ± {100 * share[1]:.1f}")
        grid.add_row(bot, *cells)
    return grid
