"""`heckmeck bots`."""

import json
import re

from heckmeck.bots.catalog import read_ratings
from heckmeck.games import all_games, get
from helpers.commands import Run


def test_the_bots_of_all_games_are_listed_with_strength_and_origin(run: Run) -> None:
    done = run("bots")
    assert done.code == 0
    for game in all_games().values():
        assert game.title in done.out
    greedy = read_ratings().games["bratwurmeck"]["greedy"]
    assert re.search(rf"greedy +strong +\{greedy.points:+d} \(.*\) +built-in", done.out)
    assert re.search(r"perfect:FILE +strong +– +built-in", done.out)
    assert re.search(r"champion +champion +\+\d", done.out)
    assert "2 seats, by bench/ratings" in " ".join(done.out.split())


def test_one_game_can_be_chosen(run: Run) -> None:
    done = run("bots", "karteneck")
    assert get("barbecue").title not in done.out
    assert "sampler" in done.out
    assert "no game 'chess'" in run("bots", "chess").err


def test_the_list_for_programs(run: Run) -> None:
    listed = json.loads(run("bots", "karteneck", "--json").out)
    assert list(listed) == ["karteneck"]
    assert listed["karteneck"][0]["name"] == "random"
    assert listed["karteneck"][0]["origin"] == "built-in"
    assert set(listed["karteneck"][0]["rating"]) == {"points", "low", "high"}
