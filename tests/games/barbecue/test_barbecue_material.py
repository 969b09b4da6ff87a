"""Heckmeck Barbecue, what lies on the table: BQ-1.1 to BQ-1.6."""

import pytest

from heckmeck.games import BadNotation, BadSetup, Dice, GameError, get
from heckmeck.games.barbecue import EMPTY, PlatePlaced, PlateReplaced, SnailTaken, Spot, SpotSecured
from heckmeck.games.turn import DiceRolled, FaceKept, Keep, Turn
from helpers.barbecue import grill, kept
from helpers.notation import after, moves, play, rule

GAME = get("barbecue")
START = GAME.start(GAME.setup(seats=3))


@rule("BQ-1.1")
def test_the_grill_has_fourteen_spots() -> None:
    assert len(START.spots) == 14


@rule("BQ-1.1")
def test_the_lowest_spot_is_23() -> None:
    state, events = play(GAME, START._replace(turn=kept("3WWWW")), "stop")
    assert events == [PlatePlaced(0, 23, 1)]
    assert state.spots == (Spot(0, 1), *[EMPTY] * 13)


@rule("BQ-1.1")
def test_the_highest_spot_is_36() -> None:
    state, events = play(GAME, START._replace(turn=kept("6WWWWWW")), "stop")
    assert events == [PlatePlaced(0, 36, 4)]
    assert state.spots == (*[EMPTY] * 13, Spot(0, 1))


@rule("BQ-1.1")
def test_there_is_no_spot_37() -> None:
    assert play(GAME, START._replace(turn=kept("66WWWWW")), "stop")[1] == [SnailTaken(0, None)]


@rule("BQ-1.2")
@pytest.mark.parametrize(
    ("dice", "spot", "worms"),
    [
        ("3WWWW", 23, 1),
        ("4WWWW", 24, 1),
        ("WWWWW", 25, 2),
        ("3WWWWW", 28, 2),
        ("4WWWWW", 29, 3),
        ("66WWWW", 32, 3),
        ("666WWW", 33, 4),
        ("6WWWWWW", 36, 4),
    ],
)
def test_a_higher_spot_has_more_worms(dice: str, spot: int, worms: int) -> None:
    state, events = play(GAME, START._replace(turn=kept(dice)), "stop")
    assert events == [PlatePlaced(0, spot, worms)]
    assert state.worms == (worms, 0, 0)


@rule("BQ-1.2")
def test_the_worms_of_all_spots() -> None:
    assert GAME.setup(seats=2).worms == (1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4)


@rule("BQ-1.2")
def test_owners_of_the_board_can_enter_its_worms() -> None:
    own = {number: number - 20 for number in range(23, 37)}
    start = GAME.start(GAME.setup(seats=3, worms_by_spot=own))
    state, events = play(GAME, start._replace(turn=kept("22466WW")), "stop")
    assert events == [PlatePlaced(0, 30, 10)]
    assert state.worms == (10, 0, 0)


@rule("BQ-1.3")
def test_eight_dice_are_rolled() -> None:
    assert GAME.chance(START).total == 6**8


@rule("BQ-1.3")
def test_the_faces_are_1_2_3_4_6_and_worm() -> None:
    assert {face for dice, _ in GAME.chance(START) for face in str(dice)} == set("=12346W")


@rule("BQ-1.3", "may")
def test_sixes_may_be_rolled_and_kept_and_count_six_each() -> None:
    events = play(GAME, START, "=11223466", "keep 6")[1]
    assert events == [DiceRolled(0, "11223466"), FaceKept(0, "6", 2, 12)]


@rule("BQ-1.3", "may")
def test_worms_may_be_rolled_and_kept_and_count_five_each() -> None:
    events = play(GAME, START, "=11234WWW", "keep W")[1]
    assert events == [DiceRolled(0, "11234WWW"), FaceKept(0, "W", 3, 15)]


@rule("BQ-1.3", "may")
def test_a_roll_of_all_faces_offers_all_six() -> None:
    state = after(GAME, START, "=1122346W")
    assert moves(GAME, state) == ["keep 1", "keep 2", "keep 3", "keep 4", "keep 6", "keep W"]


@rule("BQ-1.3", "may not")
def test_a_five_may_not_be_written_as_rolled() -> None:
    with pytest.raises(BadNotation) as caught:
        GAME.parse("=11223456")
    assert caught.value.code == "bad_dice"


@rule("BQ-1.3", "may not")
@pytest.mark.parametrize("dice", ["5", "55555555", "5WWWWWWW"])
def test_no_number_of_fives_may_be_written(dice: str) -> None:
    with pytest.raises(BadNotation) as caught:
        GAME.parse(f"={dice}")
    assert caught.value.code == "bad_dice"


@rule("BQ-1.3", "may not")
def test_a_five_may_not_be_rolled() -> None:
    with pytest.raises(GameError) as caught:
        GAME.apply(START, Dice("1122345W"))
    assert (caught.value.code, caught.value.rule) == ("bad_roll", "RK-1")


