"""Two ways to learn Karteneck compared: a network of each is trained, and they play each other."""

from __future__ import annotations

from math import sqrt
from statistics import fmean, stdev
from time import process_time

from bench.strategy_means import students_factor
from rich.console import Console
from rich.table import Table

from heckmeck.games.karteneck import Karteneck
from heckmeck.rl.batch.match import Share, play_match
from heckmeck.train.karteneck.learner import CardLearner
from heckmeck.train.karteneck.players import by_network
from heckmeck.train.karteneck.recipe import CardRecipe
from heckmeck.train.training import Training

DEALT = 1_000_000
"""Distance of the seeds of matches from those of trainings, which deal other games."""


def show_trainings(
    console: Console, seats: int, recipes: dict[str, CardRecipe], minutes: float, games: int, seeds: list[int]
) -> None:
    """Train a network of each recipe, with each seed, and print how the first ones fare among the second ones."""
    one, other = recipes
    table = Table("seed", f"{one}, among: {other}", title=f"{seats} seats, {minutes:g} minutes, {games:,} games each")
    found = []
    for seed in seeds:
        first, second = (train(seats, recipe, minutes, seed) for recipe in recipes.values())
        share = compare(first, second, games, seed + DEALT)
        table.add_row(str(seed), str(share))
        found.append(share.rate)
    if len(found) > 1:
        error = students_factor(len(found) - 1) * stdev(found) / sqrt(len(found))
        table.add_section()
        table.add_row("all", f"{fmean(found):.2%} ± {error:.2%}")
    console.print(table)


def train(seats: int, recipe: CardRecipe, minutes: float, seed: int) -> CardLearner:
    """Train a network for some minutes of processor time."""
    learner = CardLearner(Karteneck().setup(seats=seats), recipe, seed)
    for _ in Training(learner, minutes, games=2, clock=process_time).run():
        pass
    return learner


def compare(one: CardLearner, other: CardLearner, games: int, seed: int) -> Share:
    """Let two learners play each other."""
    ours, theirs = (by_network(learner.backend.target, all_hands=learner.recipe.all_hands) for learner in (one, other))
    return play_match(one.setup, ours, theirs, games, seed)
