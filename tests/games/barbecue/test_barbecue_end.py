"""Heckmeck Barbecue, how it ends and who wins: BQ-6.1 to BQ-6.4."""

import pytest

from heckmeck.games import CHANCE, Event, GameEnded, GameOver, Outcome, get
from heckmeck.games.barbecue import EMPTY, SNAIL, SnailPlaced, SnailTaken, Spot
from heckmeck.games.turn import AttemptFailed, FaceKept, Turn
from helpers.barbecue import failed, grill
from helpers.notation import after, moves, play, refused, rule

GAME = get("barbecue")
START = GAME.start(GAME.setup(seats=3))
LAST_DIE = Turn("WWWWWWW", "", True)
"""Seven worms are set aside and the last die is rolling: another worm is a failed attempt."""

SUM_37 = Turn("66WWWWW", "", False)
BLOCKED = Spot(1, 2)
OVER = START._replace(ended="pool_empty")


@rule("BQ-6.1")
def test_a_failed_attempt_with_the_pool_empty_ends_the_game_even_with_empty_spots() -> None:
    before = START._replace(pool=0, worms=(5, 3, 0), snails=(4, 4, 4), turn=LAST_DIE)
    state, events = play(GAME, before, "=W")
    assert events == failed(GameEnded("pool_empty"))
    assert state == before._replace(turn=Turn(), ended="pool_empty")


@rule("BQ-6.1")
def test_a_failed_attempt_with_the_pool_empty_ends_the_game_even_with_snails_on_the_grill() -> None:
    spots = grill({23: SNAIL, 35: Spot(1, 1), 36: SNAIL})
    before = START._replace(spots=spots, pool=0, worms=(0, 4, 0), snails=(4, 3, 3), turn=LAST_DIE)
    state, events = play(GAME, before, "=W")
    assert events == failed(GameEnded("pool_empty"))
    assert state == before._replace(turn=Turn(), ended="pool_empty")


@rule("BQ-6.1")
def test_a_failed_attempt_with_no_spot_for_a_snail_ends_the_game() -> None:
    before = START._replace(spots=grill({23: SNAIL, 36: SNAIL}, BLOCKED), pool=10, worms=(0, 66, 0), turn=LAST_DIE)
    state, events = play(GAME, before, "=W")
    assert events == failed(GameEnded("grill_full"))
    assert state == before._replace(turn=Turn(), ended="grill_full")


@rule("BQ-6.1")
@pytest.mark.parametrize("room", [EMPTY, Spot(2, 1)])
def test_one_spot_for_a_snail_keeps_the_game_going(room: Spot) -> None:
    before = START._replace(spots=grill({29: room}, BLOCKED), worms=(0, 70, 3), turn=LAST_DIE)
    state, events = play(GAME, before, "=W")
    assert events == failed(SnailPlaced(29, room.owner))
    assert GAME.end(state) is None
    assert GAME.to_act(state) is CHANCE


@rule("BQ-6.1")
@pytest.mark.parametrize(
    ("turn", "step", "events"),
    [
        (Turn("446666", "22", False), "keep 2", [FaceKept(0, "2", 2, 36), AttemptFailed(0, "no_worm")]),
        (Turn("122223", "WW", False), "keep W", [FaceKept(0, "W", 2, 22), AttemptFailed(0, "too_low")]),
        (Turn("222266", "WW", False), "keep W", [FaceKept(0, "W", 2, 30), AttemptFailed(0, "blocked")]),
    ],
)
def test_every_kind_of_failed_attempt_ends_the_game_where_no_snail_can_be_placed(
    turn: Turn, step: str, events: list[Event]
) -> None:
    before = START._replace(spots=grill({}, BLOCKED), pool=3, turn=turn)
    assert play(GAME, before, step)[1] == [*events, GameEnded("grill_full")]


@rule("BQ-6.1")
def test_the_last_snail_from_the_pool_does_not_end_the_game() -> None:
    state, events = play(GAME, START._replace(pool=1, turn=LAST_DIE), "=W")
    assert events == failed(SnailPlaced(36, None))
    assert (GAME.end(state), GAME.outcome(state)) == (None, None)


@rule("BQ-6.1")
def test_a_success_on_a_full_grill_does_not_end_the_game() -> None:
    state, events = play(GAME, START._replace(spots=grill({}, BLOCKED), pool=2, turn=SUM_37), "stop")
    assert events == [SnailTaken(0, None)]
    assert (GAME.end(state), state.seat) == (None, 1)


@rule("BQ-6.1")
def test_an_empty_pool_does_not_end_the_game_before_an_attempt_fails() -> None:
    state, events = play(GAME, START._replace(spots=grill({30: SNAIL}), pool=0, turn=SUM_37), "stop")
    assert events == [SnailTaken(0, 30)]
    assert (GAME.end(state), state.seat) == (None, 1)


@rule("BQ-6.2")
def test_a_sum_above_36_with_no_snail_to_take_ends_the_game() -> None:
    before = START._replace(pool=0, snails=(3, 5, 4), turn=SUM_37)
    state, events = play(GAME, before, "stop")
    assert events == [GameEnded("no_snail_to_take")]
    assert GAME.outcome(state) == Outcome("no_snail_to_take", (9, 15, 12), ((1,), (2,), (0,)))


