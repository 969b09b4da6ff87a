"""Heckmeck Barbecue, the two examples of the rulebook."""

from heckmeck.games import get
from heckmeck.games.barbecue import EMPTY, SNAIL, PlatePlaced, SnailPlaced, Spot
from heckmeck.games.turn import AttemptFailed, DiceRolled, FaceKept, Turn
from helpers.notation import moves, play, refused, rule

GAME = get("barbecue")
START = GAME.start(GAME.setup(seats=2))

FOUR_ROLLS = ["=11223466", "keep 6", "roll", "=1123WW", "keep W", "roll", "=1334", "keep 4", "roll", "=122", "keep 2"]
FOUR_ROLLS_EVENTS = [
    DiceRolled(0, "11223466"),
    FaceKept(0, "6", 2, 12),
    DiceRolled(0, "1123WW"),
    FaceKept(0, "W", 2, 22),
    DiceRolled(0, "1334"),
    FaceKept(0, "4", 1, 26),
    DiceRolled(0, "122"),
    FaceKept(0, "2", 2, 30),
]
BLOCKED_30 = (*[EMPTY] * 7, Spot(1, 2), *[EMPTY] * 6)


@rule("BQ-1.3")
def test_two_sixes_two_worms_a_four_and_two_twos_make_30_and_one_die_is_left() -> None:
    state, events = play(GAME, START, *FOUR_ROLLS)
    assert events == FOUR_ROLLS_EVENTS
    assert state.turn == Turn("22466WW", "", False)
    assert GAME.chance(play(GAME, state, "roll")[0]).total == 6


@rule("BQ-3.1", "may")
@rule("BQ-4.1")
def test_the_player_may_finish_with_30_and_places_a_plate_there() -> None:
    state, events = play(GAME, START, *FOUR_ROLLS)
    assert moves(GAME, state) == ["roll", "stop"]
    state, events = play(GAME, state, "stop")
    assert events == [PlatePlaced(0, 30, 3)]
    assert state.spots == (*[EMPTY] * 7, Spot(0, 1), *[EMPTY] * 6)


@rule("BQ-3.2")
@rule("BQ-5.1")
def test_30_on_two_plates_with_no_die_left_is_a_failed_attempt() -> None:
    before = START._replace(spots=BLOCKED_30)
    steps = ("=11123466", "keep 6", "roll", "=1123WW", "keep W", "roll", "=2222", "keep 2")
    state, events = play(GAME, before, *steps)
    assert events == [
        DiceRolled(0, "11123466"),
        FaceKept(0, "6", 2, 12),
        DiceRolled(0, "1123WW"),
        FaceKept(0, "W", 2, 22),
        DiceRolled(0, "2222"),
        FaceKept(0, "2", 4, 30),
        AttemptFailed(0, "blocked"),
        SnailPlaced(36, None),
    ]
    assert state == before._replace(spots=(*BLOCKED_30[:-1], SNAIL), pool=11, seat=1, turn=Turn())


@rule("BQ-3.3", "may not")
def test_30_on_two_plates_with_one_die_left_may_not_stop() -> None:
    state, events = play(GAME, START._replace(spots=BLOCKED_30), *FOUR_ROLLS)
    assert events == FOUR_ROLLS_EVENTS
    assert moves(GAME, state) == ["roll"]
    error = refused(GAME, state, "stop")
    assert (error.code, error.rule) == ("blocked", "BQ-3.3")
