"""The bot `champion` of the dice games, and what it does where there are no win shares."""

import logging
from pathlib import Path
from random import Random
from typing import Any

import pytest

from heckmeck.bots import champion, make, win_shares
from heckmeck.bots.champion import ChampionBot
from heckmeck.bots.greedy import GreedyBot
from heckmeck.bots.turn_shares import turn_shares
from heckmeck.bots.win_shares import win_shares_for
from heckmeck.games import CHANCE, BadSetup, DiceView, get, get_dice_game
from heckmeck.games.roll_and_keep import ROLL
from helpers.turn_worths import dice_games


@pytest.fixture
def no_weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(win_shares, "WEIGHTS", tmp_path)
    for cached in (win_shares._find, champion._warn):
        cached.cache_clear()
    yield
    for cached in (win_shares._find, champion._warn):
        cached.cache_clear()


def views(name: str, seats: int, seed: int, **options: object) -> list[DiceView]:
    """All decisions of a game between champions."""
    game = get(name)
    bots = [make("champion", game, Random(seat)) for seat in range(seats)]
    state, source = game.start(game.setup(seats=seats, **options)), Random(seed)
    found = []
    while (actor := game.to_act(state)) is not None:
        if actor is CHANCE:
            state = game.apply(state, game.sample(state, source)).state
        else:
            assert isinstance(actor, int)
            view = game.view(state, actor)
            found.append(view)
            state = game.apply(state, bots[actor].choose(view)).state
    return found


@dice_games
@pytest.mark.parametrize("seats", [2, 5])
def test_it_chooses_the_move_that_is_worth_most(name: str, seats: int) -> None:
    bot = ChampionBot(Random(1))
    decided = views(name, seats, seed=4)
    for view in decided:
        values = bot.move_values(view)
        assert set(values) <= set(view.moves)
        assert values[bot.choose(view)] == pytest.approx(max(values.values()), abs=1e-9)
    assert len(decided) > 50


@dice_games
def test_a_stop_is_worth_the_share_after_it(name: str) -> None:
    game = get_dice_game(name)
    stopped = 0
    for view in views(name, 3, seed=5):
        evaluator = win_shares_for(view.setup)
        assert evaluator is not None
        found = turn_shares(game, view, evaluator)
        state = game.state_of(view)
        for move in view.moves if not view.rolled else ():
            if (move, view.total) in found.after:
                (share,) = evaluator.shares([game.apply(state, move).state])
                assert found.after[move, view.total] == pytest.approx(share, abs=1e-6)
                best = found.worths[view.total]
                assert best is not None
                assert share[view.turn_of] <= best + 1e-6
                stopped += 1
    assert stopped > 10


def test_it_never_stops_for_nothing() -> None:
    bot = ChampionBot(Random(1))
    for seed in range(3):
        for view in views("bratwurmeck", 4, seed):
            if ROLL in view.moves:
                move = bot.choose(view)
                assert move == ROLL or get_dice_game(view.game).prize_of(view, move, view.total) is not None


@dice_games
def test_without_weights_it_plays_like_greedy_and_says_so_once(
    name: str, no_weights: None, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        for seed in range(2):
            bot, greedy = ChampionBot(Random(1)), GreedyBot(Random(1))
            for view in views(name, 2, seed):
                assert bot.choose(view) == greedy.choose(view)
                assert bot.fallback == f"There is no file {name}-2.net."
    assert [record.getMessage() for record in caplog.records] == [
        f"The bot champion plays like greedy: There is no file {name}-2.net."
    ]


def test_other_options_are_played_like_greedy() -> None:
    bot, greedy = ChampionBot(Random(1)), GreedyBot(Random(1))
    for view in views("barbecue", 2, 1, snails=2):
        assert bot.choose(view) == greedy.choose(view)
    assert bot.fallback is not None
    assert "other options" in bot.fallback
    bot.check(get("barbecue").setup(seats=2))
    assert bot.fallback is None


def test_a_network_of_ones_own_plays_the_game_that_it_is_for(tmp_path: Path) -> None:
    game, path = get("bratwurmeck"), tmp_path / "mine.net"
    path.write_bytes((win_shares.WEIGHTS / "bratwurmeck-2.net").read_bytes())
    bot = make(f"net:{path}", game, Random(1))
    bot.check(game.setup(seats=2))
    champion = ChampionBot(Random(1))
    assert all(bot.choose(view) == champion.choose(view) for view in views("bratwurmeck", 2, 3))
    for setup, problem in (
        (game.setup(seats=3), "something else"),
        (game.setup(seats=2, portions=(21, 26)), "options"),
    ):
        with pytest.raises(BadSetup, match=problem):
            bot.check(setup)
    with pytest.raises(BadSetup, match="There is no file"):
        make("net:nothing.net", game, Random(1)).check(game.setup(seats=2))
    with pytest.raises(BadSetup, match="write net:FILE"):
        make("net", game, Random(1))
    path.write_bytes(b"something")
    with pytest.raises(BadSetup, match="not a file of weights"):
        make(f"net:{path}", game, Random(1)).check(game.setup(seats=2))
