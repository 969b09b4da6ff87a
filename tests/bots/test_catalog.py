"""The list of bots: everything that can be named, and ratings for all of ours."""

from importlib import metadata

import pytest

from heckmeck.bots import bots_for
from heckmeck.bots.builtin import BUILTIN_BOTS
from heckmeck.bots.catalog import BUILT_IN, listed_bots, read_ratings
from heckmeck.bots.random import RandomBot
from heckmeck.games import GAMES, AnyGame, get


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_built_in_bot_is_listed_and_rated_unless_it_needs_an_argument(game: AnyGame) -> None:
    listed = {bot.name: bot for bot in listed_bots(game) if bot.origin == BUILT_IN}
    assert {name.partition(":")[0] for name in listed} == {kind.name for kind in BUILTIN_BOTS if kind.plays(game)}
    assert {name for name, bot in listed.items() if bot.rating is not None} == set(bots_for(game))
    assert all(bot.strength == bots_for(game)[name].strength for name, bot in listed.items() if ":" not in name)


@pytest.mark.parametrize("game", GAMES)
def test_ratings_are_around_zero_and_have_margins(game: str) -> None:
    ratings = read_ratings().games[game].values()
    assert abs(sum(rating.points for rating in ratings)) <= len(ratings)
    for rating in ratings:
        assert rating.low is None or rating.low < rating.points
        assert rating.high is None or rating.points < rating.high
    assert read_ratings().command.startswith("bench/ratings")


class PickyBot(RandomBot):
    argument = "TASTE"


class CardedBot(RandomBot):
    games = ("karteneck",)


class Package:
    name = "bakery"


class Entry(metadata.EntryPoint):
    """An entry point that leads to one of the bots above, or to nothing."""

    def load(self) -> object:
        if self.name == "burnt":
            raise ImportError("no oven")
        return {"picky": PickyBot, "carded": CardedBot, "greedy": RandomBot}[self.name]


def test_bots_of_other_packages_are_listed_with_their_package_and_what_is_wrong(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    entries = [Entry(name, "bakery.bots", "heckmeck.bots") for name in ("picky", "burnt", "carded", "greedy")]
    for entry in entries:
        vars(entry).update(dist=Package())
    monkeypatch.setattr(metadata, "entry_points", lambda group: entries)
    others = [bot for bot in listed_bots(get("barbecue")) if bot.origin != BUILT_IN]
    assert [(bot.name, bot.origin, bot.strength) for bot in others] == [
        ("burnt", "bakery", None),
        ("picky:TASTE", "bakery", "beginner"),
    ]
    assert others[0].problem == "The bot 'burnt' of the package bakery cannot be used: ImportError: no oven."
