"""`heckmeck train`: learn to play a game by self-play."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn
from rich.text import Text

from heckmeck.bots.net import BadNet, Net, read_card, read_net
from heckmeck.cli.chart import check_path, new_figure
from heckmeck.cli.chart import save as draw
from heckmeck.cli.console import err, out
from heckmeck.cli.learning_chart import learning_chart
from heckmeck.cli.options import Options, parse_options
from heckmeck.games import BadSetup, get
from heckmeck.train.checkpoint import CurvePoint
from heckmeck.train.devices import device_on
from heckmeck.train.learner import Device
from heckmeck.train.learners import check_place, make_learner, measured_games, recipe_for
from heckmeck.train.ray_players import ray_players
from heckmeck.train.training import OPPONENT, Training, checkpoint_path


def train(
    game: Annotated[str, typer.Argument(help="bratwurmeck, barbecue or karteneck", metavar="GAME", show_default=False)],
    seats: Annotated[int, typer.Option(help="The number of seats.")] = 2,
    minutes: Annotated[float, typer.Option(help="Minutes of training in all, those before --resume included.")] = 10.0,
    device: Annotated[
        str,
        typer.Option(
            help="cpu, or with PyTorch cuda, cuda:1: where it plays and learns. torch is PyTorch on the processor."
        ),
    ] = "cpu",
    seed: Annotated[int, typer.Option(min=0, help="The seed of all randomness.")] = 1,
    save: Annotated[
        Path | None,
        typer.Option(help="The file of weights. A checkpoint is written next to it.", show_default="GAME-SEATS.net"),
    ] = None,
    resume: Annotated[Path | None, typer.Option(help="Continue with this checkpoint.")] = None,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace the files of another training.")] = False,
    begin: Annotated[
        Path | None, typer.Option(help="Begin with the weights of this file, which may be for another number of seats.")
    ] = None,
    plot: Annotated[Path | None, typer.Option(help="Draw the learning curve into a .png or .svg file.")] = None,
    units: Annotated[str, typer.Option(metavar="N,N", help="The units of the two hidden layers.")] = "128,64",
    threads: Annotated[int, typer.Option(min=1, max=256, help="Number of threads.")] = os.cpu_count() or 1,
    engine: Annotated[
        str, typer.Option(help="Where the games are played: local, on this machine, or ray, in a cluster.")
    ] = "local",
    address: Annotated[
        str, typer.Option(help="The address of the Ray cluster; local starts one on this machine.")
    ] = "auto",
    option: Options = None,
) -> None:
    """Train the network of a champion by self-play, and show how strong it becomes."""
    if plot is not None:
        check_path(plot)
        new_figure(1, 1)  # fails now rather than after the training if matplotlib is missing
    if not 0 < minutes <= 1e6:
        raise BadSetup("bad_option", "--minutes must be a positive number.")
    setup = get(game).setup(seats=seats, **parse_options(option))
    path = save or Path(f"{game}-{seats}.net")
    _check_new(path, resume, overwrite=overwrite)
    check_place(setup, device, engine)
    recipe = recipe_for(setup, _units(units), device, engine)
    with _device(device, engine, address) as place:
        learner = make_learner(setup, recipe, seed, device=place, threads=threads, begin=_net(begin))
        training = Training(learner, minutes, path, games=measured_games(setup))
        if resume is not None:
            training.resume(resume)
        finished = _run(training)
    training.save()
    if plot is not None and training.curve:
        draw(learning_chart(f"{get(game).title}, {seats} seats", OPPONENT, seats, training.curve), plot)
    _report(training, path, finished)
    if not finished:
        raise typer.Exit(130)


def _net(path: Path | None) -> Net | None:
    try:
        return None if path is None else read_net(path)
    except BadNet as reason:
        raise BadSetup("bad_weights", str(reason)) from None


def _units(text: str) -> tuple[int, int]:
    numbers = text.split(",")
    if len(numbers) != 2 or not all(number.isascii() and number.isdecimal() for number in numbers):
        raise BadSetup("bad_option", "--units must be two numbers with a comma, such as 128,64.")
    return int(numbers[0]), int(numbers[1])


def _check_new(path: Path, resume: Path | None, *, overwrite: bool) -> None:
    """Refuse the files of another training, and a file that exists and has no weights."""
    if not path.parent.is_dir():
        raise BadSetup("no_folder", f"There is no folder {path.parent}.")
    if path.exists():
        try:
            read_card(path)
        except BadNet:
            problem = f"{path} exists already and contains no weights: choose another file."
            raise BadSetup("file_exists", problem) from None
    checkpoint = checkpoint_path(path)
    if overwrite or (resume is not None and resume.resolve() == checkpoint.resolve()):
        return
    for file in (path, checkpoint):
        if file.exists():
            ways = "choose another file with --save, or replace this one with --overwrite."
            if checkpoint.exists():
                ways = f"continue its training with --resume {checkpoint}, {ways}"
            raise BadSetup("file_exists", f"{file} exists already: {ways}")


@contextmanager
def _device(name: str, engine: str, address: str) -> Iterator[Device]:
    """Return where to learn and to play."""
    if engine == "local":
        yield device_on(name)
    elif engine == "ray":
        with ray_players(address) as make_players:
            yield device_on(name)._replace(make_players=make_players)
    else:
        raise BadSetup("bad_option", "--engine must be local or ray.")


def _run(training: Training) -> bool:
    """Train with a progress bar; return whether the end was reached."""
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeElapsedColumn())
    with Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as progress:
        task = progress.add_task("training", total=training.minutes)
        try:
            for point in training.run():
                progress.update(task, completed=training.done)
                if point is not None:
                    progress.update(task, description=f"{point.rate:.1%} among {OPPONENT}")
                    out.print(_line(point), highlight=False)
        except KeyboardInterrupt:
            return False
    return True


def _line(point: CurvePoint) -> str:
    return (
        f"{point.minutes:6.2f} min  {point.positions / 1e6:8.2f} M positions  "
        f"{point.rate:.2%} among {OPPONENT} ({point.low:.2%} to {point.high:.2%})"
    )


def _report(training: Training, path: Path, finished: bool) -> None:
    if finished:
        out.print(Text(f"The weights are in {path}", style="hint"), soft_wrap=True)
    else:
        text = f"Stopped early. Weights so far are in {path}; continue with --resume {checkpoint_path(path)}"
        err.print(Text(text, style="hint"), soft_wrap=True)
