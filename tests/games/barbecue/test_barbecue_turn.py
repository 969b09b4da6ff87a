"""Heckmeck Barbecue, turn order and when a turn may stop: BQ-2.1, BQ-3.1 to BQ-3.3."""

import pytest

from heckmeck.games import CHANCE, NotYourTurn, get
from heckmeck.games.barbecue import EMPTY, SNAIL, PlatePlaced, SnailPlaced, Spot
from heckmeck.games.turn import AttemptFailed, DiceRolled, FaceKept, Turn
from helpers.barbecue import grill, kept
from helpers.notation import after, moves, play, refused, rule

GAME = get("barbecue")
START = GAME.start(GAME.setup(seats=3))


BLOCKED_30 = grill({30: Spot(1, 2)})


@rule("BQ-2.1")
def test_the_grill_starts_empty_and_all_snails_lie_in_the_pool() -> None:
    assert START.spots == (EMPTY,) * 14
    assert (START.pool, START.snails, START.worms) == (12, (0, 0, 0), (0, 0, 0))


@rule("BQ-2.1")
def test_a_game_starts_with_a_roll_for_the_first_seat() -> None:
    assert GAME.to_act(START) is CHANCE
    assert GAME.to_act(after(GAME, START, "=1122346W")) == 0


@rule("BQ-2.1")
def test_the_table_decides_who_begins() -> None:
    start = GAME.start(GAME.setup(seats=3, first=2))
    state, events = play(GAME, start, "=1122346W")
    assert events == [DiceRolled(2, "1122346W")]
    assert GAME.to_act(state) == 2


@rule("BQ-2.1")
def test_after_a_success_the_next_seat_rolls_all_dice() -> None:
    state, events = play(GAME, START, "=466WWWWW", "keep W", "stop", "=1122346W")
    assert events == [
        DiceRolled(0, "466WWWWW"),
        FaceKept(0, "W", 5, 25),
        PlatePlaced(0, 25, 2),
        DiceRolled(1, "1122346W"),
    ]
    assert GAME.to_act(state) == 1


@rule("BQ-2.1")
def test_after_a_failed_attempt_the_next_seat_rolls_all_dice() -> None:
    state, events = play(GAME, START, "=11111111", "keep 1", "=1122346W")
    assert events == [
        DiceRolled(0, "11111111"),
        FaceKept(0, "1", 8, 8),
        AttemptFailed(0, "no_worm"),
        SnailPlaced(36, None),
        DiceRolled(1, "1122346W"),
    ]
    assert GAME.to_act(state) == 1


@rule("BQ-2.1")
def test_after_the_last_seat_comes_the_first() -> None:
    assert after(GAME, START._replace(seat=2, turn=kept("WWWWW")), "stop").seat == 0


@rule("BQ-2.1")
def test_another_seat_may_not_act() -> None:
    with pytest.raises(NotYourTurn) as caught:
        GAME.apply(START._replace(turn=kept("WWWWW")), GAME.parse("stop"), by=1)
    assert caught.value.code == "not_your_turn"


@rule("BQ-3.1", "may")
@pytest.mark.parametrize("spot", [EMPTY, Spot(0, 1), Spot(1, 1), SNAIL])
def test_a_player_may_stop_on_an_empty_spot_a_single_plate_or_a_snail(spot: Spot) -> None:
    state = START._replace(spots=grill({30: spot}), worms=(3, 3, 0), turn=kept("22466WW"))
    assert moves(GAME, state) == ["roll", "stop"]


@rule("BQ-3.1", "may")
@pytest.mark.parametrize("dice", ["3WWWW", "6WWWWWW", "66WWWWW"])
def test_a_player_may_stop_with_23_36_and_more(dice: str) -> None:
    assert moves(GAME, START._replace(turn=kept(dice))) == ["roll", "stop"]


@rule("BQ-3.1", "may not")
def test_a_player_may_not_stop_with_22() -> None:
    state = START._replace(turn=kept("2WWWW"))
    assert moves(GAME, state) == ["roll"]
    error = refused(GAME, state, "stop")
    assert (error.code, error.rule) == ("too_low", "BQ-3.1")


