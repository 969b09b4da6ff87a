"""Bratwurmeck: stopping, and taking from the grill."""

import pytest

from heckmeck.games import IllegalMove
from heckmeck.games.bratwurmeck import Bratwurmeck, PortionTaken
from heckmeck.games.turn import AttemptFailed
from helpers.bratwurmeck import kept
from helpers.notation import after, moves, play, refused, rule

GAME = Bratwurmeck()


@rule("BW-3.1", "may")
def test_a_player_may_stop_after_the_first_set_aside() -> None:
    state = after(GAME, GAME.start(GAME.setup(seats=2)), "=WWWWW112", "keep W")
    assert play(GAME, state, "take 25")[1] == [PortionTaken(0, 25)]


@rule("BW-3.1", "may")
def test_a_player_may_stop_where_nothing_is_earned() -> None:
    state = kept("44W", (21, 22), (), ())  # 13
    assert moves(GAME, state) == ["roll", "stop"]
    assert play(GAME, state, "stop")[1] == [AttemptFailed(0, "nothing_to_take")]


@rule("BW-3.1", "may not")
def test_a_player_may_not_decline_everything() -> None:
    state = kept("WWWWW", (21, 25), (), ())  # 25
    error = refused(GAME, state, "stop")
    assert isinstance(error, IllegalMove)
    assert (error.code, error.rule) == ("must_take", "BW-3.1")
    assert moves(GAME, state) == ["roll", "take 25"]


@rule("BW-3.1", "may not")
def test_a_player_may_not_decline_the_last_thing_to_take() -> None:
    state = kept("WWWWW", (24,), (), ())  # 25
    assert refused(GAME, state, "stop").code == "must_take"


@rule("BW-3.1", "may not")
def test_a_player_may_not_decline_with_no_die_left_either() -> None:
    state = kept("WWWWWWWW", (21,), (), ())  # 40
    assert refused(GAME, state, "stop").code == "must_take"
    assert moves(GAME, state) == ["take 21"]


@rule("BW-3.2", "may")
def test_the_exact_portion_may_be_taken_from_the_grill() -> None:
    state, events = play(GAME, kept("WWWWW", (21, 24, 25, 26), (), ()), "take 25")
    assert events == [PortionTaken(0, 25)]
    assert state.grill == (21, 24, 26)
    assert state.stacks == ((25,), ())


@rule("BW-3.2", "may not")
@pytest.mark.parametrize("portion", [21, 24])
def test_a_lower_portion_may_not_be_taken_where_the_exact_one_lies_open(portion: int) -> None:
    state = kept("WWWWW", (21, 24, 25, 26), (), ())
    error = refused(GAME, state, f"take {portion}")
    assert isinstance(error, IllegalMove)
    assert (error.code, error.rule) == ("must_take_exact", "BW-3.2")
    assert moves(GAME, state) == ["roll", "take 25"]


@rule("BW-3.2", "may not")
@pytest.mark.parametrize("portion", [22, 23, 25])
def test_a_portion_that_does_not_lie_open_may_not_be_taken(portion: int) -> None:
    state = kept("WWWWW", (21, 24, 26), (22,), (25, 23))  # 25
    error = refused(GAME, state, f"take {portion}")
    assert (error.code, error.rule) == ("not_on_grill", "BW-3.2")


@rule("BW-3.2", "may")
def test_the_lowest_and_the_highest_portion_can_be_exact() -> None:
    assert moves(GAME, kept("1WWWW", (21, 36), (), ())) == ["roll", "take 21"]
    assert moves(GAME, kept("1WWWWWWW", (21, 36), (), ())) == ["take 36"]


@rule("BW-3.4", "may")
def test_any_lower_portion_may_be_taken_where_the_exact_one_is_turned_over() -> None:
    state = kept("WWWWW", (21, 23, 24, 26), (), ())  # 25
    assert moves(GAME, state) == ["roll", "take 21", "take 23", "take 24"]


