"""The roll-and-keep turn, as Bratwurmeck has it."""

import pytest

from heckmeck.games import CHANCE, ChanceOutcome, Dice, IllegalMove
from heckmeck.games.bratwurmeck import Bratwurmeck
from heckmeck.games.turn import AttemptFailed, DiceRolled, FaceKept, Keep
from helpers.notation import after, moves, play, refused, rule

GAME = Bratwurmeck()
START = GAME.start(GAME.setup(seats=2))


@rule("RK-1")
def test_a_turn_starts_with_a_roll_of_all_eight_dice() -> None:
    assert GAME.to_act(START) is CHANCE
    assert moves(GAME, START) == []
    assert {len(dice.faces) for dice, _ in GAME.chance(START)} == {8}


@rule("RK-1")
def test_the_first_roll_is_shown() -> None:
    state, events = play(GAME, START, "=W4121W4W")
    assert events == [DiceRolled(0, "11244WWW")]
    assert GAME.to_act(state) == 0


@rule("RK-1")
@pytest.mark.parametrize("step", ["=1", "=1234W", "=1111111"])
def test_a_first_roll_of_fewer_dice_is_refused(step: str) -> None:
    error = refused(GAME, START, step)
    assert isinstance(error, IllegalMove)
    assert (error.code, error.rule) == ("bad_roll", "RK-1")


@rule("RK-1")
def test_the_next_turn_starts_with_all_eight_dice_again() -> None:
    state = after(GAME, START, "=WWWWW112", "keep W", "take 25")
    assert refused(GAME, state, "=123").code == "bad_roll"
    assert play(GAME, state, "=11244WWW")[1] == [DiceRolled(1, "11244WWW")]


@rule("RK-2", "may")
def test_any_one_face_rolled_may_be_kept() -> None:
    assert moves(GAME, after(GAME, START, "=11244WWW")) == ["keep 1", "keep 2", "keep 4", "keep W"]


@rule("RK-2")
def test_all_dice_of_the_chosen_face_are_kept() -> None:
    state, events = play(GAME, START, "=11244WWW", "keep W")
    assert events == [DiceRolled(0, "11244WWW"), FaceKept(0, "W", 3, 15)]
    assert state.turn.kept == "WWW"


@rule("RK-2", "may not")
@pytest.mark.parametrize("step", ["keep 3", "keep 5"])
def test_a_face_that_was_not_rolled_may_not_be_kept(step: str) -> None:
    error = refused(GAME, after(GAME, START, "=11244WWW"), step)
    assert isinstance(error, IllegalMove)
    assert (error.code, error.rule) == ("face_not_rolled", "RK-2")


@rule("RK-2", "may not")
@pytest.mark.parametrize("face", ["12", "11", "1W", "", "6", "0", "w", "X"])
def test_nothing_but_one_face_of_the_die_may_be_kept(face: str) -> None:
    state = after(GAME, START, "=11244WWW")
    with pytest.raises(IllegalMove) as caught:
        GAME.apply(state, Keep(face))
    assert (caught.value.code, caught.value.rule) == ("face_not_rolled", "RK-2")


@rule("RK-2", "may not")
@pytest.mark.parametrize("face", ["W2", "WW", "", "6"])
def test_nothing_but_one_face_may_be_kept_later_in_the_turn_either(face: str) -> None:
    state = after(GAME, START, "=11244WWW", "keep W", "roll", "=1122W")
    with pytest.raises(IllegalMove) as caught:
        GAME.apply(state, Keep(face))
    assert (caught.value.code, caught.value.rule) == ("face_not_rolled", "RK-2")


@rule("RK-2", "may not")
@pytest.mark.parametrize("step", ["roll", "stop", "take 21", "steal 21"])
def test_a_player_may_not_go_on_without_keeping_a_face(step: str) -> None:
    error = refused(GAME, after(GAME, START, "=11244WWW"), step)
    assert (error.code, error.rule) == ("must_keep", "RK-2")


@rule("RK-3", "may")
def test_a_face_not_yet_kept_may_be_kept() -> None:
    state = after(GAME, START, "=11244WWW", "keep W", "roll", "=1233W")
    assert moves(GAME, state) == ["keep 1", "keep 2", "keep 3"]


@rule("RK-3", "may not")
@pytest.mark.parametrize("face", ["4", "W"])
def test_a_face_already_kept_may_not_be_kept_again(face: str) -> None:
    state = after(GAME, START, "=1124445W", "keep 4", "roll", "=1445W", "keep W", "roll", "=145W")
    error = refused(GAME, state, f"keep {face}")
    assert isinstance(error, IllegalMove)
    assert (error.code, error.rule) == ("face_kept", "RK-3")
    assert moves(GAME, state) == ["keep 1", "keep 5"]