@rule("BQ-6.1")
@pytest.mark.parametrize("step", ["=11223466", "keep W", "roll", "stop"])
def test_nobody_acts_after_a_failed_attempt_ended_the_game(step: str) -> None:
    over = after(GAME, START._replace(pool=0, turn=LAST_DIE), "=W")
    assert (GAME.to_act(over), moves(GAME, over)) == (None, [])
    error = refused(GAME, over, step)
    assert (type(error), error.code) == (GameOver, "game_over")


@rule("BQ-6.2")
@pytest.mark.parametrize("step", ["=11223466", "keep W", "roll", "stop"])
def test_nobody_acts_after_a_sum_above_36_ended_the_game(step: str) -> None:
    over = after(GAME, START._replace(pool=0, turn=SUM_37), "stop")
    assert (GAME.to_act(over), moves(GAME, over)) == (None, [])
    error = refused(GAME, over, step)
    assert (type(error), error.code) == (GameOver, "game_over")


@rule("BQ-6.1")
def test_no_roll_comes_after_the_end() -> None:
    with pytest.raises(GameOver) as caught:
        GAME.chance(OVER)
    assert caught.value.code == "game_over"


@rule("BQ-6.3")
def test_a_worm_counts_one_and_a_snail_three() -> None:
    over = OVER._replace(worms=(7, 0, 2), snails=(0, 2, 2))
    assert GAME.outcome(over) == Outcome("pool_empty", (7, 6, 8), ((2,), (0,), (1,)))


@rule("BQ-6.3")
def test_the_points_decide_before_the_plates() -> None:
    over = OVER._replace(spots=grill({36: Spot(0, 2)}), worms=(8, 9, 0))
    assert GAME.outcome(over) == Outcome("pool_empty", (8, 9, 0), ((1,), (0,), (2,)))


@rule("BQ-6.3")
def test_a_tie_goes_to_the_plate_on_the_highest_spot() -> None:
    over = OVER._replace(spots=grill({32: Spot(0, 1), 33: Spot(1, 1)}), worms=(9, 9, 0))
    assert GAME.outcome(over) == Outcome("pool_empty", (9, 9, 0), ((1,), (0,), (2,)))


@rule("BQ-6.3")
def test_in_a_tie_one_high_plate_beats_many_lower_ones() -> None:
    over = OVER._replace(spots=grill({36: Spot(1, 1)}, Spot(0, 2)), worms=(9, 9, 0))
    assert GAME.outcome(over) == Outcome("pool_empty", (9, 9, 0), ((1,), (0,), (2,)))


@rule("BQ-6.3")
def test_in_a_tie_each_players_highest_spot_counts() -> None:
    over = OVER._replace(spots=grill({23: Spot(1, 1), 24: Spot(0, 1), 33: Spot(1, 1)}), worms=(9, 9, 0))
    assert GAME.outcome(over) == Outcome("pool_empty", (9, 9, 0), ((1,), (0,), (2,)))


@rule("BQ-6.3")
def test_in_a_tie_a_blocked_spot_counts_like_a_single_plate() -> None:
    over = OVER._replace(spots=grill({34: Spot(0, 1), 35: Spot(1, 2)}), worms=(9, 9, 0))
    assert GAME.outcome(over) == Outcome("pool_empty", (9, 9, 0), ((1,), (0,), (2,)))


@rule("BQ-6.3")
def test_in_a_tie_any_plate_beats_none_even_on_the_lowest_spot() -> None:
    over = OVER._replace(spots=grill({23: Spot(1, 1), 36: SNAIL}), worms=(9, 3, 0), snails=(0, 2, 0))
    assert GAME.outcome(over) == Outcome("pool_empty", (9, 9, 0), ((1,), (0,), (2,)))


@rule("BQ-6.3")
def test_a_tie_is_not_won_by_a_third_player_with_a_higher_plate() -> None:
    spots = grill({30: Spot(0, 1), 31: Spot(1, 1), 36: Spot(2, 1)})
    assert GAME.outcome(OVER._replace(spots=spots, worms=(9, 9, 8))) == Outcome(
        "pool_empty", (9, 9, 8), ((1,), (0,), (2,))
    )


@rule("BQ-6.4")
def test_tied_players_without_plates_share_the_win() -> None:
    over = OVER._replace(worms=(9, 3, 6), snails=(0, 2, 0))
    outcome = GAME.outcome(over)
    assert outcome == Outcome("pool_empty", (9, 9, 6), ((0, 1), (2,)))
    assert outcome.winners == (0, 1)


@rule("BQ-6.4")
def test_the_plate_of_a_third_player_does_not_part_tied_players_without_plates() -> None:
    over = OVER._replace(spots=grill({36: Spot(2, 1)}), worms=(9, 9, 4))
    assert GAME.outcome(over) == Outcome("pool_empty", (9, 9, 4), ((0, 1), (2,)))


@rule("BQ-6.4")
def test_a_win_is_not_shared_where_one_tied_player_has_a_plate() -> None:
    over = OVER._replace(spots=grill({25: Spot(1, 1)}), worms=(9, 9, 9))
    assert GAME.outcome(over) == Outcome("pool_empty", (9, 9, 9), ((1,), (0, 2)))