@rule("BW-3.4", "may")
@pytest.mark.parametrize(("portion", "left"), [(21, (23, 24)), (23, (21, 24)), (24, (21, 23))])
def test_the_lower_portion_taken_is_the_one_chosen(portion: int, left: tuple[int, ...]) -> None:
    state, events = play(GAME, kept("WWWWW", (21, 23, 24), (), ()), f"take {portion}")
    assert events == [PortionTaken(0, portion)]
    assert state.grill == left
    assert state.stacks == ((portion,), ())


@rule("BW-3.4", "may")
def test_a_lower_portion_may_be_taken_where_the_exact_one_is_buried() -> None:
    assert moves(GAME, kept("WWWWW", (21, 24, 26), (), (25, 30))) == ["roll", "take 21", "take 24"]


@rule("BW-3.4", "may")
def test_a_lower_portion_may_be_taken_where_the_exact_one_tops_the_own_stack() -> None:
    state = kept("WWWWW", (21, 24, 26), (30, 25), ())
    assert moves(GAME, state) == ["roll", "take 21", "take 24"]
    assert after(GAME, state, "take 24").stacks == ((30, 25, 24), ())


@rule("BW-3.4", "may")
@pytest.mark.parametrize("dice", ["2WWWWWWW", "3WWWWWWW", "4WWWWWWW", "5WWWWWWW", "WWWWWWWW"])
def test_a_sum_from_37_to_40_takes_a_lower_portion(dice: str) -> None:
    state = kept(dice, (21, 35, 36), (), ())
    assert moves(GAME, state) == ["take 21", "take 35", "take 36"]
    assert play(GAME, state, "take 36")[1] == [PortionTaken(0, 36)]


@rule("BW-3.4", "may not")
def test_a_higher_portion_may_not_be_taken() -> None:
    error = refused(GAME, kept("WWWWW", (21, 24, 26), (), ()), "take 26")
    assert isinstance(error, IllegalMove)
    assert (error.code, error.rule) == ("too_high", "BW-3.4")


@rule("BW-3.4", "may")
def test_with_the_option_next_the_next_lower_portion_may_be_taken() -> None:
    state = kept("WWWWW", (21, 23, 24, 26), (), (), lower_portion="next")
    assert moves(GAME, state) == ["roll", "take 24"]
    assert play(GAME, state, "take 24")[1] == [PortionTaken(0, 24)]


@rule("BW-3.4", "may not")
@pytest.mark.parametrize("portion", [21, 23])
def test_with_the_option_next_no_other_lower_portion_may_be_taken(portion: int) -> None:
    error = refused(GAME, kept("WWWWW", (21, 23, 24, 26), (), (), lower_portion="next"), f"take {portion}")
    assert isinstance(error, IllegalMove)
    assert (error.code, error.rule) == ("not_next_lower", "BW-3.4")


@rule("BW-3.4", "may")
def test_with_the_option_next_a_sum_above_36_takes_the_highest_open_portion() -> None:
    assert moves(GAME, kept("WWWWWWWW", (21, 33), (), (), lower_portion="next")) == ["take 33"]


@rule("BW-3.2", "may")
def test_with_the_option_next_the_exact_portion_is_still_taken() -> None:
    assert moves(GAME, kept("WWWWW", (24, 25), (), (), lower_portion="next")) == ["roll", "take 25"]


@rule("BW-3.5")
def test_with_no_lower_portion_a_stop_is_a_failed_attempt() -> None:
    state = kept("WWWWW", (26, 27), (), ())  # 25
    assert moves(GAME, state) == ["roll", "stop"]
    assert play(GAME, state, "stop")[1] == [AttemptFailed(0, "nothing_to_take")]


@rule("BW-3.5")
def test_with_no_lower_portion_and_the_exact_one_on_the_own_stack_a_stop_is_a_failed_attempt() -> None:
    state = kept("WWWWW", (26, 27), (25,), ())
    assert moves(GAME, state) == ["roll", "stop"]


@rule("BW-3.6")
def test_a_portion_won_goes_on_top_of_the_stack() -> None:
    state = after(GAME, kept("WWWWW", (21, 25), (36, 22), (30,)), "take 25")
    assert state.stacks == ((36, 22, 25), (30,))
