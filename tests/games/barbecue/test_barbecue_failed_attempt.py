"""Heckmeck Barbecue, what a failed attempt does: BQ-5.1 to BQ-5.3."""

import pytest

from heckmeck.games import get
from heckmeck.games.barbecue import EMPTY, SNAIL, PlatePlaced, SnailPlaced, SnailTaken, Spot
from heckmeck.games.turn import Turn
from helpers.barbecue import failed, grill
from helpers.notation import after, play, rule

GAME = get("barbecue")
START = GAME.start(GAME.setup(seats=3))._replace(turn=Turn("WWWWWWW", "", True))
"""Seven worms are set aside and the last die is rolling: another worm is a failed attempt."""

BUILTIN_BOTS = Spot(0, 1)
THEIRS = Spot(1, 1)
BLOCKED = Spot(1, 2)


@rule("BQ-5.1")
def test_a_snail_from_the_pool_goes_on_the_highest_spot_of_an_empty_grill() -> None:
    state, events = play(GAME, START, "=W")
    assert events == failed(SnailPlaced(36, None))
    assert state == START._replace(spots=grill({36: SNAIL}), pool=11, seat=1, turn=Turn())


@rule("BQ-5.1")
@pytest.mark.parametrize("taken", [SNAIL, BUILTIN_BOTS, THEIRS, BLOCKED])
def test_a_spot_with_a_snail_or_plates_is_passed_over_for_an_empty_one(taken: Spot) -> None:
    before = START._replace(spots=grill({35: taken, 36: taken}), pool=9)
    state, events = play(GAME, before, "=W")
    assert events == failed(SnailPlaced(34, None))
    assert state == before._replace(spots=grill({34: SNAIL, 35: taken, 36: taken}), pool=8, seat=1, turn=Turn())


@rule("BQ-5.1")
def test_the_highest_empty_spot_may_be_the_lowest_of_the_grill() -> None:
    before = START._replace(spots=grill({23: EMPTY}, THEIRS), worms=(0, 38, 0))
    state, events = play(GAME, before, "=W")
    assert events == failed(SnailPlaced(23, None))
    assert state.spots == grill({23: SNAIL}, THEIRS)


@rule("BQ-5.1")
def test_a_spot_whose_snail_was_taken_is_empty_again() -> None:
    before = START._replace(spots=grill({36: SNAIL}), pool=11, turn=Turn("6WWWWWW", "", False))
    taken, events = play(GAME, before, "stop")
    assert events == [SnailTaken(0, 36)]
    state, events = play(GAME, taken._replace(seat=0, turn=START.turn), "=W")
    assert events == failed(SnailPlaced(36, None))
    assert (state.pool, state.snails) == (10, (1, 0, 0))


@rule("BQ-5.1")
def test_the_last_snail_of_the_pool_is_placed_and_the_game_goes_on() -> None:
    before = START._replace(pool=1)
    state, events = play(GAME, before, "=W")
    assert events == failed(SnailPlaced(36, None))
    assert state == before._replace(spots=grill({36: SNAIL}), pool=0, seat=1, turn=Turn())


@rule("BQ-5.2")
def test_with_no_empty_spot_the_snail_goes_on_the_highest_single_plate() -> None:
    before = START._replace(
        spots=grill({33: Spot(2, 1), 34: THEIRS, 35: SNAIL, 36: BLOCKED}, THEIRS), pool=11, worms=(7, 40, 4)
    )
    state, events = play(GAME, before, "=W")
    assert events == failed(SnailPlaced(34, 1))
    assert state == before._replace(
        spots=grill({33: Spot(2, 1), 34: SNAIL, 35: SNAIL, 36: BLOCKED}, THEIRS), pool=10, seat=1, turn=Turn()
    )


@rule("BQ-5.2")
def test_the_owner_of_the_displaced_plate_keeps_the_worms() -> None:
    before = START._replace(spots=grill({36: Spot(2, 1)}, BLOCKED), worms=(0, 68, 4))
    state, events = play(GAME, before, "=W")
    assert events == failed(SnailPlaced(36, 2))
    assert state.worms == (0, 68, 4)


@rule("BQ-5.2")
def test_the_plate_of_the_player_who_failed_is_displaced_too() -> None:
    before = START._replace(spots=grill({23: THEIRS, 24: BUILTIN_BOTS}, BLOCKED), worms=(1, 75, 0))
    state, events = play(GAME, before, "=W")
    assert events == failed(SnailPlaced(24, 0))
    assert state.spots == grill({23: THEIRS, 24: SNAIL}, BLOCKED)
    assert state.worms == (1, 75, 0)


@rule("BQ-5.2")
def test_the_single_plate_may_be_on_the_lowest_spot() -> None:
    before = START._replace(spots=grill({23: THEIRS, 36: SNAIL}, BLOCKED), pool=11, worms=(0, 69, 0))
    state, events = play(GAME, before, "=W")
    assert events == failed(SnailPlaced(23, 1))
    assert state.spots == grill({23: SNAIL, 36: SNAIL}, BLOCKED)


@rule("BQ-5.2")
def test_a_displaced_plate_is_off_the_grill_for_good() -> None:
    before = START._replace(spots=grill({36: BUILTIN_BOTS}, BLOCKED), worms=(4, 68, 0))
    snailed = after(GAME, before, "=W")
    taken = after(GAME, snailed._replace(turn=Turn("6WWWWWW", "", False)), "stop")
    state, events = play(GAME, taken._replace(seat=0, turn=Turn("6WWWWWW", "", False)), "stop")
    assert events == [PlatePlaced(0, 36, 4)]
    assert state.worms == (8, 68, 0)


@rule("BQ-5.3")
def test_the_player_loses_no_worms_no_snails_and_no_plates() -> None:
    spots = {25: BUILTIN_BOTS, 30: Spot(0, 2), 31: THEIRS}
    before = START._replace(spots=grill(spots), pool=9, worms=(8, 3, 0), snails=(2, 0, 1))
    state, events = play(GAME, before, "=W")
    assert events == failed(SnailPlaced(36, None))
    assert state == before._replace(spots=grill({**spots, 36: SNAIL}), pool=8, seat=1, turn=Turn())
