"""Bratwurmeck: which set-ups are accepted, and which are refused."""

import json

import pytest

from heckmeck.games import BadSetup, get
from heckmeck.games.bratwurmeck import Bratwurmeck, BratwurmeckSetup
from helpers.notation import rule

GAME = Bratwurmeck()


def bad(**options: object) -> BadSetup:
    """Ask for a set-up that must be refused; return the error."""
    with pytest.raises(BadSetup) as caught:
        GAME.setup(**options)
    return caught.value


@rule("BW-1.4", "may")
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6, 7])
def test_two_to_seven_may_play(seats: int) -> None:
    state = GAME.start(GAME.setup(seats=seats))
    assert state.stacks == ((),) * seats
    assert seats in GAME.seats


@rule("BW-1.4", "may not")
@pytest.mark.parametrize("seats", [-2, 0, 1, 8, 10**400])
def test_fewer_than_two_or_more_than_seven_may_not(seats: int) -> None:
    error = bad(seats=seats)
    assert (error.code, error.rule) == ("bad_seats", "BW-1.4")
    assert seats not in GAME.seats


@rule("BW-1.4", "may not")
@pytest.mark.parametrize("seats", [True, False, 2.0, "2", None, [2]])
def test_a_number_of_seats_is_a_whole_number(seats: object) -> None:
    error = bad(seats=seats)
    assert (error.code, error.rule) == ("bad_seats", "BW-1.4")


def test_the_number_of_seats_must_be_given() -> None:
    assert bad(first=0).code == "bad_seats"


@rule("BW-2.2")
@pytest.mark.parametrize("first", [-1, 3, True, False, 0.0, "0", None])
def test_the_first_seat_must_be_one_at_the_table(first: object) -> None:
    assert bad(seats=3, first=first).code == "bad_option"


@pytest.mark.parametrize("name", ["snails", "Seats", "", "SEATS", "worms_by_spot"])
def test_an_unknown_option_is_refused(name: str) -> None:
    error = bad(seats=2, **{name: 1})
    assert error.code == "unknown_option"
    assert "lower_portion" in error.message


@rule("BW-3.4")
@pytest.mark.parametrize("value", ["lowest", "Next", "", None, True, 1, ["any"]])
def test_the_lower_portion_is_any_or_the_next(value: object) -> None:
    error = bad(seats=2, lower_portion=value)
    assert (error.code, error.rule) == ("bad_option", "BW-3.4")


@rule("BW-4.5")
@pytest.mark.parametrize("value", [0, 1, "true", "", None])
def test_whether_the_returned_highest_turns_is_true_or_false(value: object) -> None:
    error = bad(seats=2, returned_highest_turns=value)
    assert (error.code, error.rule) == ("bad_option", "BW-4.5")


@rule("BW-1.1")
@pytest.mark.parametrize("portions", [(28, 21), (20, 28), (21, 37), (0, 0), (-36, -21), [37, 40]])
def test_the_portions_in_play_are_an_ascending_range_of_the_printed_ones(portions: object) -> None:
    error = bad(seats=2, portions=portions)
    assert (error.code, error.rule) == ("bad_option", "BW-1.1")


@pytest.mark.parametrize(
    "portions",
    [(21,), (21, 24, 28), (), 21, None, "21", "2128", (21, True), (True, 36), (21.0, 28.0), ("21", "28"), {21: 28}],
)
def test_the_portions_in_play_are_two_whole_numbers(portions: object) -> None:
    assert bad(seats=2, portions=portions).code == "bad_option"


@rule("BW-1.1")
def test_a_single_portion_is_enough() -> None:
    assert GAME.start(GAME.setup(seats=2, portions=[36, 36])).grill == (36,)


def test_a_set_up_at_its_defaults_names_only_the_seats() -> None:
    assert GAME.setup(seats=2).options() == {"seats": 2, "first": 0}


def test_an_option_given_at_its_default_is_not_written() -> None:
    setup = GAME.setup(seats=2, lower_portion="any", returned_highest_turns=False, portions=(21, 36))
    assert setup == GAME.setup(seats=2)
    assert setup.options() == {"seats": 2, "first": 0}


def test_a_set_up_names_every_option_that_is_not_at_its_default() -> None:
    setup = GAME.setup(seats=5, first=4, lower_portion="next", returned_highest_turns=True, portions=(21, 28))
    assert setup.options() == {
        "seats": 5,
        "first": 4,
        "lower_portion": "next",
        "returned_highest_turns": True,
        "portions": [21, 28],
    }


@pytest.mark.parametrize(
    "options",
    [
        {"seats": 2},
        {"seats": 7, "first": 6},
        {"seats": 3, "lower_portion": "next"},
        {"seats": 3, "returned_highest_turns": True},
        {"seats": 3, "portions": (21, 28)},
        {"seats": 3, "portions": [25, 36], "lower_portion": "next", "returned_highest_turns": True, "first": 1},
    ],
)
def test_a_set_up_comes_back_from_its_written_options(options: dict[str, object]) -> None:
    setup = BratwurmeckSetup.make(options)
    assert BratwurmeckSetup.make(json.loads(json.dumps(setup.options()))) == setup


def test_portions_given_as_a_list_or_a_pair_make_the_same_set_up() -> None:
    pair, listed = GAME.setup(seats=2, portions=(21, 28)), GAME.setup(seats=2, portions=[21, 28])
    assert pair == listed
    assert hash(pair) == hash(listed)


@pytest.mark.parametrize("other", ["barbecue", "karteneck"])
def test_the_set_up_of_another_game_is_refused(other: str) -> None:
    with pytest.raises(BadSetup) as caught:
        GAME.start(get(other).setup(seats=2))
    assert caught.value.code == "wrong_game"
