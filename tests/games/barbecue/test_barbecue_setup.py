"""Heckmeck Barbecue, the options of its set-up."""

import json
from typing import Any

import pytest

from heckmeck.games import BadSetup, get
from heckmeck.games.barbecue import EMPTY, SNAIL, BarbecueSetup, PlatePlaced, SnailPlaced, SnailTaken, Spot
from heckmeck.games.turn import AttemptFailed, DiceRolled, Turn
from helpers.notation import after, play, rule

GAME = get("barbecue")
WORMS: dict[Any, Any] = {number: number - 20 for number in range(23, 37)}
"""Another worth for each spot: 3 to 16."""


def refused_setup(**options: object) -> tuple[str, str | None]:
    """The code and the rule by which a set-up for two with these options is refused."""
    with pytest.raises(BadSetup) as caught:
        GAME.setup(**{"seats": 2, **options})
    return caught.value.code, caught.value.rule


def test_without_options_only_seats_and_first_seat_are_written() -> None:
    assert GAME.setup(seats=4).options() == {"seats": 4, "first": 0}


def test_options_at_their_defaults_are_not_written() -> None:
    setup = GAME.setup(seats=4, first=3, spots=[23, 36], snails=12, worms_by_spot=None)
    assert setup.options() == {"seats": 4, "first": 3}


@rule("BQ-1.2")
def test_worms_may_be_given_for_every_spot() -> None:
    assert GAME.setup(seats=2, worms_by_spot=WORMS).worms == tuple(range(3, 17))


@rule("BQ-1.2")
def test_worms_may_be_given_with_the_digits_that_json_needs_as_keys() -> None:
    written = {str(number): worms for number, worms in WORMS.items()}
    assert GAME.setup(seats=2, worms_by_spot=written) == GAME.setup(seats=2, worms_by_spot=WORMS)


@rule("BQ-1.2")
def test_worms_may_be_given_in_any_order() -> None:
    backwards = dict(reversed(WORMS.items()))
    assert GAME.setup(seats=2, worms_by_spot=backwards) == GAME.setup(seats=2, worms_by_spot=WORMS)


@rule("BQ-1.2")
def test_worms_are_written_with_digits_as_keys() -> None:
    setup = GAME.setup(seats=2, worms_by_spot=WORMS)
    assert setup.options() == {
        "seats": 2,
        "first": 0,
        "worms_by_spot": {str(number): worms for number, worms in WORMS.items()},
    }


@rule("BQ-1.2")
def test_no_worms_and_99_worms_may_be_given() -> None:
    worms = {**WORMS, 23: 0, 36: 99}
    assert GAME.setup(seats=2, worms_by_spot=worms).worms == (0, *range(4, 16), 99)


@rule("BQ-1.2")
@pytest.mark.parametrize(
    "worms",
    [
        {},
        dict.fromkeys(range(23, 36), 1),
        dict.fromkeys(range(23, 38), 1),
        dict.fromkeys(range(22, 36), 1),
        {**WORMS, "23": 1},
        {**WORMS, 30: -1},
        {**WORMS, 30: 100},
        {**WORMS, 30: 2.0},
        {**WORMS, 30: True},
        {**WORMS, 30: "2"},
        {**WORMS, 30: None},
    ],
)
def test_worms_may_not_miss_a_spot_add_one_or_be_no_number_from_0_to_99(worms: object) -> None:
    assert refused_setup(worms_by_spot=worms) == ("bad_option", "BQ-1.2")


@pytest.mark.parametrize("worms", [5, True, "abc", [1, 2, 3], {"x": 1}, {None: 1}, {23.0: 1}, {True: 1}, {"": 1}])
def test_worms_may_not_be_something_else_than_a_mapping_of_numbers(worms: object) -> None:
    assert refused_setup(worms_by_spot=worms) == ("bad_option", None)


@rule("BQ-1.1")
def test_a_small_grill_has_only_its_spots() -> None:
    state = GAME.start(GAME.setup(seats=2, spots=[24, 26]))
    assert state.spots == (EMPTY,) * 3
    assert state.setup.worms == (1, 2, 2)


@rule("BQ-1.1")
def test_on_a_small_grill_a_plate_goes_on_the_spot_of_the_sum() -> None:
    state = GAME.start(GAME.setup(seats=2, spots=[24, 26]))._replace(turn=Turn("WWWWW", "", False))
    state, events = play(GAME, state, "stop")
    assert events == [PlatePlaced(0, 25, 2)]
    assert state.spots == (EMPTY, Spot(0, 1), EMPTY)


@rule("BQ-1.1")
def test_on_a_small_grill_a_sum_above_its_highest_spot_takes_a_snail() -> None:
    state = GAME.start(GAME.setup(seats=2, spots=[24, 26]))._replace(turn=Turn("66WWW", "", False))
    assert play(GAME, state, "stop")[1] == [SnailTaken(0, None)]


