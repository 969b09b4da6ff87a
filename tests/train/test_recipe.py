"""The numbers of a training change as it goes on."""

from heckmeck.games import get
from heckmeck.train.karteneck.recipe import CardRecipe
from heckmeck.train.learners import recipe_for
from heckmeck.train.recipe import Recipe


def test_the_learning_rate_falls_and_the_target_network_gets_slower() -> None:
    recipe = Recipe()
    parts = [number / 20 for number in range(21)]
    rates = [recipe.learning_rate_at(progress) for progress in parts]
    steps = [recipe.target_step_at(progress, 10**6) for progress in parts]
    assert rates == sorted(rates, reverse=True)
    assert steps == sorted(steps, reverse=True)
    assert steps[0] == 1 / recipe.horizon
    assert abs(steps[-1] - 1 / recipe.last_horizon) < 1e-12
    assert recipe.target_step_at(0.5, 0) == 1
    assert "128 and 64 units" in str(recipe)


def test_a_large_device_plays_many_games_at_once() -> None:
    setup = get("barbecue").setup(seats=3)
    plain = recipe_for(setup, (16, 16))
    assert plain == Recipe(units=(16, 16))
    assert plain == recipe_for(setup, (16, 16), "torch") == recipe_for(setup, (16, 16), "cuda", "ray")
    large = recipe_for(setup, (16, 16), "cuda")
    assert large.games > plain.games
    assert large.minibatch is not None
    assert large.games % large.minibatch == 0
    assert f"{large.games:,} games side by side, 2 updates a minibatch of {large.minibatch:,}, Adam" in str(large)
    cards = get("karteneck").setup(seats=2)
    assert isinstance(recipe_for(cards, (16, 16)), CardRecipe)