@rule("RK-3", "may")
def test_fives_may_be_kept_beside_worms() -> None:
    state, events = play(GAME, START, "=1124WWWW", "keep W", "roll", "=155W", "keep 5")
    assert events[-1] == FaceKept(0, "5", 2, 30)
    assert state.turn.kept == "55WWWW"


@rule("RK-3", "may")
def test_worms_may_be_kept_beside_fives() -> None:
    state = after(GAME, START, "=11245555", "keep 5", "roll", "=155W")
    assert moves(GAME, state) == ["keep 1", "keep W"]


@rule("RK-3", "may")
def test_every_face_may_be_kept_again_in_the_next_turn() -> None:
    state = after(GAME, START, "=WWWWW112", "keep W", "take 25", "=WWWWW112")
    assert moves(GAME, state) == ["keep 1", "keep 2", "keep W"]


@rule("RK-4")
def test_the_sum_is_that_of_the_dice_set_aside() -> None:
    _, events = play(GAME, START, "=12344455", "keep 4", "roll", "=2333W", "keep 3", "roll", "=25", "keep 2")
    assert [event.total for event in events if isinstance(event, FaceKept)] == [12, 21, 23]


@rule("RK-4")
def test_a_worm_counts_five() -> None:
    _, events = play(GAME, START, "=1123444W", "keep W")
    assert events == [DiceRolled(0, "1123444W"), FaceKept(0, "W", 1, 5)]


@rule("RK-4")
def test_the_sum_starts_at_zero_with_the_next_turn() -> None:
    state = after(GAME, START, "=WWWWW112", "keep W", "take 25", "=1123444W")
    assert play(GAME, state, "keep 4")[1] == [FaceKept(1, "4", 3, 12)]


@rule("RK-5", "may")
def test_after_keeping_a_player_may_roll_or_stop() -> None:
    assert moves(GAME, after(GAME, START, "=11244WWW", "keep W")) == ["roll", "stop"]
    assert moves(GAME, after(GAME, START, "=WWWWW112", "keep W")) == ["roll", "take 25"]


@rule("RK-5", "may")
def test_a_roll_is_of_all_remaining_dice() -> None:
    state, events = play(GAME, START, "=11244WWW", "keep W", "roll")
    assert events == [DiceRolled(0, "11244WWW"), FaceKept(0, "W", 3, 15)]
    assert GAME.to_act(state) is CHANCE
    assert {len(dice.faces) for dice, _ in GAME.chance(state)} == {5}


@rule("RK-5", "may not")
@pytest.mark.parametrize("step", ["=1122", "=112233", "=11244WWW"])
def test_fewer_or_more_than_the_remaining_dice_may_not_be_rolled(step: str) -> None:
    error = refused(GAME, after(GAME, START, "=11244WWW", "keep W", "roll"), step)
    assert isinstance(error, IllegalMove)
    assert (error.code, error.rule) == ("bad_roll", "RK-5")


@rule("RK-5", "may not")
@pytest.mark.parametrize("outcome", [Dice("12346"), Dice("W1234"), Dice("1234w"), ChanceOutcome()])
def test_what_these_dice_cannot_show_is_no_roll(outcome: ChanceOutcome) -> None:
    state = after(GAME, START, "=11244WWW", "keep W", "roll")
    with pytest.raises(IllegalMove) as caught:
        GAME.apply(state, outcome)
    assert (caught.value.code, caught.value.rule) == ("bad_roll", "RK-5")


@rule("RK-5", "may not")
@pytest.mark.parametrize("face", ["1", "2", "4", "W"])
def test_a_second_face_of_the_same_roll_may_not_be_kept(face: str) -> None:
    error = refused(GAME, after(GAME, START, "=11244WWW", "keep W"), f"keep {face}")
    assert (error.code, error.rule) == ("nothing_rolled", "RK-5")


@rule("RK-6")
def test_a_roll_of_only_kept_faces_is_a_failed_attempt_at_once() -> None:
    state, events = play(GAME, START, "=1124444W", "keep 4", "roll", "=123W", "keep W", "roll", "=44W")
    assert events[-2:] == [DiceRolled(0, "44W"), AttemptFailed(0, "no_new_face")]
    assert GAME.to_act(after(GAME, state, "=11244WWW")) == 1


@rule("RK-6")
def test_the_sum_does_not_help_against_a_roll_of_only_kept_faces() -> None:
    state, events = play(GAME, START, "=WWWWW112", "keep W", "roll", "=WWW")
    assert events[-2:] == [DiceRolled(0, "WWW"), AttemptFailed(0, "no_new_face")]
    assert state.stacks == ((), ())


@rule("RK-6")
def test_one_new_face_among_kept_ones_saves_the_attempt() -> None:
    state, events = play(GAME, START, "=11244WWW", "keep W", "roll", "=1WWWW")
    assert events[-1] == DiceRolled(0, "1WWWW")
    assert moves(GAME, state) == ["keep 1"]
