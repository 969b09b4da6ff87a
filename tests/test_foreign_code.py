"""Failures of other code: shown from the first call of that code on."""

from collections.abc import Callable
from random import Random
from typing import Any

from heckmeck.foreign_code import format_failure
from heckmeck.games import BadSetup, get
from heckmeck.games.setup import check_number
from heckmeck.play import Table


def fail() -> None:
    raise ValueError("no idea")


def caught(function: Callable[..., None], *arguments: object) -> Exception:
    try:
        function(*arguments)
    except Exception as error:
        return error
    raise AssertionError("nothing was raised")


def test_calls_of_other_code_are_shown() -> None:
    shown = format_failure(caught(fail))
    assert shown.startswith("Traceback (most recent call last):\n")
    assert "in fail" in shown
    assert shown.endswith("ValueError: no idea")


def test_our_calls_before_it_are_left_out() -> None:
    class Failing:
        def choose(self, view: object) -> Any:
            fail()

    game = get("barbecue")
    table = Table(game, game.setup(seats=2), [Failing(), Failing()], Random(1), names=["a", "b"])
    table.finish()
    assert table.fault is not None
    shown = format_failure(table.fault)
    assert "table.py" not in shown
    assert shown.index("in choose") < shown.index("in fail")


def test_an_error_of_the_rules_explains_itself_and_any_other_one_of_ours_does_not() -> None:
    error = caught(check_number, "seats", 9, 1, 5)
    assert isinstance(error, BadSetup)
    assert error.__traceback__ is not None
    own_calls = error.__traceback__.tb_next
    assert len(format_failure(error.with_traceback(own_calls)).splitlines()) == 1
    other = caught(check_number, "seats", 3, None, 5)
    assert other.__traceback__ is not None
    other = other.with_traceback(other.__traceback__.tb_next)
    assert "in check_number" in format_failure(other)
