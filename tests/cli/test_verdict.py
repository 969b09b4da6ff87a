"""The coach's advice in words."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from heckmeck.cli import verdict
from heckmeck.cli.verdict import grade, risk_in_words, sentences
from heckmeck.play.advice import Option, Result

WEB = Path(__file__).parents[2] / "web"
BROWSER = "".join((WEB / path).read_text("utf-8") for path in ("src/coach/verdict.ts", "src/table/risks.ts"))
GRADES = json.loads((WEB / "tests/coach/grades.json").read_text("utf-8"))


def exact(move: str, gain: float, success: float = 1.0) -> Option:
    failed = (Result("failed", 0, 1 - success),) if success < 1 else ()
    return Option(move, gain, success, results=(Result("25", 2, success), *failed))


@pytest.mark.parametrize(
    "name",
    ["CLOSE", "BLUNDER", "WIN_CLOSE", "WIN_BLUNDER", "SAFE", "RISKIER", "ERRORS", "NEARLY_SAFE", "HOPELESS", "EVEN"],
)
def test_the_limits_are_those_of_the_browser(name: str) -> None:
    (number,) = re.findall(rf"const {name} = ([\d.]+);", BROWSER)
    assert float(number) == getattr(verdict, name)


@pytest.mark.parametrize("each", GRADES, ids=lambda each: each["case"])
def test_choices_have_the_same_grades_as_in_the_browser(each: dict[str, Any]) -> None:
    best, option = Option("a", **each["best"]), Option("b", **each["option"])
    assert grade(option, [best, option], each["seats"]) == each["grade"]


@pytest.mark.parametrize("seats", [2, 3, 5, 7])
def test_the_same_part_of_a_fair_share_has_the_same_grade_for_any_number_of_players(seats: int) -> None:
    fair = 1 / seats
    options = [Option("best", 1.0, 0.9, win=fair * (1 - lost)) for lost in (0, 0.008, 0.04, 0.08)]
    assert [grade(option, options, seats) for option in options] == ["good", "good", "fair", "poor"]


def test_exact_choices_are_good_risky_fair_or_poor() -> None:
    options = [exact("a", 2.0, 0.9), exact("b", 1.9, 0.5), exact("c", 1.5, 0.8), exact("d", 1.5), exact("e", 1.0)]
    assert [grade(option, options) for option in options] == ["good", "risky", "risky", "fair", "poor"]


@pytest.mark.parametrize("failed", [0.39, 0.4, 0.41, 0.59, 0.6, 0.61, 0.62, 0.7, 0.98, 1.0])
def test_no_risk_is_told_as_one_in_two(failed: float) -> None:
    assert "in 2." not in risk_in_words(failed)


def test_what_hardly_ever_works_is_not_told_in_large_numbers() -> None:
    assert risk_in_words(0.98) == "It hardly ever works."
    assert risk_in_words(1.0) == "It is certain to go wrong."
    assert risk_in_words(0.96) == "It works only 1 time in 25."


def test_estimated_choices_are_better_or_worse_only_by_more_than_their_error() -> None:
    options = [Option("a", 2.0, error=0.1), Option("b", 1.9, error=0.1), Option("c", 1.0, error=0.1)]
    assert [grade(option, options) for option in options] == ["about equal", "about equal", "worse"]
    assert grade(options[0], [options[0], options[2]]) == "better"


def test_exact_advice_says_what_to_do_how_it_may_end_and_what_else_would_bring() -> None:
    assert sentences([exact("roll", 2.0, 0.8), exact("take 21", 1.0)], "worms") == [
        "roll: that is good.",
        "It goes wrong 1 time in 5.",
        "Most likely it ends with the 25.",
        '"take 21" brings about a worm less.',
    ]
    assert sentences([exact("take 25", 2.0), exact("roll", 1.95, 0.6)], "worms")[1:] == [
        "It is certain to end with the 25.",
        '"roll" brings as much.',
    ]
    assert sentences([exact("roll", 2.0, 0.3)], "worms") == ["roll: there is no other choice."]


def test_an_estimate_says_how_the_round_may_end() -> None:
    options = [Option("lay 1", 1.0, error=0.1), Option("out", -3.0, error=0.1)]
    assert sentences(options, "worms") == [
        "lay 1: that is better.",
        "It should leave you about a worm ahead of the others in this round.",
        '"out" looks worse by about 4 worms.',
    ]
    behind = sentences([Option("out", -2.0, error=0.5), Option("lay 1", -2.1, error=0.5)], "worms")
    assert behind[1:] == [
        "Even so this round should cost you about 2 worms against the others.",
        'The estimate cannot tell it from "lay 1".',
    ]
    level = sentences([Option("lay 1", 0.1, error=0.01), Option("out", 0.0, error=0.01)], "worms")
    assert level[1] == "It should leave you level with the others in this round."


def winning(move: str, win: float, gain: float, success: float = 1.0) -> Option:
    failed = (Result("failed", 0, 1 - success),) if success < 1 else ()
    return Option(move, gain, success, results=(Result("25", 2, success), *failed), win=win)


def test_where_the_chance_to_win_is_known_it_decides_what_is_good() -> None:
    options = [winning("a", 0.6, 1.0), winning("b", 0.597, 3.0), winning("c", 0.58, 1.0, 0.8), winning("d", 0.5, 1.0)]
    assert [grade(option, options) for option in options] == ["good", "good", "risky", "poor"]


def test_advice_by_the_chance_to_win_says_how_often_and_what_else_costs() -> None:
    assert sentences([winning("roll", 0.66, 2.0, 0.8), winning("take 21", 0.61, 1.0)], "worms") == [
        "roll: that is good.",
        "You win about 2 games in 3 with it.",
        "It goes wrong 1 time in 5.",
        '"take 21" costs about one win in 20.',
    ]
    told = sentences([winning("take 21", 0.5, 1.0), winning("roll", 0.499, 2.0, 0.6)], "worms")
    assert told[3:] == ['"roll" brings about a worm more, but wins less often.', '"roll" wins as often.']


def test_estimated_cards_are_judged_by_the_chance_to_win_too() -> None:
    options = [Option("lay 1", 1.0, error=0.1, win=0.4), Option("out", 1.2, error=0.1, win=0.3)]
    assert [grade(option, options) for option in options] == ["good", "poor"]
    assert sentences(options, "worms") == [
        "lay 1: that is good.",
        "You win about 2 games in 5 with it.",
        '"out" costs about one win in 10.',
    ]
