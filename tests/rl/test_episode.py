"""A game played by ids: refused actions change nothing, and a limit of turns ends it."""

from random import Random

import pytest

from heckmeck.games import GAMES, GameOver, IllegalMove
from heckmeck.rl.encoding import encoding_for
from heckmeck.rl.episode import TURN_LIMIT, Episode


def episode(name: str, max_turns: int | None = None, **options: object) -> Episode:
    return Episode(encoding_for(GAMES[name].setup(seats=2, **options)), Random(1), max_turns)


def finish(game: Episode, source: Random) -> None:
    while game.seat is not None:
        game.play(source.choice(game.encoding.legal(game.view(game.seat), game.chosen)))


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_played_to_its_end(name: str) -> None:
    game = episode(name)
    finish(game, Random(2))
    assert game.outcome is not None
    assert game.outcome.reason in GAMES[name].reasons
    assert not game.truncated
    with pytest.raises(GameOver):
        game.play(0)


@pytest.mark.parametrize("name", GAMES)
def test_the_limit_counts_whole_turns(name: str) -> None:
    game = episode(name, max_turns=3)
    finish(game, Random(2))
    assert (game.turns, game.truncated) == (3, True)
    assert game.outcome is not None
    assert game.outcome.reason == TURN_LIMIT
    with pytest.raises(GameOver):
        game.play(0)


def test_an_end_by_the_rules_in_the_last_turn_is_not_a_truncation() -> None:
    """The only portion is taken in the very turn that reaches the limit."""
    for seed in range(20):
        encoding = encoding_for(GAMES["bratwurmeck"].setup(seats=2, portions=(21, 21)))
        game = Episode(encoding, Random(seed), max_turns=1)
        while game.seat is not None:
            legal = encoding.legal(game.view(game.seat))
            takes = [action for action in legal if encoding.name(action).startswith("take")]
            game.play((takes or [action for action in legal if encoding.name(action) != "stop"])[-1])
        assert game.turns == 1
        assert game.truncated == (game.outcome is not None and game.outcome.reason == TURN_LIMIT)
        if not game.truncated:
            assert game.outcome is not None
            assert game.outcome.winners == (0,)
            return
    raise AssertionError("nobody took the portion")


def test_an_illegal_action_changes_nothing() -> None:
    game = episode("karteneck", copies=0)
    seat = game.seat
    assert seat is not None
    worms = game.encoding.legal(game.view(seat))[1:]
    game.play(worms[1])
    before = (game.state, game.chosen)
    for action in (0, worms[0], worms[1], 112, -1, 5000):
        with pytest.raises(IllegalMove):
            game.play(action)
    assert (game.state, game.chosen) == before
