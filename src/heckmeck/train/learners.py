"""The learner of each game."""

from __future__ import annotations

from heckmeck.games import BadSetup, Setup
from heckmeck.games.karteneck import KarteneckSetup
from heckmeck.train.backend import NumpyBackend
from heckmeck.train.karteneck.learner import CardLearner
from heckmeck.train.karteneck.recipe import CardRecipe
from heckmeck.train.learner import Learner, MakeBackend, Players
from heckmeck.train.recipe import Recipe
from heckmeck.train.trainable import Trainable
from heckmeck.train.training import GAMES


def recipe_for(setup: Setup, units: tuple[int, int]) -> Recipe:
    """Return the recipe for a set-up, with these units in the hidden layers."""
    return CardRecipe(units=units) if isinstance(setup, KarteneckSetup) else Recipe(units=units)


def make_learner(
    setup: Setup,
    recipe: Recipe,
    seed: int,
    *,
    make_backend: MakeBackend = NumpyBackend,
    players: Players | None = None,
    threads: int = 1,
) -> Trainable:
    """Return a learner for a set-up; one of hidden hands learns on this processor alone."""
    if not isinstance(setup, KarteneckSetup):
        return Learner(setup, recipe, seed, make_backend=make_backend, players=players, threads=threads)
    if make_backend is not NumpyBackend or players is not None:
        raise BadSetup("bad_option", "Karteneck is learned with --device cpu and --engine local.")
    assert isinstance(recipe, CardRecipe)
    return CardLearner(setup, recipe, seed)


def measured_games(setup: Setup) -> int:
    """Return the number of games of a measurement."""
    return CardLearner.measured_games if isinstance(setup, KarteneckSetup) else GAMES
