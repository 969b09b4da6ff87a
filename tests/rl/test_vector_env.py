"""The vector environment: autoreset, infos, seeds and refusals as Gymnasium has them; the caller plays every seat."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import InvalidAction, ResetNeeded
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import heckmeck.rl  # noqa: F401  # registers the environments
from heckmeck.games import GAMES, BadSetup, get
from heckmeck.rl.encoding import encoding_for
from heckmeck.rl.vector_env import HeckmeckVectorEnv

SHORT: dict[str, Any] = {"spots": (23, 23), "snails": 0}
"""A game of Barbecue that is over after a turn or two."""


def short(mode: AutoresetMode = AutoresetMode.NEXT_STEP, **arguments: Any) -> HeckmeckVectorEnv:
    env = HeckmeckVectorEnv("barbecue", 20, autoreset_mode=mode, **SHORT, **arguments)
    env.reset(seed=1)
    return env


def play_to_an_end(env: HeckmeckVectorEnv) -> tuple[Any, ...]:
    """Play random actions until some games end; return what that step returned."""
    while True:
        step = env.step(env.random_actions())
        if (step[2] | step[3]).any():
            return step


@pytest.mark.parametrize("name", GAMES)
def test_make_vec_gives_spaces_masks_and_seats(name: str) -> None:
    env = gymnasium.make_vec(f"heckmeck/{name.title()}Seats-v1", num_envs=3, num_players=3, max_turns=50)
    observations, info = env.reset(seed=2)
    for _ in range(10):
        assert observations in env.observation_space
        assert info["action_mask"].shape == (3, len(encoding_for(get(name).setup(seats=3)).actions))
        assert info["_seat"].all()
        actions = np.array([np.random.default_rng(1).choice(np.flatnonzero(row)) for row in info["action_mask"]])
        assert actions in env.action_space
        observations, rewards, terminated, truncated, info = env.step(actions)
        assert rewards.shape == terminated.shape == truncated.shape == (3,)
    assert observations.dtype == np.uint8
    assert env.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    env.close()


def test_by_default_a_game_restarts_with_the_next_step() -> None:
    env = short()
    _, rewards, terminated, truncated, info = play_to_an_end(env)
    over = terminated
    assert not truncated.any()
    assert not info["action_mask"][over].any()
    assert (info["_returns"] == over).all()
    assert {*info["reason"][over]} <= {"pool_empty", "no_snail_to_take", "grill_full"}
    acted = info["seat"][over]
    assert np.array_equal(rewards[over], info["returns"][over, acted])
    assert np.allclose(info["returns"].sum(axis=1), 0)
    assert not rewards[~over].any()
    before = env.action_masks()
    _, rewards, terminated, _, info = env.step(env.random_actions())
    assert not terminated[over].any()
    assert not rewards[over].any()
    assert info["action_mask"][over].any(axis=1).all()
    assert not before[over].any(), "masks are copies"


@pytest.mark.parametrize("copy", [True, False])
def test_a_game_can_restart_in_the_same_step(copy: bool) -> None:
    env = short(AutoresetMode.SAME_STEP, copy=copy)
    observations, _, terminated, _, info = play_to_an_end(env)
    assert (info["_final_obs"] == terminated).all()
    assert info["action_mask"].any(axis=1).all(), "all games go on"
    for game in np.flatnonzero(terminated):
        final = env.encoding.unpack(info["final_obs"][game])
        assert final["ended"].any()
        assert not env.encoding.unpack(observations[game])["ended"].any()
    assert [final is None for final in info["final_obs"]] == (~terminated).tolist()
    assert info["final_info"]["scores"].shape == (20, 2)
    assert (info["final_info"]["_scores"] == terminated).all()
    assert not info["final_info"]["action_mask"][terminated].any()


def test_without_autoreset_the_caller_resets() -> None:
    env = short(AutoresetMode.DISABLED)
    _, _, terminated, _, _ = play_to_an_end(env)
    with pytest.raises(ResetNeeded, match="is over: reset it"):
        env.step(env.random_actions())
    observations, info = env.reset(options={"reset_mask": terminated})
    assert info["action_mask"].any(axis=1).all()
    assert observations in env.observation_space
    env.step(env.random_actions())


def test_the_three_modes_play_the_same_games() -> None:
    """The luck of a game does not depend on the mode."""
    scores: dict[AutoresetMode, list[Any]] = {}
    for mode in AutoresetMode:
        env = HeckmeckVectorEnv("barbecue", 1, autoreset_mode=mode, **SHORT)
        _, info = env.reset(seed=5)
        scores[mode] = []
        while len(scores[mode]) < 5:
            over = not info["action_mask"].any()
            _, _, terminated, _, info = env.step([info["action_mask"][0].argmax()])
            if terminated[0] and not over:
                final = info.get("final_info", info)
                scores[mode].append((final["scores"].tolist(), final["reason"].tolist()))
                if mode is AutoresetMode.DISABLED:
                    _, info = env.reset(options={"reset_mask": terminated})
    assert scores[AutoresetMode.NEXT_STEP] == scores[AutoresetMode.SAME_STEP] == scores[AutoresetMode.DISABLED]


def test_the_limit_of_turns_truncates() -> None:
    env = HeckmeckVectorEnv("bratwurmeck", 5, max_turns=2, returns="score")
    env.reset(seed=1)
    _, _, terminated, truncated, info = play_to_an_end(env)
    assert not terminated.any()
    assert {*info["reason"][truncated]} == {"turn_limit"}


def test_an_illegal_action_ends_its_game() -> None:
    env = HeckmeckVectorEnv("bratwurmeck", 3, num_players=3, illegal_reward=-2)
    env.reset(seed=1)
    actions = env.random_actions()
    actions[1] = 39
    _, rewards, terminated, _, info = env.step(actions)
    assert terminated.tolist() == [False, True, False]
    assert rewards.tolist() == [0, -2, 0]
    assert info["returns"][1].tolist() == [-2, 0, 0]
    assert info["reason"][1] == "illegal_action"


@pytest.mark.parametrize("actions", [[0, 0], [0, 0, 8], [0, -1, 0], [0.5, 0, 0], [[0, 0, 0]], None, "abc"])
def test_actions_outside_the_space_are_refused_and_change_nothing(actions: Any) -> None:
    env = HeckmeckVectorEnv("barbecue", 3)
    before, _ = env.reset(seed=1)
    with pytest.raises(InvalidAction):
        env.step(actions)
    assert np.array_equal(env.batch.observations, before)


def test_the_same_seed_gives_the_same_games_and_arrays_may_be_shared() -> None:
    one, two = HeckmeckVectorEnv("bratwurmeck", 4), HeckmeckVectorEnv("bratwurmeck", 4, copy=False)
    seen, other = one.reset(seed=3)[0], two.reset(seed=3)[0]
    assert np.array_equal(seen, other)
    one.step(one.random_actions())
    later = two.step(two.random_actions())[0]
    assert later is other, "the array itself"
    assert not np.array_equal(seen, later)
    assert np.array_equal(one.batch.observations, later)
    one.reset(seed=[1, 1, None, 1])
    assert np.array_equal(one.batch.observations[0], one.batch.observations[3])


def test_a_reset_of_some_games_with_a_seed_leaves_the_others_alone() -> None:
    env = HeckmeckVectorEnv("barbecue", 3)
    env.reset(seed=np.int64(3))  # type: ignore[arg-type]  # Gymnasium says int, and users have those of numpy
    before = env.batch.records.copy()
    env.reset(seed=4, options={"reset_mask": np.array([False, True, False])})
    assert (env.batch.records == before).tolist() == [True, False, True]


def test_nothing_is_played_before_the_first_reset() -> None:
    env = HeckmeckVectorEnv("barbecue", 2)
    with pytest.raises(ResetNeeded):
        env.step([0, 0])
    with pytest.raises(ResetNeeded):
        env.reset(options={"reset_mask": np.array([True, False])})


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ({"num_players": 9}, "2 to 7 players"),
        ({"seats": 3}, "num_players"),
        ({"returns": "money"}, "returns must be"),
        ({"max_turns": 0}, "max_turns"),
        ({"num_envs": 0}, "games must be"),
        ({"autoreset_mode": "never"}, "autoreset_mode must be one of NextStep, SameStep, Disabled"),
        ({"portions": (1, 2)}, "portions"),
        ({"snails": 1}, "There is no option 'snails'"),
    ],
)
def test_bad_arguments(arguments: dict[str, Any], text: str) -> None:
    with pytest.raises(BadSetup, match=text):
        HeckmeckVectorEnv("bratwurmeck", **arguments)


def test_wrappers_of_gymnasium_work() -> None:
    env = RecordEpisodeStatistics(short())
    env.reset(seed=1)
    inner = env.unwrapped
    assert isinstance(inner, HeckmeckVectorEnv)
    for _ in range(30):
        env.step(inner.random_actions())
    assert env.episode_count > 0
