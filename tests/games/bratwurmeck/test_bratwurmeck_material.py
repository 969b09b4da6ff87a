"""Bratwurmeck: the portions, the dice, and how a game begins."""

import pytest

from heckmeck.games import CHANCE, BadNotation, ChanceOutcome, Dice
from heckmeck.games.bratwurmeck import Bratwurmeck
from helpers.notation import after, rule

GAME = Bratwurmeck()


@rule("BW-1.1")
@rule("BW-2.1")
def test_the_16_portions_from_21_to_36_lie_open_in_ascending_order() -> None:
    state = GAME.start(GAME.setup(seats=2))
    assert state.grill == (21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36)


@rule("BW-2.1")
def test_no_portion_is_turned_over_or_won_at_the_start() -> None:
    state = GAME.start(GAME.setup(seats=3))
    assert state.turned == ()
    assert state.stacks == ((), (), ())


@rule("BW-1.1")
def test_a_shorter_grill_has_just_the_portions_asked_for() -> None:
    state = GAME.start(GAME.setup(seats=2, portions=(24, 27)))
    assert state.grill == (24, 25, 26, 27)
    assert state.turned == ()


@rule("BW-1.2")
@pytest.mark.parametrize(
    ("portions", "worms"),
    [((21, 22, 23, 24), 1), ((25, 26, 27, 28), 2), ((29, 30, 31, 32), 3), ((33, 34, 35, 36), 4)],
)
def test_a_portion_has_one_to_four_worms(portions: tuple[int, ...], worms: int) -> None:
    state = GAME.start(GAME.setup(seats=4))
    state = state._replace(stacks=tuple((portion,) for portion in portions))
    assert [score for score, _ in GAME.standings(state)] == [worms] * 4
    assert GAME.view(state, None).scores == (worms,) * 4


@rule("BW-1.2")
def test_the_worms_of_a_whole_stack_are_added_up() -> None:
    state = GAME.start(GAME.setup(seats=2))._replace(stacks=((21, 28, 29, 36), ()))
    assert GAME.view(state, None).scores == (1 + 2 + 3 + 4, 0)


@rule("BW-1.3")
@pytest.mark.parametrize("face", ["1", "2", "3", "4", "5", "W"])
def test_each_of_the_six_faces_is_equally_likely(face: str) -> None:
    chances = GAME.chance(GAME.start(GAME.setup(seats=2)))
    assert (chances.weight(Dice(face * 8)), chances.total) == (1, 6**8)


@rule("BW-1.3")
def test_a_mixed_roll_weighs_as_many_sequences_as_show_it() -> None:
    chances = GAME.chance(GAME.start(GAME.setup(seats=2)))
    assert chances.weight(Dice("11244WWW")) == 1680


@rule("BW-1.3")
@pytest.mark.parametrize(
    "outcome", [Dice("11111116"), Dice("1111111"), Dice("111111111"), Dice("W1111111"), ChanceOutcome()]
)
def test_what_is_no_roll_of_eight_dice_has_no_chance(outcome: ChanceOutcome) -> None:
    assert GAME.chance(GAME.start(GAME.setup(seats=2))).weight(outcome) == 0


@rule("BW-1.3")
@pytest.mark.parametrize("step", ["=11111116", "=1111111X", "=111111111", "=", "keep 6", "keep 0"])
def test_there_are_no_other_faces_and_no_ninth_die(step: str) -> None:
    with pytest.raises(BadNotation):
        GAME.parse(step)


@rule("BW-2.2")
@pytest.mark.parametrize("first", [0, 1, 2])
def test_the_table_decides_who_begins(first: int) -> None:
    state = GAME.start(GAME.setup(seats=3, first=first))
    assert GAME.to_act(state) is CHANCE
    assert GAME.to_act(after(GAME, state, "=11244WWW")) == first


@rule("BW-2.2")
def test_the_dice_go_to_the_next_seat() -> None:
    state = GAME.start(GAME.setup(seats=3, first=1))
    state = after(GAME, state, "=WWWWW112", "keep W", "take 25")
    assert GAME.to_act(after(GAME, state, "=11244WWW")) == 2


@rule("BW-2.2")
def test_after_the_last_seat_comes_the_first_again() -> None:
    state = GAME.start(GAME.setup(seats=3, first=2))
    state = after(GAME, state, "=WWWWW112", "keep W", "take 25")
    assert GAME.to_act(after(GAME, state, "=11244WWW")) == 0


@rule("BW-2.2")
def test_the_dice_go_on_after_a_failed_attempt_too() -> None:
    state = GAME.start(GAME.setup(seats=3, first=2))
    state = after(GAME, state, "=11244WWW", "keep 1", "stop")
    assert GAME.to_act(after(GAME, state, "=11244WWW")) == 0