@rule("BQ-1.3", "may not")
def test_a_five_has_no_chance_to_be_rolled() -> None:
    assert GAME.chance(START).weight(Dice("1122345W")) == 0


@rule("BQ-1.3", "may not")
def test_keep_5_is_no_step_of_this_game() -> None:
    with pytest.raises(BadNotation) as caught:
        GAME.parse("keep 5")
    assert caught.value.code == "bad_step"


@rule("BQ-1.3", "may not")
def test_fives_may_not_be_kept_although_a_worm_counts_five() -> None:
    state = after(GAME, START, "=11234WWW")
    with pytest.raises(GameError) as caught:
        GAME.apply(state, Keep("5"))
    assert (caught.value.code, caught.value.rule) == ("face_not_rolled", "RK-2")


@rule("BQ-1.4")
def test_there_are_twelve_snails() -> None:
    assert START.pool == 12


@rule("BQ-1.4")
def test_the_twelfth_snail_is_the_last() -> None:
    before = START._replace(snails=(11, 0, 0), pool=1, turn=kept("66WWWWW"))
    state, events = play(GAME, before, "stop")
    assert events == [SnailTaken(0, None)]
    assert (state.snails, state.pool) == ((12, 0, 0), 0)


@rule("BQ-1.4")
def test_the_bank_pays_an_empty_spot_when_all_fifty_points_of_worms_are_out() -> None:
    before = START._replace(worms=(20, 20, 10), turn=kept("6WWWWWW"))
    state, events = play(GAME, before, "stop")
    assert events == [PlatePlaced(0, 36, 4)]
    assert state.worms == (24, 20, 10)


@rule("BQ-1.4")
def test_the_bank_pays_a_second_plate_when_all_fifty_points_of_worms_are_out() -> None:
    before = START._replace(spots=grill({36: Spot(0, 1)}), worms=(20, 20, 10), turn=kept("6WWWWWW"))
    state, events = play(GAME, before, "stop")
    assert events == [SpotSecured(0, 36, 4)]
    assert state.worms == (24, 20, 10)


TEN_PLATES = {number: Spot(0, 1) for number in range(23, 33)}


@rule("BQ-1.5")
def test_a_player_with_ten_plates_out_still_places_one() -> None:
    before = START._replace(spots=grill(TEN_PLATES), worms=(22, 0, 0), turn=kept("666WWW"))
    assert moves(GAME, before) == ["roll", "stop"]
    state, events = play(GAME, before, "stop")
    assert events == [PlatePlaced(0, 33, 4)]
    assert state.spots == grill({**TEN_PLATES, 33: Spot(0, 1)})


@rule("BQ-1.5")
def test_a_player_with_ten_plates_out_still_places_a_second_one() -> None:
    before = START._replace(spots=grill(TEN_PLATES), worms=(22, 0, 0), turn=kept("22466WW"))
    assert moves(GAME, before) == ["roll", "stop"]
    state, events = play(GAME, before, "stop")
    assert events == [SpotSecured(0, 30, 3)]
    assert state.spots == grill({**TEN_PLATES, 30: Spot(0, 2)})


@rule("BQ-1.5")
def test_a_player_with_ten_plates_out_still_steals() -> None:
    spots = {**TEN_PLATES, 33: Spot(1, 1)}
    before = START._replace(spots=grill(spots), worms=(22, 4, 0), turn=kept("666WWW"))
    assert moves(GAME, before) == ["roll", "stop"]
    state, events = play(GAME, before, "stop")
    assert events == [PlateReplaced(0, 33, 4, 1)]
    assert state.spots == grill({**spots, 33: Spot(0, 1)})


@rule("BQ-1.5")
def test_ten_plates_out_do_not_fail_a_turn_without_dice_left() -> None:
    before = START._replace(spots=grill(TEN_PLATES), worms=(22, 0, 0), turn=Turn("1246666", "W", False))
    state, events = play(GAME, before, "keep W", "stop")
    assert events == [FaceKept(0, "W", 1, 36), PlatePlaced(0, 36, 4)]
    assert state.spots == grill({**TEN_PLATES, 36: Spot(0, 1)})


@rule("BQ-1.6", "may")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_two_to_five_may_play(seats: int) -> None:
    state = GAME.start(GAME.setup(seats=seats))
    assert (state.worms, state.snails) == ((0,) * seats, (0,) * seats)


@rule("BQ-1.6", "may not")
@pytest.mark.parametrize("seats", [-1, 0, 1, 6, 7])
def test_fewer_than_two_or_more_than_five_may_not_play(seats: int) -> None:
    with pytest.raises(BadSetup) as caught:
        GAME.setup(seats=seats)
    assert (caught.value.code, caught.value.rule) == ("bad_seats", "BQ-1.6")
