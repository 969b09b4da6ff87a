"""The options of the set-up: what they may be and what they may not be."""

from typing import Any

import pytest

from heckmeck.games import BadSetup, get
from heckmeck.games.karteneck import KarteneckSetup
from helpers.karteneck import GAME
from helpers.notation import rule

WORMS = {0: 0} | dict.fromkeys(range(16, 43), 2)


def bad(**options: object) -> BadSetup:
    with pytest.raises(BadSetup) as caught:
        GAME.setup(**options)
    return caught.value


def made(**options: object) -> KarteneckSetup:
    setup = GAME.setup(**options)
    assert isinstance(setup, KarteneckSetup)
    return setup


@rule("KE-1.4")
def test_worms_by_portion_may_have_numbers_or_digits_for_keys() -> None:
    digits = {str(portion): worms for portion, worms in WORMS.items()}
    assert made(seats=2, worms_by_portion=WORMS) == made(seats=2, worms_by_portion=digits)


@rule("KE-1.4")
def test_worms_by_portion_may_be_pairs_in_any_order() -> None:
    pairs = tuple(reversed(WORMS.items()))
    assert made(seats=2, worms_by_portion=pairs) == made(seats=2, worms_by_portion=WORMS)


@rule("KE-1.4")
def test_worms_by_portion_covers_just_the_portions_that_are_in_the_game() -> None:
    setup = made(seats=2, portions=(20, 21), zeros=0, removed=0, worms_by_portion={20: 7, 21: 99})
    assert setup.worms[20:] == (7, 99)


@rule("KE-1.4")
@pytest.mark.parametrize(
    "worms",
    [
        pytest.param({}, id="none"),
        pytest.param({portion: 1 for portion in WORMS if portion != 42}, id="one missing"),
        pytest.param({portion: 1 for portion in WORMS if portion}, id="zero missing"),
        pytest.param(WORMS | {43: 1}, id="one too many"),
        pytest.param(WORMS | {"16": 1}, id="one twice"),
        pytest.param(WORMS | {16: -1}, id="fewer than none"),
        pytest.param(WORMS | {16: 100}, id="too many worms"),
        pytest.param(WORMS | {16: True}, id="a truth value"),
        pytest.param(WORMS | {16: "1"}, id="text"),
        pytest.param(WORMS | {16: 1.0}, id="a fraction"),
    ],
)
def test_worms_by_portion_must_give_a_number_of_worms_to_every_portion(worms: dict[int, Any]) -> None:
    error = bad(seats=2, worms_by_portion=worms)
    assert (error.code, error.rule) == ("bad_option", "KE-1.4")


@pytest.mark.parametrize("worms", [5, "16", [16, 17], {"x": 1}, {True: 1}, {1.5: 1}, [(1, 2, 3)]])
def test_worms_by_portion_must_be_a_mapping(worms: object) -> None:
    error = bad(seats=2, worms_by_portion=worms)
    assert (error.code, error.rule) == ("bad_option", None)


@rule("KE-1.3")
@pytest.mark.parametrize("portions", [(16, 17), [41, 42], (16, 42)])
def test_portions_names_the_lowest_and_the_highest(portions: list[int]) -> None:
    setup = made(seats=2, portions=portions, zeros=1, removed=len(range(portions[0], portions[1])))
    assert setup.all_portions == (0, *range(portions[0], portions[1] + 1))


@rule("KE-1.3")
@pytest.mark.parametrize("portions", [(15, 42), (16, 43), (30, 29), (0, 42)])
def test_portions_may_not_leave_the_printed_ones_or_be_empty(portions: tuple[int, int]) -> None:
    error = bad(seats=2, portions=portions, removed=0)
    assert (error.code, error.rule) == ("bad_option", "KE-1.3")


@pytest.mark.parametrize("portions", [16, "16-42", (16,), (16, 20, 42), ("16", "42"), (16, True), None])
def test_portions_must_be_two_numbers(portions: object) -> None:
    assert bad(seats=2, portions=portions).code == "bad_option"


@rule("KE-1.3")
@pytest.mark.parametrize("zeros", [0, 1, 2, 3])
def test_there_may_be_up_to_three_zeros(zeros: int) -> None:
    assert made(seats=2, zeros=zeros, removed=(27 + zeros) % 2).all_portions.count(0) == zeros


@rule("KE-1.3")
@pytest.mark.parametrize("zeros", [-1, 4, True, "1", None])
def test_there_may_not_be_more_zeros_than_three(zeros: object) -> None:
    error = bad(seats=2, zeros=zeros)
    assert (error.code, error.rule) == ("bad_option", "KE-1.3")


@rule("KE-2.1")
def test_removed_sets_how_many_portions_stay_out() -> None:
    assert made(seats=2, removed=28).supply == 2


@rule("KE-2.1")
@pytest.mark.parametrize("removed", [-2, -1, 31, True, "12", 12.0])
def test_removed_may_not_be_more_than_there_are(removed: object) -> None:
    error = bad(seats=2, removed=removed)
    assert (error.code, error.rule) == ("bad_option", "KE-2.1")


