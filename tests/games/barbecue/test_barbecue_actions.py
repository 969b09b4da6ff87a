"""Heckmeck Barbecue, what a successful turn does on the grill: BQ-4.1 to BQ-4.5."""

import pytest

from heckmeck.games import GameEnded, get
from heckmeck.games.barbecue import SNAIL, PlatePlaced, PlateReplaced, SnailTaken, Spot, SpotSecured
from heckmeck.games.turn import FaceKept, Turn
from helpers.barbecue import grill, kept
from helpers.notation import after, moves, play, refused, rule

GAME = get("barbecue")
START = GAME.start(GAME.setup(seats=3))


SUM_30 = kept("22466WW")
SUM_36 = kept("6WWWWWW")
SUM_37 = kept("66WWWWW")


@rule("BQ-4.1")
def test_on_an_empty_spot_the_player_places_a_plate_and_takes_its_worms_from_the_bank() -> None:
    before = START._replace(spots=grill({29: Spot(1, 1), 31: SNAIL}), pool=11, worms=(5, 3, 2), turn=SUM_30)
    state, events = play(GAME, before, "stop")
    assert events == [PlatePlaced(0, 30, 3)]
    assert state == before._replace(
        spots=grill({29: Spot(1, 1), 30: Spot(0, 1), 31: SNAIL}), worms=(8, 3, 2), seat=1, turn=Turn()
    )


@rule("BQ-4.2")
def test_on_the_single_plate_of_another_the_player_takes_the_worms_from_its_owner() -> None:
    before = START._replace(spots=grill({30: Spot(2, 1)}), worms=(1, 6, 7), snails=(0, 1, 1), turn=SUM_30)
    state, events = play(GAME, before, "stop")
    assert events == [PlateReplaced(0, 30, 3, 2)]
    assert state == before._replace(spots=grill({30: Spot(0, 1)}), worms=(4, 6, 4), seat=1, turn=Turn())


@rule("BQ-4.2")
def test_the_robbed_owner_keeps_the_plates_on_other_spots() -> None:
    before = START._replace(spots=grill({29: Spot(1, 2), 30: Spot(1, 1), 31: Spot(1, 1)}), worms=(0, 12, 0))
    state = after(GAME, before._replace(turn=SUM_30), "stop")
    assert state.spots == grill({29: Spot(1, 2), 30: Spot(0, 1), 31: Spot(1, 1)})
    assert state.worms == (3, 9, 0)


@rule("BQ-4.2")
def test_an_owner_with_one_plate_has_enough_worms_to_pay() -> None:
    before = after(GAME, START._replace(turn=SUM_30), "stop")._replace(turn=SUM_30)
    state, events = play(GAME, before, "stop")
    assert events == [PlateReplaced(1, 30, 3, 0)]
    assert state.worms == (0, 3, 0)


@rule("BQ-4.2")
def test_a_stolen_spot_can_be_stolen_back() -> None:
    before = START._replace(spots=grill({30: Spot(0, 1)}), worms=(3, 0, 0), seat=1, turn=SUM_30)
    robbed = after(GAME, before, "stop")
    state, events = play(GAME, robbed._replace(seat=0, turn=SUM_30), "stop")
    assert events == [PlateReplaced(0, 30, 3, 1)]
    assert state == before._replace(turn=Turn())


@rule("BQ-4.3")
def test_on_the_players_own_single_plate_a_second_one_goes_and_earns_the_worms_from_the_bank() -> None:
    before = START._replace(spots=grill({30: Spot(0, 1)}), worms=(3, 4, 5), turn=SUM_30)
    state, events = play(GAME, before, "stop")
    assert events == [SpotSecured(0, 30, 3)]
    assert state == before._replace(spots=grill({30: Spot(0, 2)}), worms=(6, 4, 5), seat=1, turn=Turn())


@rule("BQ-4.3")
def test_the_second_plate_is_no_choice() -> None:
    before = START._replace(spots=grill({30: Spot(0, 1)}), turn=Turn("222266", "WW", False))
    assert moves(GAME, after(GAME, before, "keep W")) == ["stop"]


@rule("BQ-4.3")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_second_plate_blocks_the_spot_for_everybody(seat: int) -> None:
    secured = after(GAME, START._replace(spots=grill({30: Spot(0, 1)}), worms=(3, 0, 0), turn=SUM_30), "stop")
    error = refused(GAME, secured._replace(seat=seat, turn=SUM_30), "stop")
    assert (error.code, error.rule) == ("blocked", "BQ-3.3")


@rule("BQ-4.3")
def test_a_stolen_spot_is_secured_by_the_thief_alone() -> None:
    stolen = after(GAME, START._replace(spots=grill({30: Spot(1, 1)}), worms=(0, 3, 0), turn=SUM_30), "stop")
    state, events = play(GAME, stolen._replace(seat=0, turn=SUM_30), "stop")
    assert events == [SpotSecured(0, 30, 3)]
    assert (state.spots, state.worms) == (grill({30: Spot(0, 2)}), (6, 0, 0))


@rule("BQ-4.4")
def test_on_a_snail_the_player_takes_it_and_places_no_plate() -> None:
    before = START._replace(spots=grill({30: SNAIL, 36: SNAIL}), pool=10, worms=(5, 3, 2), turn=SUM_30)
    state, events = play(GAME, before, "stop")
    assert events == [SnailTaken(0, 30)]
    assert state == before._replace(spots=grill({36: SNAIL}), snails=(1, 0, 0), seat=1, turn=Turn())


