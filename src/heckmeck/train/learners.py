"""The learner of each game."""

from __future__ import annotations

from heckmeck.bots.net import Net
from heckmeck.games import BadSetup, Setup
from heckmeck.games.karteneck import KarteneckSetup
from heckmeck.train.devices import CPU, TORCH
from heckmeck.train.karteneck.learner import CardLearner
from heckmeck.train.karteneck.recipe import CardRecipe
from heckmeck.train.learner import PROCESSOR, Device, Learner
from heckmeck.train.recipe import Recipe
from heckmeck.train.trainable import Trainable
from heckmeck.train.training import GAMES

LOCAL = "local"
"""The engine that plays on this machine."""


def check_place(setup: Setup, device: str, engine: str) -> None:
    """Refuse a device or an engine that cannot be used for a game."""
    if isinstance(setup, KarteneckSetup) and (device, engine) != (CPU, LOCAL):
        raise BadSetup("bad_option", f"Karteneck is learned with --device {CPU} and --engine {LOCAL}.")


def recipe_for(setup: Setup, units: tuple[int, int], device: str = CPU, engine: str = LOCAL) -> Recipe:
    """Return the recipe for a set-up, with these units in the hidden layers: many games at once for a GPU."""
    if isinstance(setup, KarteneckSetup):
        return CardRecipe(units=units)
    if engine == LOCAL and device not in (CPU, TORCH):
        return Recipe(units=units, games=16_384, minibatch=2_048, repeats=2)
    return Recipe(units=units)


def make_learner(
    setup: Setup,
    recipe: Recipe,
    seed: int,
    *,
    device: Device = PROCESSOR,
    threads: int = 1,
    begin: Net | None = None,
) -> Trainable:
    """Return a learner for a set-up; one of hidden hands learns on this processor alone."""
    if not isinstance(setup, KarteneckSetup):
        return Learner(setup, recipe, seed, device=device, threads=threads, begin=begin)
    if begin is not None:
        raise BadSetup("bad_option", "Karteneck is learned from the beginning, without --begin.")
    assert isinstance(recipe, CardRecipe)
    return CardLearner(setup, recipe, seed)


def measured_games(setup: Setup) -> int:
    """Return the number of games of a measurement."""
    return CardLearner.measured_games if isinstance(setup, KarteneckSetup) else GAMES
