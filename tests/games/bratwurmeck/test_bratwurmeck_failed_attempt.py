"""Bratwurmeck: what a failed attempt costs."""

import pytest

from heckmeck.games.bratwurmeck import Bratwurmeck, PortionReturned, PortionTurned
from heckmeck.games.turn import AttemptFailed, DiceRolled, FaceKept
from helpers.bratwurmeck import kept
from helpers.notation import after, moves, play, rule

GAME = Bratwurmeck()


@rule("BW-4.1")
@rule("BW-4.2")
def test_the_top_portion_goes_back_and_the_highest_open_one_is_turned_over() -> None:
    state, events = play(GAME, kept("11", (21, 30, 36), (28, 25), (33,)), "stop")
    assert events == [AttemptFailed(0, "no_worm"), PortionReturned(0, 25), PortionTurned(36)]
    assert state.grill == (21, 25, 30)
    assert state.stacks == ((28,), (33,))


@rule("BW-4.1")
def test_a_returned_portion_lies_open_to_be_taken() -> None:
    state = after(GAME, kept("11", (21, 30, 36), (25,), ()), "stop", "=WWWWW112", "keep W")
    assert moves(GAME, state) == ["roll", "take 25"]


@rule("BW-4.1")
def test_a_returned_portion_that_was_the_only_one_leaves_no_stack() -> None:
    state = after(GAME, kept("11", (21, 30, 36), (25,), ()), "stop")
    assert state.stacks == ((), ())


@rule("BW-4.1")
def test_only_the_player_who_failed_returns_a_portion() -> None:
    state = kept("11", (21, 36), (25,), (26,), (27,))._replace(seat=1)
    state, events = play(GAME, state, "stop")
    assert events == [AttemptFailed(1, "no_worm"), PortionReturned(1, 26), PortionTurned(36)]
    assert state.stacks == ((25,), (), (27,))


@rule("BW-4.1")
def test_the_portion_that_is_exact_on_the_own_stack_goes_back_too() -> None:
    state, events = play(GAME, kept("WWWWW", (26, 27), (25,), ()), "stop")
    assert events == [AttemptFailed(0, "nothing_to_take"), PortionReturned(0, 25), PortionTurned(27)]
    assert state.grill == (25, 26)


@rule("BW-4.2")
def test_a_portion_turned_over_is_out_of_play() -> None:
    state = after(GAME, kept("11", (21, 26), (24,), (23,)), "stop")
    assert state.grill == (21, 24)
    assert 26 in state.turned
    state = after(GAME, state, "=WWWWW112", "keep W", "roll", "=112", "keep 1")  # 27
    assert moves(GAME, state) == ["roll", "take 21", "take 24"]


@rule("BW-4.2")
def test_a_portion_turned_over_cannot_be_taken_by_its_own_number() -> None:
    state = after(GAME, kept("11", (21, 25), (24,), (23,)), "stop", "=WWWWW112", "keep W")
    assert moves(GAME, state) == ["roll", "take 21", "take 24"]


@rule("BW-4.2")
def test_a_portion_stays_turned_over_when_others_come_back() -> None:
    state = after(GAME, kept("11", (21, 36), (24,), (35,)), "stop", "=11244WWW", "keep 1", "stop")
    assert state.grill == (21, 24, 35)
    assert 36 in state.turned


@rule("BW-4.2")
def test_the_highest_open_portion_is_turned_not_the_highest_of_all() -> None:
    _, events = play(GAME, kept("11", (21, 23), (22,), (36,)), "stop")
    assert events == [AttemptFailed(0, "no_worm"), PortionReturned(0, 22), PortionTurned(23)]


@rule("BW-4.3")
def test_a_returned_portion_that_is_now_the_highest_open_one_stays_open() -> None:
    state, events = play(GAME, kept("11", (21, 24), (22, 25), (36,)), "stop")
    assert events == [AttemptFailed(0, "no_worm"), PortionReturned(0, 25)]
    assert state.grill == (21, 24, 25)
    assert state.stacks == ((22,), (36,))


@rule("BW-4.3")
def test_the_portion_below_a_returned_highest_one_stays_open_too() -> None:
    state = after(GAME, kept("11", (21, 24), (36,), ()), "stop")
    assert state.grill == (21, 24, 36)


@rule("BW-4.4")
def test_a_player_with_no_portion_returns_none_and_none_is_turned_over() -> None:
    state, events = play(GAME, kept("11", (21, 36), (), (25,)), "stop")
    assert events == [AttemptFailed(0, "no_worm")]
    assert state.grill == (21, 36)
    assert state.stacks == ((), (25,))


@rule("BW-4.4")
def test_a_player_with_no_portion_turns_none_over_with_the_option_either() -> None:
    state, events = play(GAME, kept("11", (21, 36), (), (25,), returned_highest_turns=True), "stop")
    assert events == [AttemptFailed(0, "no_worm")]
    assert state.grill == (21, 36)


@rule("BW-4.5")
def test_with_the_option_a_returned_portion_that_is_the_highest_is_turned_over() -> None:
    state, events = play(GAME, kept("11", (21, 24), (22, 25), (36,), returned_highest_turns=True), "stop")
    assert events == [AttemptFailed(0, "no_worm"), PortionReturned(0, 25), PortionTurned(25)]
    assert state.grill == (21, 24)
    assert state.stacks == ((22,), (36,))


@rule("BW-4.5")
def test_with_the_option_a_returned_portion_that_is_not_the_highest_stays_open() -> None:
    state, events = play(GAME, kept("11", (21, 26), (25,), (36,), returned_highest_turns=True), "stop")
    assert events == [AttemptFailed(0, "no_worm"), PortionReturned(0, 25), PortionTurned(26)]
    assert state.grill == (21, 25)


@rule("BW-4.1")
@rule("BW-4.2")
@pytest.mark.parametrize(
    ("dice", "steps", "before"),
    [
        ("11", ["stop"], [AttemptFailed(0, "no_worm")]),
        ("11W", ["stop"], [AttemptFailed(0, "nothing_to_take")]),
        ("11W", ["roll", "=1111W"], [DiceRolled(0, "1111W"), AttemptFailed(0, "no_new_face")]),
        (
            "1122333",
            ["roll", "=4", "keep 4"],
            [DiceRolled(0, "4"), FaceKept(0, "4", 1, 19), AttemptFailed(0, "no_worm")],
        ),
        (
            "1122333",
            ["roll", "=W", "keep W"],
            [DiceRolled(0, "W"), FaceKept(0, "W", 1, 20), AttemptFailed(0, "nothing_to_take")],
        ),
    ],
    ids=["stop without a worm", "stop with a small sum", "no new face", "no die and no worm", "no die and a small sum"],
)
def test_every_failed_attempt_costs_the_same(dice: str, steps: list[str], before: list[object]) -> None:
    state, events = play(GAME, kept(dice, (21, 30, 36), (25,), ()), *steps)
    assert events == [*before, PortionReturned(0, 25), PortionTurned(36)]
    assert state.grill == (21, 25, 30)
    assert state.stacks == ((), ())