@rule("BQ-3.1", "may not")
def test_a_player_may_not_stop_with_a_single_worm() -> None:
    state = after(GAME, START, "=1122346W", "keep W")
    assert moves(GAME, state) == ["roll"]
    error = refused(GAME, state, "stop")
    assert (error.code, error.rule) == ("too_low", "BQ-3.1")


@rule("BQ-3.1", "may not")
@rule("RK-8", "may not")
def test_a_player_may_not_stop_without_a_worm() -> None:
    state = START._replace(turn=kept("6666"))
    assert moves(GAME, state) == ["roll"]
    error = refused(GAME, state, "stop")
    assert (error.code, error.rule) == ("no_worm", "RK-8")


@rule("BQ-3.1", "may not")
def test_a_player_may_not_stop_before_keeping_a_face() -> None:
    error = refused(GAME, START._replace(turn=Turn("WWWWW", "123", False)), "stop")
    assert (error.code, error.rule) == ("must_keep", "RK-2")


@rule("BQ-3.1", "may")
@rule("RK-7", "may not")
def test_with_no_die_left_a_player_may_only_stop() -> None:
    state = after(GAME, START._replace(turn=Turn("222266", "WW", False)), "keep W")
    assert moves(GAME, state) == ["stop"]
    error = refused(GAME, state, "roll")
    assert (error.code, error.rule) == ("no_roll_left", "RK-7")


@rule("BQ-3.1", "may")
@rule("RK-7", "may not")
def test_with_all_six_faces_kept_a_player_may_only_stop() -> None:
    state = after(GAME, START._replace(turn=Turn("12346", "1WW", False)), "keep W")
    assert moves(GAME, state) == ["stop"]
    error = refused(GAME, state, "roll")
    assert (error.code, error.rule) == ("no_roll_left", "RK-7")


@rule("BQ-3.2")
def test_a_roll_of_kept_faces_only_is_a_failed_attempt() -> None:
    events = play(GAME, START, "=12346WWW", "keep W", "roll", "=WWWWW")[1]
    assert events == [
        DiceRolled(0, "12346WWW"),
        FaceKept(0, "W", 3, 15),
        DiceRolled(0, "WWWWW"),
        AttemptFailed(0, "no_new_face"),
        SnailPlaced(36, None),
    ]


@rule("BQ-3.2")
def test_a_roll_of_kept_faces_only_fails_although_the_sum_earned_something() -> None:
    events = play(GAME, START._replace(turn=kept("WWWWW")), "roll", "=WWW")[1]
    assert events == [DiceRolled(0, "WWW"), AttemptFailed(0, "no_new_face"), SnailPlaced(36, None)]


@rule("BQ-3.2")
@rule("RK-8")
def test_no_worm_at_the_end_is_a_failed_attempt_whatever_the_sum() -> None:
    events = play(GAME, START._replace(turn=Turn("44666", "333", False)), "keep 3")[1]
    assert events == [FaceKept(0, "3", 3, 35), AttemptFailed(0, "no_worm"), SnailPlaced(36, None)]


@rule("BQ-3.2")
def test_22_at_the_end_is_a_failed_attempt() -> None:
    events = play(GAME, START._replace(turn=Turn("122223", "WW", False)), "keep W")[1]
    assert events == [FaceKept(0, "W", 2, 22), AttemptFailed(0, "too_low"), SnailPlaced(36, None)]


@rule("BQ-3.2")
def test_23_at_the_end_is_a_success() -> None:
    events = play(GAME, START._replace(turn=Turn("122233", "WW", False)), "keep W", "stop")[1]
    assert events == [FaceKept(0, "W", 2, 23), PlatePlaced(0, 23, 1)]


@rule("BQ-3.2")
def test_all_six_faces_kept_with_a_sum_below_23_is_a_failed_attempt() -> None:
    events = play(GAME, START._replace(turn=Turn("12346", "11W", False)), "keep W")[1]
    assert events == [FaceKept(0, "W", 1, 21), AttemptFailed(0, "too_low"), SnailPlaced(36, None)]


