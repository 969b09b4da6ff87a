"""Measure `heckmeck train`: positions a second by device, and the time of each stage of an update.

Devices alternate in one run, each with the recipe that the command has for it, and the ratio is to the plain path on
the processor, `cpu`. Stages are measured one after another, waiting for the device after each; in a training the stages
of the processor and those of the device overlap. With `--minutes`, each device also trains for so long, and the table
shows how strong its network is on the way: more positions a second are worth only what is learned from them.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from time import perf_counter, process_time
from typing import Any, NamedTuple

import numpy as np
from rich.console import Console
from rich.table import Table

from heckmeck.bots.net import NetCard
from heckmeck.games import Setup, get
from heckmeck.rl.batch import make_batch
from heckmeck.solve import turn_solver
from heckmeck.train.backend import NumpyBackend, first_weights
from heckmeck.train.devices import CPU, TORCH, device_on
from heckmeck.train.learner import Learner, win_shares_of
from heckmeck.train.learners import recipe_for
from heckmeck.train.recipe import Recipe
from heckmeck.train.self_play import SOLVES, SelfPlay
from heckmeck.train.training import OPPONENT, Training

ROUNDS, UPDATES = 5, 40
"""Rounds of the devices, and times that stages are measured. The best one counts: others had to wait for something."""
PLAYED = "all but learning"
WARM_UP = 20
"""Updates before measuring, so that positions are not all those of the first turns."""


class Watch:
    """Adds up the best times of stages, in microseconds a position."""

    def __init__(self, games: int, finish: Callable[[], object] = lambda: None) -> None:
        self.games, self.finish = games, finish
        self.times: dict[str, float] = {}

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Time a stage, until the device has finished it."""
        self.finish()
        began = perf_counter()
        yield
        self.finish()
        self.times[name] = min((perf_counter() - began) / self.games * 1e6, self.times.get(name, float("inf")))


def plain_stages(setup: Setup, recipe: Recipe) -> dict[str, float]:
    """Return the microseconds of each stage on the processor."""
    features, watch = win_shares_of(setup).features(setup.seats), Watch(recipe.games)
    play = SelfPlay(setup, features, recipe.games, seed=1)
    backend = NumpyBackend(*_first(setup, recipe))
    play.valuation.use(backend.target())
    for _ in range(WARM_UP):
        play.play()
    solver = turn_solver(play.layout.game, gives_up=False)
    for _ in range(UPDATES):
        records = play.batch.records.copy()
        with watch.stage("list and value results"):
            worths = play.valuation.worths(records)
        with watch.stage("solve turns"):
            for begin in range(0, recipe.games, SOLVES):
                part = slice(begin, begin + SOLVES)
                solver.solve_many(worths.stop[part], worths.fail[part], np.float64, full=True)
        with watch.stage(PLAYED):
            samples = play.play()
        with watch.stage("learn"):
            backend.learn(samples, 1e-3)
            backend.update_target(1e-3)
    times = watch.times
    times["play turns, find targets"] = times.pop(PLAYED) - times["list and value results"] - times["solve turns"]
    return times


def device_stages(setup: Setup, recipe: Recipe, name: str) -> dict[str, float]:
    """Return the microseconds of each stage on a device of PyTorch."""
    import torch

    from heckmeck.train.device.backend import TorchBackend, find_device
    from heckmeck.train.device.rules import DeviceRules
    from heckmeck.train.device.self_play import Games, TurnPlayer
    from heckmeck.train.device.turn_solver import make_turn_solver

    device = find_device(CPU if name == TORCH else name)
    watch = Watch(recipe.games, lambda: torch.cuda.synchronize(device) if device.type == "cuda" else None)
    layout = make_batch(setup, 1, max_turns=None).dice_layout
    rules = DeviceRules(layout, win_shares_of(setup).features(setup.seats), device)
    backend, generator = TorchBackend(*_first(setup, recipe), device), torch.Generator(device).manual_seed(1)
    games, solver = Games(rules, recipe.games, generator), make_turn_solver(layout.game, device)
    player = TurnPlayer(solver, generator)
    for number in range(WARM_UP + UPDATES):
        if number == WARM_UP:
            watch.times.clear()
        with torch.no_grad():
            with watch.stage("list results"):
                listed, positions = games.results(), rules.describe(games.records)
            with watch.stage("value results"):
                worths = player.value(listed, backend.target_tensors)
            with watch.stage("solve turns"):
                solved = solver.solve(worths.stop, worths.fail)
            with watch.stage("play turns"):
                solver.play(solved, generator)
            samples, results = player.play(positions, listed, backend.target_tensors)
            with watch.stage("end turns"):
                games.end_turns(listed, results)
        with watch.stage("learn"):
            for part in samples.split(recipe.minibatch):
                backend.learn(part, 1e-3)
                backend.update_target(1e-3)
    return watch.times


