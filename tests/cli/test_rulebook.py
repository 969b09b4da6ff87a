"""Single rules by their numbers."""

from random import Random

import pytest

from heckmeck.cli.rulebook import has_page, rules_by_number
from heckmeck.games import GAMES, get
from helpers.random_games import states


@pytest.mark.parametrize("name", GAMES)
def test_every_decision_names_rules_of_its_game_and_all_of_them_have_a_text(name: str) -> None:
    game = get(name)
    rules = rules_by_number(game)
    named = set()
    for state in states(game, game.start(game.setup(seats=3)), Random(2), most=600):
        seat = game.to_act(state)
        if isinstance(seat, int):
            now = game.view(state, seat).rules_now
            assert now
            assert len(set(now)) == len(now) <= 8
            named.update(now)
    assert {number.partition("-")[0] for number in named} == set(game.rules)
    assert named <= set(rules)
    assert len(named) >= 8


def test_a_rule_is_plain_text_without_its_source() -> None:
    rules = rules_by_number(get("barbecue"))
    assert rules["BQ-4.3"].startswith("One plate of the player's own. The player adds a second plate")
    assert "Ruling: this is not up to the player." in rules["BQ-4.3"]
    assert rules["BQ-1.4"] == "There are 12 snails."
    assert not any("*" in text or "`" in text or "](" in text for text in rules.values())


def test_the_pages_of_a_game_are_there() -> None:
    assert all(has_page(get(name)) for name in GAMES)
