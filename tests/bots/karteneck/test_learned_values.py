"""Learned values: a win share for every legal move, exact where a move ends the game."""

from dataclasses import replace
from pathlib import Path

import pytest

from heckmeck.bots.karteneck import learned_values
from heckmeck.bots.karteneck.learned_values import card_options, find_values, weights_file
from heckmeck.bots.net import read_card, read_weights, write_net
from heckmeck.bots.win_shares import NoWinShares
from helpers.karteneck_moments import GAME, moments


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_legal_move_has_a_share(seats: int) -> None:
    values = find_values(GAME.setup(seats=seats))
    for moment in list(moments(seats, seed=seats))[::3]:
        shares = values.move_shares(moment.view)
        for move in moment.view.moves:
            assert 0 <= shares.find(move).win <= 1
        assert shares.best.worth == max(each.worth for each in shares.moves)


def test_the_end_is_exact() -> None:
    last = list(moments(2, seed=4))[-1]
    shares = find_values(last.view.setup).move_shares(last.view)
    for move in last.view.moves:
        outcome = GAME.outcome(GAME.apply(last.state, move).state)
        if outcome is not None:
            assert shares.find(move).win == (last.view.seat in outcome.winners) / len(outcome.winners)


def test_other_cards_have_no_values() -> None:
    with pytest.raises(NoWinShares, match="only for the cards and portions of the rules"):
        find_values(GAME.setup(seats=2, worm_cards=20))


def test_a_network_for_other_cards_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    card, weights = read_weights(weights_file(2))
    monkeypatch.setattr(learned_values, "WEIGHTS", tmp_path)
    learned_values._read.cache_clear()
    write_net(weights_file(2), replace(card, options={"hand": 3}), weights)
    with pytest.raises(NoWinShares, match="for 2 seats are for a game with other options"):
        find_values(GAME.setup(seats=2))
    learned_values._read.cache_clear()


def test_the_options_of_a_card_are_those_that_change_the_game() -> None:
    assert card_options(GAME.setup(seats=3, first=2)) == {}
    assert card_options(GAME.setup(seats=3, removed=6)) == {}, "the default, written out"
    assert card_options(GAME.setup(seats=3, first=1, hand=3, copies=4)) == {"hand": 3, "copies": 4}


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_network_has_its_card(seats: int) -> None:
    card = read_card(weights_file(seats))
    assert (card.game, card.seats, card.outputs) == ("karteneck", seats, 2)
    assert card.minutes > 0
    assert card.positions > 0
    assert card.recipe
    assert "among greedy" in card.strength