def _first(setup: Setup, recipe: Recipe) -> tuple[NetCard, dict[str, Any]]:
    shares = win_shares_of(setup)
    rows = shares.features(setup.seats).size
    card = NetCard(game=shares.game, seats=setup.seats, rows=rows, units=recipe.units)
    return card, first_weights(card, 1)


class Speed(NamedTuple):
    """Positions a second, and the microseconds of all processors together that a position takes."""

    positions: float
    processor: float


def speeds(setup: Setup, recipes: dict[str, Recipe], seconds: float, threads: int) -> dict[str, list[Speed]]:
    """Return the speeds of whole trainings, a round of the devices after another."""
    learners = {
        name: Learner(setup, recipe, device=device_on(name), threads=threads) for name, recipe in recipes.items()
    }
    for learner in learners.values():
        learner.update(0.0)
    found: dict[str, list[Speed]] = {name: [] for name in learners}
    for _ in range(ROUNDS):
        for name, learner in learners.items():
            began, used, before = perf_counter(), process_time(), learner.positions
            while perf_counter() - began < seconds:
                learner.update(0.0)
                float(learner.loss)  # waits for the device
            played = learner.positions - before
            found[name].append(Speed(played / (perf_counter() - began), (process_time() - used) / played * 1e6))
    return found


def show_curves(console: Console, setup: Setup, recipes: dict[str, Recipe], minutes: float, threads: int) -> None:
    """Train on each device, one after another, and print how strong the networks are on the way."""
    table = Table("device", "minutes", "positions", f"among {OPPONENT}", title=f"fair share {1 / setup.seats:.1%}")
    for name, recipe in recipes.items():
        learner = Learner(setup, recipe, device=device_on(name), threads=threads)
        for point in Training(learner, minutes).run():
            if point is not None:
                share = f"{point.rate:.1%} ({point.low:.1%} to {point.high:.1%})"
                table.add_row(name, f"{point.minutes:.2f}", f"{point.positions:,}", share)
        table.add_section()
    console.print(table)


def available() -> list[str]:
    """Return the devices that are here."""
    if find_spec("torch") is None:
        return [CPU]
    import torch

    return [CPU, TORCH, *(["cuda"] if torch.cuda.is_available() else [])]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="bratwurmeck", choices=["bratwurmeck", "barbecue"])
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument(
        "--devices", nargs="+", default=available(), help="the first one is what others are compared with"
    )
    parser.add_argument("--seconds", type=float, default=2.0, help="of each device in each of five rounds")
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--minutes", type=float, default=0.0, help="of training on each device, for its learning curve")
    asked = parser.parse_args()
    setup, console = get(asked.game).setup(seats=asked.seats), Console()
    recipes = {name: recipe_for(setup, (128, 64), name) for name in asked.devices}
    console.print(f"numpy {np.__version__}, {asked.threads} threads, devices: {', '.join(recipes)}")

    columns = ("device", "games", "positions a second, best", "ratio", "µs of processors a position, best")
    whole = Table(*columns, title=f"{asked.game}, {asked.seats} seats")
    found = speeds(setup, recipes, asked.seconds, asked.threads)
    best = {name: max(speed.positions for speed in each) for name, each in found.items()}
    for name, each in found.items():
        ratio, processor = best[name] / best[asked.devices[0]], min(speed.processor for speed in each)
        whole.add_row(name, f"{recipes[name].games:,}", f"{best[name]:,.0f}", f"{ratio:.2f}", f"{processor:.2f}")
    console.print(whole)
    table = Table("device", "stage", "best µs a position", "positions a second", title="stages, one after another")
    for name, recipe in recipes.items():
        times = plain_stages(setup, recipe) if name == CPU else device_stages(setup, recipe, name)
        for stage, time in times.items():
            table.add_row(name, stage, f"{time:.3f}", f"{1e6 / time:,.0f}")
    console.print(table)
    if asked.minutes:
        show_curves(console, setup, recipes, asked.minutes, asked.threads)


if __name__ == "__main__":
    main()
