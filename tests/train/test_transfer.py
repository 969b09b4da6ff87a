"""Weights for another number of seats: each seat plays the part of one that there was."""

import numpy as np
import pytest

from heckmeck.bots.barbecue.features import BarbecueFeatures
from heckmeck.bots.bratwurmeck.features import BratwurmeckFeatures
from heckmeck.bots.net import Net, NetCard
from heckmeck.games import BadSetup, get
from heckmeck.train.backend import first_weights
from heckmeck.train.learner import Learner
from heckmeck.train.recipe import Recipe
from heckmeck.train.transfer import old_seat, transfer


def card(seats: int, rows: int, game: str = "barbecue") -> NetCard:
    return NetCard(game=game, seats=seats, rows=rows, units=(16, 16))


@pytest.mark.parametrize("kind", [BratwurmeckFeatures, BarbecueFeatures])
def test_the_same_number_of_seats_changes_nothing(kind: type[BratwurmeckFeatures | BarbecueFeatures]) -> None:
    features = kind(3)
    weights = first_weights(card(3, features.size), 1)
    after = transfer(weights, features, kind(3))
    for name, weight in weights.items():
        assert np.array_equal(after[name], weight), name
    meanings = [features.meaning(row) for row in range(features.size)]
    assert len(set(meanings)) == features.size
    assert [features.row(*meaning) for meaning in meanings] == list(range(features.size))


def test_the_player_to_move_keeps_its_part_and_so_does_the_one_before() -> None:
    for old in range(2, 8):
        for new in range(2, 8):
            parts = [old_seat(seat, old, new) for seat in range(new)]
            assert parts == sorted(parts)
            assert parts[0] == 0
            assert parts[-1] == (old - 1 if new > 2 else 1)


def test_what_the_old_network_has_no_part_for_is_zero() -> None:
    old, new = BarbecueFeatures(2), BarbecueFeatures(3)
    after = transfer(first_weights(card(2, old.size), 1), old, new)
    leads = [row for row in range(new.size) if new.meaning(row)[0] == "lead"]
    assert leads
    assert not after["table"][leads].any()
    others = [row for row in range(new.size) if new.meaning(row)[0] != "lead"]
    assert after["table"][others].any(axis=1).all()
    assert after["last"].shape == (16, 3)


def test_only_networks_of_the_same_kind_can_be_the_beginning() -> None:
    setup, recipe = get("barbecue").setup(seats=2), Recipe(units=(16, 16), games=8)
    rows = BarbecueFeatures(4).size
    begin = card(4, rows)
    learner = Learner(setup, recipe, begin=Net(begin, [0.5] * begin.size))
    assert set(learner.weights()) <= {0.5}
    assert "begun with the network for 4 seats" in learner.card.recipe
    for wrong in (
        card(4, rows, "bratwurmeck"),
        card(4, rows - 1),
        NetCard(game="barbecue", seats=4, rows=rows, units=(32, 16)),
    ):
        with pytest.raises(BadSetup):
            Learner(setup, recipe, begin=Net(wrong, [0.5] * wrong.size))
