"""Bratwurmeck: when the game ends, and who wins."""

import pytest

from heckmeck.games import CHANCE, GameEnded, GameOver, Outcome
from heckmeck.games.bratwurmeck import Bratwurmeck, PortionReturned, PortionTaken, PortionTurned
from heckmeck.games.turn import AttemptFailed
from helpers.bratwurmeck import kept
from helpers.notation import after, moves, play, refused, rule

GAME = Bratwurmeck()


def ended(*stacks: tuple[int, ...]) -> Outcome:
    """The outcome of a game that ended with these stacks."""
    outcome = GAME.outcome(GAME.start(GAME.setup(seats=len(stacks)))._replace(grill=(), stacks=stacks))
    assert outcome is not None
    return outcome


@rule("BW-5.1")
def test_the_game_ends_as_soon_as_the_last_open_portion_is_taken() -> None:
    state, events = play(GAME, kept("WWWWW", (25,), (), (36,)), "take 25")
    assert events == [PortionTaken(0, 25), GameEnded("grill_empty")]
    assert GAME.to_act(state) is None
    assert moves(GAME, state) == []
    assert GAME.outcome(state) == Outcome("grill_empty", (2, 4), ((1,), (0,)))


@rule("BW-5.1")
def test_the_game_ends_with_a_lower_portion_too() -> None:
    _, events = play(GAME, kept("WWWWW", (21,), (), (36,)), "take 21")
    assert events == [PortionTaken(0, 21), GameEnded("grill_empty")]


@rule("BW-5.1")
@pytest.mark.parametrize("step", ["=11244WWW", "=1", "keep W", "roll", "stop", "take 25", "take 21", "steal 25"])
def test_nobody_acts_after_the_end(step: str) -> None:
    error = refused(GAME, after(GAME, kept("WWWWW", (25,), (), (36,)), "take 25"), step)
    assert isinstance(error, GameOver)
    assert error.code == "game_over"


@rule("BW-5.1")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_no_seat_acts_after_the_end(seat: int) -> None:
    state = after(GAME, kept("WWWWW", (25,), (), (36,)), "take 25")
    with pytest.raises(GameOver):
        GAME.apply(state, GAME.parse("keep W"), by=seat)


@rule("BW-5.1")
def test_no_roll_is_coming_after_the_end() -> None:
    with pytest.raises(GameOver):
        GAME.chance(after(GAME, kept("WWWWW", (25,), (), (36,)), "take 25"))


@rule("BW-5.1")
def test_the_game_goes_on_while_one_portion_lies_open() -> None:
    state, events = play(GAME, kept("WWWWW", (21, 25), (), ()), "take 25")
    assert events == [PortionTaken(0, 25)]
    assert GAME.to_act(state) is CHANCE
    assert GAME.outcome(state) is None


@rule("BW-5.1")
def test_a_failed_attempt_that_turns_the_last_other_portion_leaves_the_returned_one() -> None:
    state, events = play(GAME, kept("11", (36,), (21,), ()), "stop")
    assert events == [AttemptFailed(0, "no_worm"), PortionReturned(0, 21), PortionTurned(36)]
    assert state.grill == (21,)
    assert GAME.to_act(state) is CHANCE


@rule("BW-5.1")
def test_a_steal_does_not_end_the_game() -> None:
    state = after(GAME, kept("WWWWW", (21,), (), (25,)), "steal 25")
    assert GAME.to_act(state) is CHANCE


@rule("BW-5.1")
def test_a_whole_game_on_a_grill_of_one_portion() -> None:
    state = GAME.start(GAME.setup(seats=2, portions=(21, 21)))
    state, events = play(GAME, state, "=1122WWWW", "keep W", "roll", "=1222", "keep 1", "take 21")
    assert events[-2:] == [PortionTaken(0, 21), GameEnded("grill_empty")]
    assert GAME.outcome(state) == Outcome("grill_empty", (1, 0), ((0,), (1,)))


@rule("BW-5.2")
def test_most_worms_win() -> None:
    assert ended((21, 22, 23), (36,), (25, 29)) == Outcome("grill_empty", (3, 4, 5), ((2,), (1,), (0,)))


@rule("BW-5.2")
def test_neither_the_number_of_portions_nor_their_numbers_count() -> None:
    outcome = ended((21, 22, 23, 24), (25, 29))
    assert outcome == Outcome("grill_empty", (4, 5), ((1,), (0,)))


@rule("BW-5.2")
def test_a_tie_goes_to_the_highest_single_portion() -> None:
    outcome = ended((21, 25, 26), (33, 22), (29, 30))
    assert outcome == Outcome("grill_empty", (5, 5, 6), ((2,), (1,), (0,)))


@rule("BW-5.2")
def test_a_tie_for_the_win_goes_to_the_highest_single_portion() -> None:
    outcome = ended((25, 26), (33,))
    assert outcome == Outcome("grill_empty", (4, 4), ((1,), (0,)))
    assert outcome.winners == (1,)


@rule("BW-5.2")
def test_the_highest_portion_decides_a_tie_wherever_it_lies_in_the_stack() -> None:
    outcome = ended((34, 21), (29, 25))
    assert outcome == Outcome("grill_empty", (5, 5), ((0,), (1,)))


@rule("BW-5.3")
def test_players_who_tie_with_no_portion_share_their_place() -> None:
    assert ended((), (21,), ()) == Outcome("grill_empty", (0, 1, 0), ((1,), (0, 2)))


@rule("BW-5.3")
def test_players_who_tie_with_no_portion_at_all_share_the_win() -> None:
    outcome = ended((), (), ())
    assert outcome == Outcome("grill_empty", (0, 0, 0), ((0, 1, 2),))
    assert outcome.winners == (0, 1, 2)
