"""Luck is what rolls bring beyond the expected value: zero on average."""

from __future__ import annotations

from random import Random
from statistics import fmean, stdev

import pytest

from heckmeck.bots import make
from heckmeck.games import get
from heckmeck.play import Table
from heckmeck.play.luck import luck
from heckmeck.play.record import Record


def play(name: str, seed: int, bot: str = "cautious") -> Record:
    game = get(name)
    source = Random(seed)
    players = [make(bot, game, source) for _ in range(2)]
    table = Table(game, game.setup(seats=2), players, source, names=["a", "b"])
    for _ in table.play():
        pass
    return table.record()


@pytest.mark.parametrize("name", ["bratwurmeck", "barbecue"])
def test_luck_is_nothing_on_average(name: str) -> None:
    seen = [part for seed in range(60) for part in luck(play(name, seed))]
    assert abs(fmean(seen)) < 4 * stdev(seen) / len(seen) ** 0.5
    assert stdev(seen) > 1


def test_a_failed_roll_is_bad_luck_and_five_worms_at_once_are_good() -> None:
    start = Record("heckmeck-record/1", "bratwurmeck", {"seats": 2, "first": 0}, ("a", "b"), ("=1111111W",), None)
    good = Record("heckmeck-record/1", "bratwurmeck", {"seats": 2, "first": 0}, ("a", "b"), ("=144WWWWW",), None)
    assert luck(start)[0] < 0 < luck(good)[0]
    assert luck(good)[1] == 0


def test_a_game_without_dice_has_no_luck_to_compute() -> None:
    assert luck(play("karteneck", 1)) == []
