"""The end of the game: when it comes, and who has won."""

from typing import Any

import pytest

from heckmeck.games import CHANCE, GameEnded, GameOver, Outcome
from heckmeck.games.karteneck import DroppedOut, KarteneckState, PortionServed, PortionTaken, RoundEnded
from helpers.karteneck import GAME, cards, table
from helpers.notation import after, moves, play, refused, rule


def last_round(layout: str = "W1", **options: Any) -> KarteneckState:
    """Seat 0 is the last of two to drop out; four portions are in the game, and two were laid out in this round."""
    usual: dict[str, Any] = {"portions": (16, 21), "zeros": 0, "removed": 2}
    return table(
        "1",
        "2",
        layouts=(layout, ""),
        grill=(20,),
        stacks=((17,), (16, 19)),
        out=(1,),
        **usual | options,
    )


def over(*stacks: tuple[int, ...]) -> KarteneckState:
    """All portions of the game have been laid out; the rest stayed out of it."""
    return table(*["1"] * len(stacks), stacks=stacks, removed=30 - sum(map(len, stacks)))


@rule("KE-7.3")
def test_the_game_ends_when_supply_and_grill_are_empty() -> None:
    state, events = play(GAME, last_round(), "out")
    assert events == [
        DroppedOut(0, True, 5),
        PortionServed(0, 20, 5),
        RoundEnded(1),
        GameEnded("supply_empty"),
    ]
    assert (GAME.to_act(state), moves(GAME, state), GAME.end(state)) == (None, [], "supply_empty")
    assert GAME.outcome(state) == Outcome("supply_empty", scores=(2, 2), ranking=((0,), (1,)))


@rule("KE-7.3")
def test_the_game_ends_without_a_serving_too() -> None:
    state, events = play(GAME, last_round(layout=""), "out")
    assert events == [DroppedOut(0, False, 0), PortionTaken(0, 20), RoundEnded(0), GameEnded("supply_empty")]
    assert GAME.to_act(state) is None


@rule("KE-7.3")
def test_the_game_goes_on_while_portions_are_in_the_supply() -> None:
    state, events = play(GAME, last_round(removed=0), "out")
    assert events == [DroppedOut(0, True, 5), PortionServed(0, 20, 5), RoundEnded(1)]
    assert (GAME.to_act(state), GAME.end(state), GAME.outcome(state)) == (CHANCE, None, None)


@rule("KE-7.3")
def test_the_game_goes_on_while_portions_are_on_the_grill() -> None:
    state = last_round()
    assert (state.supply, state.grill) == (0, (20,))
    assert (GAME.to_act(state), GAME.end(state), GAME.outcome(state)) == (0, None, None)


@rule("KE-7.3")
def test_the_last_round_is_played_to_its_end() -> None:
    state = table("1", "2", grill=(16, 17), portions=(16, 17), zeros=0, removed=0)
    state = after(GAME, state, "out", "=draw 5 5")
    assert (GAME.end(state), GAME.to_act(state)) == (None, 1)


@rule("KE-7.3")
def test_portions_that_were_taken_out_do_not_keep_the_game_going() -> None:
    state = after(GAME, last_round(), "out")
    assert (state.unseen, state.supply, GAME.to_act(state)) == ((18, 21), 0, None)


@rule("KE-7.3")
@pytest.mark.parametrize("step", ["out", "lay 1", "=grill 18 21", "=draw 1"])
def test_nothing_happens_after_the_end(step: str) -> None:
    error = refused(GAME, after(GAME, last_round(), "out"), step)
    assert (type(error), error.code) == (GameOver, "game_over")


@rule("KE-7.3")
def test_most_worms_win_not_most_portions() -> None:
    state = over((37,), (22, 23, 24))
    assert GAME.outcome(state) == Outcome("supply_empty", scores=(5, 3), ranking=((0,), (1,)))


@rule("KE-7.3")
def test_most_worms_win_not_the_highest_portion() -> None:
    state = over((42,), (29, 30, 31))
    assert GAME.outcome(state) == Outcome("supply_empty", scores=(5, 9), ranking=((1,), (0,)))


@rule("KE-7.3")
def test_a_tie_goes_to_the_higher_single_portion_wherever_it_lies_in_the_stack() -> None:
    # Neither the top portion nor the sum counts: 24 + 16 is less than 20 + 21.
    state = over((20, 21), (24, 16))
    assert GAME.outcome(state) == Outcome("supply_empty", scores=(2, 2), ranking=((1,), (0,)))


@rule("KE-7.3")
def test_a_tie_for_a_lower_place_is_broken_too() -> None:
    state = over((18, 0), (40, 0), (19, 0))
    assert GAME.outcome(state) == Outcome("supply_empty", scores=(1, 5, 1), ranking=((1,), (2,), (0,)))


@rule("KE-7.3")
def test_worms_count_as_the_set_up_gives_them() -> None:
    printed = {0: 0, **dict.fromkeys(range(16, 43), 1), 16: 9}
    state = table("1", "1", stacks=((16,), (42,)), removed=28, worms_by_portion=printed)
    assert GAME.outcome(state) == Outcome("supply_empty", scores=(9, 1), ranking=((0,), (1,)))


@rule("KE-7.3")
def test_cards_in_the_hand_count_nothing() -> None:
    state = table("W1 W2 W3", "1", stacks=((16,), (17,)), removed=28)
    assert (state.hands[0], GAME.outcome(state)) == (
        cards("W1 W2 W3"),
        Outcome("supply_empty", scores=(1, 1), ranking=((1,), (0,))),
    )


@rule("KE-7.4")
def test_tied_players_with_only_zeros_share_the_win() -> None:
    outcome = GAME.outcome(over((0,), (0,)))
    assert outcome == Outcome("supply_empty", scores=(0, 0), ranking=((0, 1),))
    assert outcome.winners == (0, 1)


@rule("KE-7.4")
def test_zeros_are_no_better_than_nothing() -> None:
    assert GAME.outcome(over((), (0, 0))) == Outcome("supply_empty", scores=(0, 0), ranking=((0, 1),))


@rule("KE-7.4")
def test_tied_players_with_nothing_share_their_place() -> None:
    state = over((), (30, 31, 32), ())
    assert GAME.outcome(state) == Outcome("supply_empty", scores=(0, 9, 0), ranking=((1,), (0, 2)))


@rule("KE-7.4")
def test_of_tied_players_without_worms_a_portion_beats_zeros() -> None:
    printed = dict.fromkeys((0, *range(16, 43)), 0)
    state = table("1", "1", stacks=((0,), (16,)), removed=28, worms_by_portion=printed)
    assert GAME.outcome(state) == Outcome("supply_empty", scores=(0, 0), ranking=((1,), (0,)))


def test_a_seat_that_forfeits_comes_last() -> None:
    state = table("1", "2", grill=(18, 20), stacks=((16,), (42,)))
    assert GAME.forfeit(state, 1) == Outcome("forfeit", scores=(1, 5), ranking=((0,), (1,)), seat=1)