@rule("BQ-4.4")
def test_the_spot_of_a_taken_snail_is_empty_for_the_next_player() -> None:
    before = after(GAME, START._replace(spots=grill({30: SNAIL}), pool=11, turn=SUM_30), "stop")
    state, events = play(GAME, before._replace(turn=SUM_30), "stop")
    assert events == [PlatePlaced(1, 30, 3)]
    assert state.spots == grill({30: Spot(1, 1)})


@rule("BQ-4.4")
def test_a_snail_on_a_spot_can_be_taken_with_the_pool_empty() -> None:
    before = START._replace(spots=grill({30: SNAIL, 36: SNAIL}), pool=0, turn=SUM_30)
    state, events = play(GAME, before, "stop")
    assert events == [SnailTaken(0, 30)]
    assert state.spots == grill({36: SNAIL})


@rule("BQ-4.5", "may")
@pytest.mark.parametrize("dice", ["66WWWWW", "666666W", "6666666W", "WWWWWWWW"])
def test_with_a_sum_above_36_the_player_may_take_a_snail_from_the_pool(dice: str) -> None:
    before = START._replace(pool=7, snails=(2, 3, 0), worms=(4, 0, 0), turn=kept(dice))
    state, events = play(GAME, before, "stop")
    assert events == [SnailTaken(0, None)]
    assert state == before._replace(pool=6, snails=(3, 3, 0), seat=1, turn=Turn())


@rule("BQ-4.5", "may")
def test_with_a_sum_above_36_and_dice_left_the_player_may_roll_on() -> None:
    assert moves(GAME, START._replace(turn=SUM_37)) == ["roll", "stop"]


@rule("BQ-4.5")
def test_the_pool_comes_before_the_snails_on_the_grill() -> None:
    before = START._replace(spots=grill({36: SNAIL}), pool=1, turn=SUM_37)
    state, events = play(GAME, before, "stop")
    assert events == [SnailTaken(0, None)]
    assert state == before._replace(pool=0, snails=(1, 0, 0), seat=1, turn=Turn())


@rule("BQ-4.5", "may")
def test_with_the_pool_empty_the_player_takes_the_snail_on_the_highest_numbered_spot() -> None:
    before = START._replace(spots=grill({24: SNAIL, 33: SNAIL, 35: Spot(1, 1), 36: Spot(1, 2)}), pool=0, turn=SUM_37)
    state, events = play(GAME, before, "stop")
    assert events == [SnailTaken(0, 33)]
    assert state == before._replace(
        spots=grill({24: SNAIL, 35: Spot(1, 1), 36: Spot(1, 2)}), snails=(1, 0, 0), seat=1, turn=Turn()
    )


@rule("BQ-4.5")
@pytest.mark.parametrize("spot", [23, 36])
def test_the_only_snail_on_the_grill_is_taken_wherever_it_lies(spot: int) -> None:
    before = START._replace(spots=grill({spot: SNAIL}), pool=0, turn=SUM_37)
    state, events = play(GAME, before, "stop")
    assert events == [SnailTaken(0, spot)]
    assert state.spots == grill({})


@rule("BQ-4.5", "may")
@rule("BQ-6.2")
def test_with_no_snail_anywhere_the_player_may_stop_and_the_game_ends() -> None:
    before = START._replace(spots=grill({36: Spot(1, 1)}), pool=0, worms=(0, 4, 0), snails=(4, 4, 4), turn=SUM_37)
    assert moves(GAME, before) == ["roll", "stop"]
    state, events = play(GAME, before, "stop")
    assert events == [GameEnded("no_snail_to_take")]
    assert GAME.end(state) == "no_snail_to_take"
    assert (state.spots, state.worms, state.snails) == (before.spots, (0, 4, 0), (4, 4, 4))


@rule("BQ-4.5", "may")
def test_with_no_snail_anywhere_the_player_may_roll_on_instead() -> None:
    before = START._replace(pool=0, snails=(4, 4, 4), turn=SUM_37)
    state = after(GAME, before, "roll", "=1", "keep 1")
    assert moves(GAME, state) == ["stop"]
    assert GAME.end(state) is None


@rule("BQ-4.5")
def test_with_no_snail_anywhere_and_no_die_left_a_sum_above_36_is_no_failed_attempt() -> None:
    before = START._replace(pool=0, snails=(4, 4, 4), turn=Turn("66WWWWW", "4", False))
    assert play(GAME, before, "keep 4", "stop")[1] == [FaceKept(0, "4", 1, 41), GameEnded("no_snail_to_take")]


@rule("BQ-4.5", "may not")
def test_a_sum_above_36_without_a_worm_may_not_take_a_snail() -> None:
    state = START._replace(turn=kept("4666666"))
    assert moves(GAME, state) == ["roll"]
    error = refused(GAME, state, "stop")
    assert (error.code, error.rule) == ("no_worm", "RK-8")


@rule("BQ-4.5", "may not")
def test_a_sum_of_36_may_not_take_a_snail_from_elsewhere() -> None:
    before = START._replace(spots=grill({35: SNAIL}), pool=11, turn=SUM_36)
    state, events = play(GAME, before, "stop")
    assert events == [PlatePlaced(0, 36, 4)]
    assert (state.pool, state.snails) == (11, (0, 0, 0))
