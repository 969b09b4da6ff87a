"""The numbers of a training change as it goes on."""

from heckmeck.train.recipe import Recipe


def test_the_rate_falls_and_the_copy_gets_slower() -> None:
    recipe = Recipe()
    shares = [number / 20 for number in range(21)]
    rates = [recipe.rate_at(share) for share in shares]
    followings = [recipe.following(share, 10**6) for share in shares]
    assert rates == sorted(rates, reverse=True)
    assert followings == sorted(followings, reverse=True)
    assert followings[0] == 1 / recipe.horizon
    assert abs(followings[-1] - 1 / recipe.last_horizon) < 1e-12
    assert recipe.following(0.5, 0) == 1
    assert "128 and 64 units" in str(recipe)