@rule("BQ-3.2")
@pytest.mark.parametrize("owner", [0, 1])
def test_a_two_plate_spot_with_no_die_left_is_a_failed_attempt(owner: int) -> None:
    before = START._replace(spots=grill({30: Spot(owner, 2)}), turn=Turn("222266", "WW", False))
    events = play(GAME, before, "keep W")[1]
    assert events == [FaceKept(0, "W", 2, 30), AttemptFailed(0, "blocked"), SnailPlaced(36, None)]


@rule("BQ-3.2")
def test_the_lowest_spot_with_two_plates_fails_by_its_plates_not_by_its_sum() -> None:
    before = START._replace(spots=grill({23: Spot(1, 2)}), turn=Turn("122233", "WW", False))
    events = play(GAME, before, "keep W")[1]
    assert events == [FaceKept(0, "W", 2, 23), AttemptFailed(0, "blocked"), SnailPlaced(36, None)]


@rule("BQ-3.2")
def test_a_two_plate_spot_with_all_six_faces_kept_is_a_failed_attempt() -> None:
    before = START._replace(spots=grill({26: Spot(1, 2)}), turn=Turn("12346", "1WW", False))
    events = play(GAME, before, "keep W")[1]
    assert events == [FaceKept(0, "W", 2, 26), AttemptFailed(0, "blocked"), SnailPlaced(36, None)]


@rule("BQ-3.3", "may not")
@pytest.mark.parametrize("owner", [0, 1])
def test_a_player_on_a_two_plate_spot_may_not_stop_no_matter_who_owns_it(owner: int) -> None:
    state = START._replace(spots=grill({30: Spot(owner, 2)}), turn=kept("22466WW"))
    assert moves(GAME, state) == ["roll"]
    error = refused(GAME, state, "stop")
    assert (error.code, error.rule) == ("blocked", "BQ-3.3")


@rule("BQ-3.3", "may not")
def test_the_highest_spot_with_two_plates_is_no_sum_above_36() -> None:
    state = START._replace(spots=grill({36: Spot(1, 2)}), turn=kept("6WWWWWW"))
    assert moves(GAME, state) == ["roll"]
    error = refused(GAME, state, "stop")
    assert (error.code, error.rule) == ("blocked", "BQ-3.3")


@rule("BQ-3.3", "may not")
def test_a_player_on_the_lowest_spot_with_two_plates_may_not_stop() -> None:
    state = START._replace(spots=grill({23: Spot(1, 2)}), turn=kept("3WWWW"))
    assert moves(GAME, state) == ["roll"]
    error = refused(GAME, state, "stop")
    assert (error.code, error.rule) == ("blocked", "BQ-3.3")


@rule("BQ-3.3", "may")
def test_a_player_on_a_two_plate_spot_may_roll_on_to_another_spot() -> None:
    before = START._replace(spots=BLOCKED_30, turn=kept("22466WW"))
    state, events = play(GAME, before, "roll", "=3", "keep 3", "stop")
    assert events == [DiceRolled(0, "3"), FaceKept(0, "3", 1, 33), PlatePlaced(0, 33, 4)]
    assert state.spots == grill({30: Spot(1, 2), 33: Spot(0, 1)})


@rule("BQ-3.3", "may")
def test_a_player_who_rolls_on_from_a_two_plate_spot_may_fail() -> None:
    events = play(GAME, START._replace(spots=BLOCKED_30, turn=kept("22466WW")), "roll", "=2")[1]
    assert events == [DiceRolled(0, "2"), AttemptFailed(0, "no_new_face"), SnailPlaced(36, None)]


@rule("BQ-3.3", "may")
def test_a_player_may_stop_beside_a_two_plate_spot() -> None:
    state = START._replace(spots=grill({29: Spot(1, 2), 31: Spot(1, 2)}), turn=kept("22466WW"))
    assert moves(GAME, state) == ["roll", "stop"]
