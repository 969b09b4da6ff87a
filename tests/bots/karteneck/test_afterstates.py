"""Afterstates: one for each move that makes a difference, by the rules, and blind to what the seat cannot see."""

from random import Random

import pytest

from heckmeck.bots.karteneck.afterstates import afterstates, distinct_moves, same_kind
from heckmeck.games.karteneck import DropOut, Lay
from helpers.karteneck_moments import GAME, moments, position


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_they_are_what_the_rules_lead_to(seats: int) -> None:
    for moment in list(moments(seats, seed=seats))[::5]:
        seat = moment.view.seat
        for after in afterstates(moment.view):
            state = GAME.apply(moment.state, after.move).state
            assert after.view == GAME.view(state, seat)
            assert (after.win is None) == (GAME.end(state) is None)


def test_the_win_is_exact_where_the_game_is_over() -> None:
    last = list(moments(2, seed=4))[-1]
    for after in afterstates(last.view):
        outcome = GAME.outcome(GAME.apply(last.state, after.move).state)
        assert after.win == (None if outcome is None else (last.view.seat in outcome.winners) / len(outcome.winners))
    assert any(after.win is not None for after in afterstates(last.view))


def test_every_move_has_one_that_stands_for_it() -> None:
    for moment in list(moments(3, seed=1))[::3]:
        distinct = list(distinct_moves(moment.view))
        assert len(set(distinct)) == len(distinct)
        for move in moment.view.moves:
            assert same_kind(moment.view, move) in distinct
        for move in distinct:
            assert move in moment.view.moves
            assert same_kind(moment.view, move) == move


def test_worms_differ_by_their_number_and_the_highest_one() -> None:
    view = position((2, 8, 11, 20, 25), (20, 30))
    worms = [move for move in distinct_moves(view) if isinstance(move, Lay) and len(move.cards) == 2]
    assert [str(move) for move in worms] == ["lay W3 W6", "lay W3 W20"]
    assert DropOut() in distinct_moves(view)


def test_hidden_cards_change_nothing() -> None:
    for moment in list(moments(4, seed=2))[::8]:
        other = GAME.resample(moment.state, moment.view.seat, Random(3))
        assert afterstates(GAME.view(other, moment.view.seat)) == afterstates(moment.view)