@rule("BQ-4.5")
def test_on_a_small_grill_with_the_pool_empty_the_snail_on_the_highest_spot_is_taken() -> None:
    start = GAME.start(GAME.setup(seats=2, spots=[24, 26], snails=0))
    before = start._replace(spots=(SNAIL, SNAIL, EMPTY), turn=Turn("66WWW", "", False))
    state, events = play(GAME, before, "stop")
    assert events == [SnailTaken(0, 25)]
    assert state.spots == (SNAIL, EMPTY, EMPTY)


@rule("BQ-1.1")
def test_on_a_small_grill_a_snail_goes_on_its_highest_spot() -> None:
    state = GAME.start(GAME.setup(seats=2, spots=[24, 26]))._replace(turn=Turn("WWWWWWW", "", True))
    assert play(GAME, state, "=W")[1] == [
        DiceRolled(0, "W"),
        AttemptFailed(0, "no_new_face"),
        SnailPlaced(26, None),
    ]


@rule("BQ-1.1")
@pytest.mark.parametrize("spots", [[23, 23], [36, 36], [23, 35], (24, 36)])
def test_spots_may_be_any_part_of_the_grill(spots: list[int]) -> None:
    setup = GAME.setup(seats=2, spots=spots)
    assert setup.options() == {"seats": 2, "first": 0, "spots": list(spots)}


@rule("BQ-1.1")
@pytest.mark.parametrize("spots", [[22, 36], [23, 37], [30, 29], [-36, -23]])
def test_spots_may_not_leave_the_grill_or_run_backwards(spots: list[int]) -> None:
    assert refused_setup(spots=spots) == ("bad_option", "BQ-1.1")


@pytest.mark.parametrize("spots", [None, 30, "23", [30], [23, 30, 36], [23.0, 36], ["23", "36"], [True, 36], {}])
def test_spots_may_not_be_something_else_than_two_numbers(spots: object) -> None:
    assert refused_setup(spots=spots) == ("bad_option", None)


@rule("BQ-1.2")
def test_worms_must_be_given_for_just_the_spots_of_a_small_grill() -> None:
    assert GAME.setup(seats=2, spots=[30, 31], worms_by_spot={30: 7, 31: 8}).worms == (7, 8)
    assert refused_setup(spots=[30, 31], worms_by_spot=WORMS) == ("bad_option", "BQ-1.2")


@rule("BQ-1.4")
@pytest.mark.parametrize("snails", [0, 1, 11])
def test_fewer_snails_may_lie_in_the_pool(snails: int) -> None:
    setup = GAME.setup(seats=2, snails=snails)
    assert GAME.start(setup).pool == snails
    assert setup.options() == {"seats": 2, "first": 0, "snails": snails}


@rule("BQ-1.4")
@pytest.mark.parametrize("snails", [-1, 13, 2.0, True, "3", None, [3]])
def test_snails_may_not_be_more_than_twelve_or_no_number(snails: object) -> None:
    assert refused_setup(snails=snails) == ("bad_option", "BQ-1.4")


@rule("BQ-2.1")
@pytest.mark.parametrize("first", [-1, 2, True, 1.0, "1", None])
def test_the_first_seat_must_be_one_of_the_seats(first: object) -> None:
    assert refused_setup(first=first) == ("bad_option", None)


@rule("BQ-1.6", "may not")
@pytest.mark.parametrize("seats", [True, 2.0, "2", None])
def test_the_seats_must_be_a_number(seats: object) -> None:
    assert refused_setup(seats=seats) == ("bad_seats", "BQ-1.6")


def test_the_seats_must_be_given() -> None:
    with pytest.raises(BadSetup) as caught:
        GAME.setup(snails=3)
    assert caught.value.code == "bad_seats"


@pytest.mark.parametrize("name", ["plates", "portions", "worms", "SEATS"])
def test_an_unknown_option_is_refused(name: str) -> None:
    assert refused_setup(**{name: 3}) == ("unknown_option", None)


def test_the_setup_of_another_game_is_refused() -> None:
    with pytest.raises(BadSetup) as caught:
        GAME.start(get("bratwurmeck").setup(seats=2))  # type: ignore[arg-type]  # that is the test
    assert caught.value.code == "wrong_game"


@pytest.mark.parametrize(
    "options",
    [
        {"seats": 2},
        {"seats": 5, "first": 4},
        {"seats": 3, "worms_by_spot": WORMS},
        {"seats": 3, "spots": (25, 30), "snails": 0},
        {"seats": 3, "first": 1, "spots": [30, 31], "snails": 2, "worms_by_spot": {"30": 7, "31": 0}},
    ],
)
def test_a_setup_survives_being_written_as_json_and_read_again(options: dict[str, object]) -> None:
    setup = GAME.setup(**options)
    again = BarbecueSetup.make(json.loads(json.dumps(setup.options())))
    assert again == setup
    assert again.worms == setup.worms
    assert hash(again) == hash(setup)


def test_the_setup_of_a_state_is_the_one_it_was_started_with() -> None:
    setup = GAME.setup(seats=3, first=1, snails=4)
    assert GAME.setup_of(after(GAME, GAME.start(setup), "=1122346W", "keep W")) == setup
