"""`heckmeck rules`."""

import re

import pytest

from heckmeck.games import GAMES, get
from helpers.commands import Run

NUMBER = re.compile(r"\b(?:RK|BW|BQ|KE)-\d+(?:\.\d+)?")


@pytest.mark.parametrize("name", GAMES)
def test_the_rules_of_a_game_are_shown_with_their_numbers(run: Run, name: str) -> None:
    shown = run("rules", name)
    assert shown.code == 0
    assert set(get(name).rules) <= {number.partition("-")[0] for number in NUMBER.findall(shown.out)}
    assert get(name).title in shown.out


@pytest.mark.parametrize(("language", "word"), [("de", "Würfel"), ("ro", "zarurile")])
def test_the_same_rules_are_shown_in_other_languages(run: Run, language: str, word: str) -> None:
    english, other = run("rules", "barbecue"), run("rules", "barbecue", "--language", language)
    assert set(NUMBER.findall(other.out)) == set(NUMBER.findall(english.out))
    assert word in other.out
    assert word not in english.out


def test_a_language_that_there_is_not_is_refused(run: Run) -> None:
    refused = run("rules", "barbecue", "--language", "xx")
    assert refused.code == 2
    assert "'de'" in refused.err
