"""Gymnasium's own check, and whole games of a learner against bots."""

from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import InvalidAction, ResetNeeded
from gymnasium.utils.env_checker import check_env

import heckmeck.rl  # noqa: F401  # registers the environments
from heckmeck.bots import make
from heckmeck.bots.random import RandomBot
from heckmeck.games import GAMES, AnyGame, BadSetup, Move, Source
from heckmeck.play import replay
from heckmeck.rl.gymnasium_env import HeckmeckEnv

IDS = {name: f"heckmeck/{name.title()}-v1" for name in GAMES}


def play(env: Any, source: Random, seed: int | None = None) -> tuple[float, dict[str, Any]]:
    """Play random legal actions to the end; return the learner's total reward, and the last info."""
    _, info = env.reset(seed=seed)
    total, done = 0.0, False
    while not done:
        action = source.choice(np.flatnonzero(info["action_mask"]).tolist())
        observation, reward, terminated, truncated, info = env.step(action)
        assert observation in env.observation_space
        total, done = total + reward, terminated or truncated
    return total, info


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("arguments", [{}, {"opponents": ["random", "cautious"], "seat": "rotate"}], ids=["2", "3"])
def test_check_env(name: str, arguments: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    check_env(gymnasium.make(IDS[name], **arguments).unwrapped)
    assert "player" in capsys.readouterr().out, "it was drawn for people too"


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seats", [2, 5])
def test_a_game_ends_and_its_record_replays(name: str, seats: int) -> None:
    env = gymnasium.make(IDS[name], opponents="random", num_players=seats, seat=1)
    total, info = play(env, Random(3), seed=3)
    inner: Any = env.unwrapped
    table = inner.table
    assert info["reason"] in GAMES[name].reasons
    assert not info["action_mask"].any()
    assert (info["scores"], info["winners"]) == (table.outcome.scores, table.outcome.winners)
    assert total == (1 if info["winners"] == (1,) else total)
    assert (total > 0) == (1 in info["winners"] and len(info["winners"]) < seats)
    record = table.record()
    assert [step.state for step in replay(record)][-1] == table.state
    assert record.players[1] == "learner"


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("level", ["easy", "medium", "hard", "champion"])
def test_levels_are_opponents_by_name(name: str, level: str) -> None:
    env = gymnasium.make(IDS[name], opponents=level, num_players=3)
    _, info = play(env, Random(5), seed=5)
    inner: Any = env.unwrapped
    assert inner.table.record().players == ("learner", level, level)
    assert info["winners"]


def test_the_module_may_be_named_with_the_environment() -> None:
    env = gymnasium.make("heckmeck.rl:heckmeck/Bratwurmeck-v1", opponents="greedy")
    observation, info = env.reset(seed=1)
    assert observation.dtype == np.uint8
    assert info["action_mask"].any()


def test_a_rotating_learner_sits_on_every_seat_in_turn() -> None:
    env = HeckmeckEnv("barbecue", opponents="random", num_players=3, seat="rotate")
    seats = []
    for seed in (1, None, None, None, 1, None):
        observation, _ = env.reset(seed=seed)
        assert env.encoding.unpack(observation)["seat"].argmax() == env.seat
        seats.append(env.seat)
    assert seats == [0, 1, 2, 0, 0, 1]


def test_opponents_sit_after_the_learner_in_order() -> None:
    env = HeckmeckEnv("bratwurmeck", opponents=["random", "greedy", "cautious"], seat=2)
    env.reset(seed=1)
    assert env.table is not None
    assert env.table.names == ("greedy", "cautious", "learner", "random")


def test_an_opponent_may_be_a_function() -> None:
    made: list[Source] = []

    def opponent(game: AnyGame, source: Source) -> Any:
        made.append(source)
        return make("random", game, source)

    env = HeckmeckEnv("barbecue", opponents=opponent)
    play(env, Random(1), seed=1)
    assert len(made) == 1


def test_a_faulty_opponent_is_a_separate_error() -> None:
    class Faulty(RandomBot):
        def choose(self, view: Any) -> Move:
            raise ZeroDivisionError

    env = HeckmeckEnv("barbecue", opponents=lambda game, source: Faulty(source))
    with pytest.raises(ZeroDivisionError):
        play(env, Random(1), seed=1)


@pytest.mark.parametrize("name", GAMES)
def test_an_illegal_action_ends_the_game_with_a_penalty(name: str) -> None:
    env = HeckmeckEnv(name, illegal_reward=-7)
    _, info = env.reset(seed=1)
    observation, reward, terminated, truncated, info = env.step(int(np.flatnonzero(info["action_mask"] == 0)[0]))
    assert (reward, terminated, truncated, info["reason"]) == (-7.0, True, False, "illegal_action")
    assert observation in env.observation_space
    assert not info["action_mask"].any()
    with pytest.raises(ResetNeeded):
        env.step(0)
    env.reset()
    assert env.action_masks().any()


@pytest.mark.parametrize("action", [-1, 1000, 1.0, "roll", None, np.array([1, 2])])
def test_an_action_outside_the_space_is_an_error(action: object) -> None:
    env = HeckmeckEnv("barbecue")
    env.reset(seed=1)
    assert env.table is not None
    before = env.table.state
    with pytest.raises(InvalidAction):
        env.step(action)
    assert env.table.state is before


def test_nothing_is_played_before_reset_or_after_the_end() -> None:
    env = HeckmeckEnv("barbecue")
    with pytest.raises(ResetNeeded):
        env.step(0)
    with pytest.raises(ResetNeeded):
        env.action_masks()
    play(env, Random(1), seed=1)
    with pytest.raises(ResetNeeded):
        env.step(0)


def test_a_limit_of_turns_truncates() -> None:
    env = HeckmeckEnv("bratwurmeck", opponents="random", max_turns=4)
    _, info = play(env, Random(1), seed=1)
    assert info["reason"] == "turn_limit"


def test_a_game_that_ends_before_the_learner_acts_is_not_counted() -> None:
    env = HeckmeckEnv("bratwurmeck", opponents="greedy", portions=(21, 21), seat=1)
    for seed in range(20):
        _, info = env.reset(seed=seed)
        assert info["action_mask"].any()


def test_the_score_can_be_the_return() -> None:
    total, info = play(HeckmeckEnv("barbecue", returns="score", opponents="random"), Random(2), seed=2)
    assert total == info["scores"][0] - info["scores"][1]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"opponents": "nobody"}, "no bot 'nobody'"),
        ({"opponents": 3}, "names of bots"),
        ({"opponents": [3]}, "names of bots"),
        ({"opponents": []}, "2 to 5 players, not 1"),
        ({"opponents": ["random"], "num_players": 3}, "3 players"),
        ({"num_players": 1}, "2 to 5 players, not 1"),
        ({"num_players": "2"}, "2 to 5 players, not '2'"),
        ({"num_players": 6}, "2 to 5 players, not 6"),
        ({"seat": 2}, "from 0 to 1"),
        ({"seat": -1}, "from 0 to 1"),
        ({"seat": "first"}, "or 'rotate'"),
        ({"seats": 2}, "num_players"),
        ({"snails": 13}, "from 0 to 12"),
        ({"max_turns": 1}, "at least 2"),
        ({"render_mode": "film"}, "human, ansi, rgb_array"),
        ({"returns": "fame"}, "win or score"),
    ],
)
def test_bad_arguments_are_refused(arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(BadSetup, match=words):
        HeckmeckEnv("barbecue", **arguments)


def test_rendering_without_a_mode_warns() -> None:
    env = HeckmeckEnv("barbecue")
    env.reset(seed=1)
    with pytest.warns(UserWarning, match="without specifying any render mode"):
        assert env.render() is None


def test_games_are_the_same_for_the_same_seed_and_go_on_differently() -> None:
    env = HeckmeckEnv("karteneck", opponents="random")
    first, second = env.reset(seed=9)[0], env.reset()[0]
    assert not np.array_equal(first, second)
    assert np.array_equal(env.reset(seed=9)[0], first)
    assert np.array_equal(env.reset()[0], second)


def test_many_games_can_be_played_at_once() -> None:
    envs = gymnasium.make_vec(IDS["bratwurmeck"], num_envs=3, vectorization_mode="sync")
    observations, infos = envs.reset(seed=4)
    assert observations.shape == (3, 65)
    actions = np.array([int(np.flatnonzero(mask)[0]) for mask in infos["action_mask"]])
    observations, _, _, _, infos = envs.step(actions)
    assert infos["action_mask"].shape == (3, 40)
