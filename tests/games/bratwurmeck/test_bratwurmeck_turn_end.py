"""The roll-and-keep turn: when it must end, and the worm that it needs."""

import pytest

from heckmeck.games import IllegalMove
from heckmeck.games.bratwurmeck import Bratwurmeck, PortionTaken
from heckmeck.games.turn import AttemptFailed, DiceRolled, FaceKept
from helpers.notation import after, moves, play, refused, rule

GAME = Bratwurmeck()
START = GAME.start(GAME.setup(seats=2))

# Two worms and one each of 5, 4, 3 and 2 are set aside: 24. Two dice are left.
FIVE_FACES = (
    *("=112345WW", "keep W", "roll", "=112345", "keep 5", "roll", "=11234", "keep 4"),
    *("roll", "=1123", "keep 3", "roll", "=112", "keep 2"),
)


@rule("RK-7", "may")
def test_with_one_die_left_a_player_may_still_roll() -> None:
    state = after(GAME, START, "=1WWWWWWW", "keep W")
    assert moves(GAME, state) == ["roll", "take 35"]
    assert play(GAME, state, "roll", "=1")[1] == [DiceRolled(0, "1")]


@rule("RK-7", "may not")
def test_with_no_die_left_a_player_may_not_roll() -> None:
    state = after(GAME, START, "=1WWWWWWW", "keep W", "roll", "=1", "keep 1")
    error = refused(GAME, state, "roll")
    assert isinstance(error, IllegalMove)
    assert (error.code, error.rule) == ("no_roll_left", "RK-7")
    assert moves(GAME, state) == ["take 36"]


@rule("RK-7")
def test_with_no_die_left_the_turn_succeeds_if_the_sum_earns_something() -> None:
    state, events = play(GAME, START, "=1WWWWWWW", "keep W", "roll", "=1", "keep 1", "take 36")
    assert events[-2:] == [FaceKept(0, "1", 1, 36), PortionTaken(0, 36)]
    assert state.stacks == ((36,), ())


@rule("RK-7")
def test_with_no_die_left_and_too_small_a_sum_the_attempt_fails_at_once() -> None:
    state, events = play(GAME, START, "=111222WW", "keep W", "roll", "=111222", "keep 1", "roll", "=222", "keep 2")
    assert events[-2:] == [FaceKept(0, "2", 3, 19), AttemptFailed(0, "nothing_to_take")]
    assert GAME.to_act(after(GAME, state, "=11244WWW")) == 1


@rule("RK-7", "may not")
def test_with_all_dice_kept_from_the_first_roll_a_player_may_not_roll() -> None:
    state = after(GAME, START, "=WWWWWWWW", "keep W")
    error = refused(GAME, state, "roll")
    assert (error.code, error.rule) == ("no_roll_left", "RK-7")


@rule("RK-7", "may")
def test_with_five_faces_kept_a_player_may_still_roll() -> None:
    state = after(GAME, START, *FIVE_FACES)
    assert moves(GAME, state) == ["roll", "take 24"]


@rule("RK-7", "may not")
def test_with_all_six_faces_kept_a_player_may_not_roll_the_die_left() -> None:
    state = after(GAME, START, *FIVE_FACES, "roll", "=1W", "keep 1")
    error = refused(GAME, state, "roll")
    assert (error.code, error.rule) == ("no_roll_left", "RK-7")
    assert moves(GAME, state) == ["take 25"]


@rule("RK-7")
def test_with_all_six_faces_kept_and_too_small_a_sum_the_attempt_fails_at_once() -> None:
    state = after(GAME, START, "=1234455W", "keep W", "roll", "=1234445", "keep 5", "roll", "=112234", "keep 4")
    state = after(GAME, state, "roll", "=11223", "keep 3", "roll", "=1112", "keep 2", "roll", "=1WW")
    state, events = play(GAME, state, "keep 1")
    assert events == [FaceKept(0, "1", 1, 20), AttemptFailed(0, "nothing_to_take")]
    assert GAME.to_act(after(GAME, state, "=11244WWW")) == 1


@rule("RK-8", "may")
def test_with_a_single_worm_a_player_may_win_a_portion() -> None:
    state = after(GAME, START, "=1155555W", "keep 5", "roll", "=11W", "keep W")
    _, events = play(GAME, state, "take 30")
    assert events == [PortionTaken(0, 30)]


@rule("RK-8", "may not")
def test_without_a_worm_a_player_may_take_nothing() -> None:
    state = after(GAME, START, "=1155555W", "keep 5")
    error = refused(GAME, state, "take 25")
    assert isinstance(error, IllegalMove)
    assert (error.code, error.rule) == ("no_worm", "RK-8")
    assert moves(GAME, state) == ["roll", "stop"]


@rule("RK-8", "may not")
def test_without_a_worm_a_player_may_steal_nothing() -> None:
    state = START._replace(grill=(21, 22), stacks=((), (25,)))
    state = after(GAME, state, "=1155555W", "keep 5")
    error = refused(GAME, state, "steal 25")
    assert (error.code, error.rule) == ("no_worm", "RK-8")
    assert moves(GAME, state) == ["roll", "stop"]


@rule("RK-8")
def test_a_stop_without_a_worm_is_a_failed_attempt_whatever_the_sum() -> None:
    state, events = play(GAME, START, "=1155555W", "keep 5", "stop")
    assert events == [DiceRolled(0, "1155555W"), FaceKept(0, "5", 5, 25), AttemptFailed(0, "no_worm")]
    assert state.stacks == ((), ())
    assert state.grill == START.grill


@rule("RK-8")
@pytest.mark.parametrize(("dice", "face", "total"), [("=55555555", "5", 40), ("=33333333", "3", 24)])
def test_all_dice_kept_without_a_worm_are_a_failed_attempt_at_once(dice: str, face: str, total: int) -> None:
    state, events = play(GAME, START, dice, f"keep {face}")
    assert events == [DiceRolled(0, dice[1:]), FaceKept(0, face, 8, total), AttemptFailed(0, "no_worm")]
    assert state.stacks == ((), ())