@rule("KE-3.1")
@pytest.mark.parametrize(
    "options",
    [
        pytest.param({"seats": 2, "removed": 30}, id="no portion left"),
        pytest.param({"seats": 2, "removed": 1}, id="29 for two"),
        pytest.param({"seats": 4, "removed": 0}, id="30 for four"),
        pytest.param({"seats": 2, "portions": (16, 20)}, id="fewer than are removed"),
        pytest.param({"seats": 5, "zeros": 2}, id="29 for five"),
    ],
)
def test_the_supply_must_be_enough_for_full_rounds(options: dict[str, Any]) -> None:
    error = bad(**options)
    assert (error.code, error.rule) == ("bad_option", "KE-3.1")


@rule("KE-1.1")
def test_copies_and_worm_cards_set_the_number_of_cards() -> None:
    assert made(seats=2, copies=2, worm_cards=3).deck == (1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 7, 8)


@rule("KE-1.1")
@pytest.mark.parametrize("name", ["copies", "worm_cards"])
@pytest.mark.parametrize("value", [-1, 26, True, "2", None])
def test_there_may_not_be_more_cards_than_the_printed_ones(name: str, value: object) -> None:
    error = bad(seats=2, **{name: value})
    assert (error.code, error.rule) == ("bad_option", "KE-1.1")


@rule("KE-1.1")
def test_there_may_not_be_more_than_17_copies_of_a_value() -> None:
    assert (bad(seats=2, copies=18).code, made(seats=2, copies=17).copies) == ("bad_option", 17)


@rule("KE-1.1")
@pytest.mark.parametrize(("options", "cards"), [({"copies": 0}, 25), ({"worm_cards": 0}, 85)])
def test_there_may_be_only_worms_or_only_values(options: dict[str, int], cards: int) -> None:
    assert len(made(seats=2, **options).deck) == cards


@rule("KE-2.2")
def test_a_hand_may_be_one_card() -> None:
    assert made(seats=2, hand=1).hand == 1


@rule("KE-2.2")
@pytest.mark.parametrize("hand", [0, 7, -1, True, "6", None])
def test_a_hand_has_one_to_six_cards(hand: object) -> None:
    error = bad(seats=2, hand=hand)
    assert (error.code, error.rule) == ("bad_option", "KE-2.2")


@rule("KE-2.2")
def test_the_cards_must_be_enough_for_all_hands() -> None:
    error = bad(seats=2, copies=2, worm_cards=1)
    assert (error.code, error.rule) == ("bad_option", "KE-2.2")


@rule("KE-2.2")
def test_the_cards_may_be_just_enough_for_all_hands() -> None:
    assert len(made(seats=2, copies=2, worm_cards=2).deck) == 12


@rule("KE-2.3")
@pytest.mark.parametrize("first", [-1, 3, True, "0", None])
def test_the_first_seat_must_be_one_at_the_table(first: object) -> None:
    assert bad(seats=3, first=first).code == "bad_option"


def test_an_option_of_another_game_is_refused() -> None:
    assert bad(seats=2, lower_portion="next").code == "unknown_option"


def test_the_number_of_seats_must_be_said() -> None:
    assert bad(first=0).code == "bad_seats"


def test_what_is_worked_out_is_no_option() -> None:
    assert bad(seats=2, worms=WORMS).code == "unknown_option"


def test_options_leave_out_what_is_at_its_default() -> None:
    assert made(seats=3, portions=[16, 42], hand=6).options() == {"seats": 3, "first": 0}


def test_options_are_written_as_a_record_has_them() -> None:
    setup = made(
        seats=2,
        first=1,
        worms_by_portion={0: 0, 20: 3, 21: 4},
        portions=(20, 21),
        zeros=2,
        removed=2,
        copies=4,
        worm_cards=5,
        hand=4,
    )
    assert setup.options() == {
        "seats": 2,
        "first": 1,
        "worms_by_portion": {"0": 0, "20": 3, "21": 4},
        "portions": [20, 21],
        "zeros": 2,
        "removed": 2,
        "copies": 4,
        "worm_cards": 5,
        "hand": 4,
    }


@pytest.mark.parametrize(
    "options",
    [
        {"seats": 5, "first": 4},
        {"seats": 2, "removed": 0},
        {"seats": 2, "worms_by_portion": WORMS},
        {"seats": 2, "portions": (20, 21), "zeros": 2, "removed": 2, "copies": 4, "worm_cards": 5, "hand": 4},
    ],
)
def test_options_make_the_same_set_up_again(options: dict[str, Any]) -> None:
    setup = made(**options)
    assert KarteneckSetup.make(setup.options()) == setup
    assert KarteneckSetup.make(setup.options()).worms == setup.worms


def test_a_set_up_of_another_game_is_refused() -> None:
    with pytest.raises(BadSetup) as caught:
        GAME.start(get("barbecue").setup(seats=2))  # type: ignore[arg-type]  # that is the test
    assert caught.value.code == "wrong_game"
