"""The bot `champion`: strong, legal in every set-up, blind to hidden cards, and `greedy` where nothing was learned."""

import logging
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from heckmeck.bots.karteneck import champion, learned_values
from heckmeck.bots.karteneck.champion import KarteneckChampionBot
from heckmeck.bots.karteneck.greedy import KarteneckGreedyBot
from heckmeck.games.karteneck import KarteneckView
from helpers.karteneck_moments import GAME, moments, position
from helpers.strength import interval


@pytest.fixture(autouse=True)
def _read_again() -> Iterator[None]:
    """Let every test read the weights and be warned for itself."""
    cached = champion._find, champion._warn, learned_values._read
    for each in cached:
        each.cache_clear()
    yield
    for each in cached:
        each.cache_clear()


def plays_like_greedy(view: KarteneckView) -> bool:
    return KarteneckChampionBot(Random(1)).choose(view) == KarteneckGreedyBot(Random(1)).choose(view)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_its_moves_are_legal(seats: int) -> None:
    bot = KarteneckChampionBot(Random(1))
    for moment in moments(seats, seed=seats):
        assert bot.choose(moment.view) in moment.view.moves


@pytest.mark.parametrize(
    "options",
    [{"zeros": 0, "removed": 11}, {"copies": 3}, {"worm_cards": 5}, {"hand": 3}, {"portions": (20, 27), "removed": 1}],
    ids=str,
)
def test_it_plays_other_set_ups_like_greedy_and_says_so_once(
    options: dict[str, int], caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        for moment in moments(2, seed=1, **options):
            assert plays_like_greedy(moment.view)
    assert [record.getMessage() for record in caplog.records] == [
        "The bot champion plays like greedy: There are learned values only for the cards and portions of the rules."
    ]


def test_a_default_that_is_written_out_is_the_same_set_up() -> None:
    assert not isinstance(champion._find(GAME.setup(seats=3, first=2, removed=6)), str)


def test_many_set_ups_give_one_warning_and_are_not_all_kept(caplog: pytest.LogCaptureFixture) -> None:
    bot = KarteneckChampionBot(Random(1))
    with caplog.at_level(logging.WARNING):
        for copies in range(1, 17):
            for worm_cards in range(6):
                bot.check(GAME.setup(seats=2, copies=copies, worm_cards=worm_cards, hand=1))
    assert len(caplog.records) == 1
    assert champion._find.cache_info().currsize <= 64


@pytest.mark.parametrize("damage", ["missing", "cut", "changed", "other"])
def test_it_plays_like_greedy_without_good_weights(
    damage: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    good = learned_values.weights_file(2).read_bytes()
    files = {
        "cut": good[:-10],
        "changed": good[:-1] + bytes([good[-1] ^ 1]),
        "other": learned_values.weights_file(3).read_bytes(),
    }
    monkeypatch.setattr(learned_values, "WEIGHTS", tmp_path)
    if damage in files:
        learned_values.weights_file(2).write_bytes(files[damage])
    with caplog.at_level(logging.WARNING):
        for moment in list(moments(2, seed=3))[::4]:
            assert plays_like_greedy(moment.view)
    (record,) = caplog.records
    assert record.getMessage().startswith("The bot champion plays like greedy: ")


def test_hidden_cards_change_nothing() -> None:
    bot = KarteneckChampionBot(Random(1))
    for moment in list(moments(3, seed=2))[::4]:
        other = GAME.resample(moment.state, moment.view.seat, Random(7))
        assert bot.choose(GAME.view(other, moment.view.seat)) == bot.choose(moment.view)


def test_it_takes_the_win() -> None:
    """The last round: dropping out with 30 steals the 30 and wins, and everything else may lose."""
    view = position(
        (1, 2), (20, 21), hands=((1, 2), ()), layouts=((5, 5, 5, 5, 5, 6), ()), stacks=((), (30,)), supply=0
    )
    assert str(KarteneckChampionBot(Random(1)).choose(view)) == "out steal"


def test_it_beats_greedy() -> None:
    low, _ = interval(GAME, "champion", "greedy", deals=20)
    assert low > 0.6


@pytest.mark.parametrize("seats", [2, 4])
def test_plain_python_chooses_alike(seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    views = [moment.view for moment in list(moments(seats, seed=8))[::6]]
    setup = GAME.setup(seats=seats)
    fast = [learned_values.find_values(setup).move_shares(view) for view in views]
    learned_values._read.cache_clear()
    monkeypatch.setattr("heckmeck.bots.karteneck.value_network.np", None)
    plain = [learned_values.find_values(setup).move_shares(view) for view in views]
    for one, other in zip(fast, plain, strict=True):
        for share in one.moves:
            assert other.find(share.move).win == pytest.approx(share.win, abs=1e-4)
