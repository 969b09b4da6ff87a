"""The cards, the portions and the number of players."""

from collections import Counter

import pytest

from heckmeck.games import BadSetup
from heckmeck.games.karteneck import KarteneckSetup, card_name, shield, sort_of, total
from helpers.karteneck import GAME, cards
from helpers.notation import rule


@rule("KE-1.1")
def test_there_are_110_cards() -> None:
    assert len(KarteneckSetup(seats=2).deck) == 110


@rule("KE-1.1")
def test_there_are_17_of_each_value_and_25_worms() -> None:
    names = Counter(card_name(card)[0] for card in KarteneckSetup(seats=2).deck)
    assert names == {"1": 17, "2": 17, "3": 17, "4": 17, "5": 17, "W": 25}


@rule("KE-1.1")
def test_there_are_six_sorts() -> None:
    assert {sort_of(card) for card in KarteneckSetup(seats=2).deck} == {1, 2, 3, 4, 5, 6}


@rule("KE-1.1")
def test_the_five_and_the_worm_are_different_sorts() -> None:
    five, worm = cards("5 W1")
    assert sort_of(five) != sort_of(worm)


@rule("KE-1.1")
def test_all_worms_are_one_sort() -> None:
    assert {sort_of(card) for card in cards("W1 W13 W25")} == {6}


@rule("KE-1.1")
@pytest.mark.parametrize(("names", "value"), [("1", 1), ("5", 5), ("W1", 5), ("W25", 5), ("1 2 2 5 W9", 15)])
def test_a_card_counts_its_value_and_every_worm_counts_5(names: str, value: int) -> None:
    assert total(cards(names)) == value


@rule("KE-1.2")
def test_the_worms_carry_the_shield_points_1_to_25_one_each() -> None:
    worms = [card for card in KarteneckSetup(seats=2).deck if card_name(card).startswith("W")]
    assert sorted(map(shield, worms)) == list(range(1, 26))


@rule("KE-1.2")
def test_a_worm_is_named_by_its_shield_points() -> None:
    assert [shield(card) for card in cards("W1 W7 W25")] == [1, 7, 25]


@rule("KE-1.2")
def test_value_cards_carry_no_shield_points() -> None:
    assert {shield(card) for card in cards("1 2 3 4 5")} == {0}


@rule("KE-1.3")
def test_there_are_30_portions_three_zeros_and_one_each_of_16_to_42() -> None:
    portions = KarteneckSetup(seats=2).all_portions
    assert len(portions) == 30
    assert Counter(portions) == {0: 3} | dict.fromkeys(range(16, 43), 1)


@rule("KE-1.3")
def test_a_zero_carries_no_worms() -> None:
    assert KarteneckSetup(seats=2).worms[0] == 0


@rule("KE-1.4")
def test_the_worms_of_the_portions() -> None:
    setup = KarteneckSetup(seats=2)
    assert {portion: setup.worms[portion] for portion in setup.all_portions} == (
        {0: 0}
        | dict.fromkeys(range(16, 25), 1)
        | dict.fromkeys(range(25, 29), 2)
        | dict.fromkeys(range(29, 33), 3)
        | dict.fromkeys(range(33, 37), 4)
        | dict.fromkeys(range(37, 43), 5)
    )


@rule("KE-1.4")
def test_an_option_replaces_the_worms_of_the_portions() -> None:
    printed = {0: 0, 16: 3, 17: 1, 18: 2}
    setup = KarteneckSetup(seats=2, portions=(16, 18), removed=2, worms_by_portion=printed)
    assert {portion: setup.worms[portion] for portion in setup.all_portions} == printed


@rule("KE-1.5", "may")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_two_to_five_may_play(seats: int) -> None:
    assert len(GAME.start(GAME.setup(seats=seats)).hands) == seats


@rule("KE-1.5", "may not")
@pytest.mark.parametrize("seats", [-2, 0, 1, 6, True, "3", 3.0, None])
def test_other_numbers_of_players_may_not_play(seats: object) -> None:
    with pytest.raises(BadSetup) as caught:
        GAME.setup(seats=seats)
    assert (caught.value.code, caught.value.rule) == ("bad_seats", "KE-1.5")


@rule("KE-1.5")
@pytest.mark.parametrize(("seats", "rounds"), [(2, 9), (3, 8), (4, 7), (5, 6)])
def test_the_set_up_leaves_full_rounds(seats: int, rounds: int) -> None:
    assert KarteneckSetup(seats=seats).supply == rounds * seats
