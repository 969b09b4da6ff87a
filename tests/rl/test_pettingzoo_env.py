"""PettingZoo's own suites, and what they do not cover: whole games, rewards, limits and bad input."""

import pickle
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import numpy as np
import pettingzoo
import pytest
from gymnasium.error import ResetNeeded
from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test
from pettingzoo.test.save_obs_test import test_save_obs as save_obs_test
from pettingzoo.utils.env_logger import EnvLogger

from heckmeck.games import BadSetup, IllegalMove
from heckmeck.rl import barbecue_v1, bratwurmeck_v1, karteneck_v1
from heckmeck.rl.rendering import LINES

MODULES = (bratwurmeck_v1, barbecue_v1, karteneck_v1)
NAMES = {module: module.__name__.rpartition(".")[2] for module in MODULES}
CASES = [(module, seats) for module in MODULES for seats in module.raw_env.game.seats]

# The suite reports this for every environment with a mask that is not on its own list.
dict_observations = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array", "ignore:Observation space for each agent probably should be"
)


@pytest.fixture(params=MODULES, ids=lambda module: NAMES[module])
def module(request: pytest.FixtureRequest) -> ModuleType:
    found: ModuleType = request.param
    return found


def play(env: Any, source: Random) -> dict[str, float]:
    """Play random legal actions to the end; return the total reward of every agent."""
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        total[agent] += reward
        done = terminated or truncated
        env.step(None if done else source.choice(np.flatnonzero(observation["action_mask"]).tolist()))
    return total


@dict_observations
@pytest.mark.parametrize(("module", "seats"), CASES, ids=lambda case: NAMES.get(case, case))
def test_api(module: ModuleType, seats: int) -> None:
    api_test(module.env(num_players=seats), num_cycles=200)


def test_seeds(module: ModuleType) -> None:
    seed_test(lambda: module.env(num_players=3), num_cycles=200)


def test_rendering(module: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(module.env)
    assert "player" in capsys.readouterr().out


def test_saving_observations(module: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    save_obs_test(module.env())


@pytest.mark.slow  # each takes five seconds by the clock
def test_benchmark(module: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    performance_benchmark(module.env())
    assert "turns per second" in capsys.readouterr().out


@pytest.mark.parametrize(("module", "seats"), CASES, ids=lambda case: NAMES.get(case, case))
def test_a_game_ends_with_returns_that_add_up_to_zero(module: ModuleType, seats: int) -> None:
    env = module.env(num_players=seats)
    env.reset(seed=seats)
    total = play(env, Random(seats))
    assert env.agents == []
    episode = env.unwrapped.episode
    assert episode.outcome is not None
    assert episode.outcome.reason in episode.game.reasons
    assert sum(total.values()) == pytest.approx(0)
    assert total[f"player_{episode.outcome.winners[0]}"] == max(total.values()) > 0


def test_the_score_can_be_the_return() -> None:
    env = barbecue_v1.env(returns="score")
    env.reset(seed=1)
    total = play(env, Random(1))
    first, second = env.unwrapped.episode.outcome.scores
    assert total == {"player_0": first - second, "player_1": second - first}


@pytest.mark.parametrize(
    ("module", "options"),
    [
        (bratwurmeck_v1, {"portions": (21, 24), "lower_portion": "next", "returned_highest_turns": True, "first": 1}),
        (barbecue_v1, {"spots": (25, 27), "worms_by_spot": {25: 0, 26: 99, 27: 3}, "snails": 2}),
        (karteneck_v1, {"portions": (16, 21), "zeros": 0, "removed": 0, "copies": 3, "worm_cards": 4, "hand": 3}),
    ],
    ids=lambda case: NAMES.get(case, "") if isinstance(case, ModuleType) else "",
)
def test_options_of_the_game_are_arguments(module: ModuleType, options: dict[str, object]) -> None:
    env = module.env(**options)
    env.reset(seed=1)
    setup = env.unwrapped.episode.state.setup
    assert setup == module.raw_env.game.setup(seats=2, **options)
    play(env, Random(1))
    assert env.unwrapped.episode.outcome is not None


def test_a_limit_of_turns_truncates() -> None:
    env = bratwurmeck_v1.env(max_turns=3)
    env.reset(seed=1)
    while not any(env.truncations.values()):
        assert not any(env.terminations.values())
        mask = env.last()[0]["action_mask"]
        env.step(int(np.flatnonzero(mask)[0]))
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    assert env.unwrapped.episode.turns == 3
    assert env.unwrapped.episode.outcome.reason == "turn_limit"
    assert not env.last()[0]["action_mask"].any()


def test_an_agent_chooses_worms_one_after_another() -> None:
    env = karteneck_v1.env(hand=6, copies=0, portions=(16, 17), zeros=0, removed=0)
    env.reset(seed=1)
    agent, encoding = env.agent_selection, env.unwrapped.encoding
    hand = np.flatnonzero(encoding.unpack(env.last()[0]["observation"])["hand"]) - 5
    first, last = 3 + hand[0], 3 + hand[-1]
    env.step(first)
    observation = env.last()[0]
    assert env.agent_selection == agent
    assert not observation["action_mask"][: first + 1].tolist()[3:].count(1), "only worms above it"
    assert observation["action_mask"][2], "they can be laid"
    assert encoding.unpack(observation["observation"])["chosen"].sum() == 1
    assert not encoding.unpack(env.observe("player_1")["observation"])["chosen"].any(), "others do not see the choice"
    env.step(last)
    env.step(2)
    assert env.agent_selection != agent
    assert len(env.unwrapped.episode.state.layouts[0]) == 2


def test_hidden_cards_are_in_no_other_observation() -> None:
    """Two games that differ only in the hand of one seat look the same to the others."""
    env = karteneck_v1.env(num_players=3)
    env.reset(seed=5)
    episode = env.unwrapped.episode
    before = [env.observe(agent)["observation"] for agent in env.agents]
    episode.state = episode.game.resample(episode.state, 1, Random(2))
    after = [env.observe(agent)["observation"] for agent in env.agents]
    assert np.array_equal(before[1], after[1])
    assert not np.array_equal(before[0], after[0])
    assert not np.array_equal(before[2], after[2])


def test_an_illegal_action_ends_the_game_and_costs_one(module: ModuleType) -> None:
    env = module.env(num_players=3)
    env.reset(seed=1)
    agent = env.agent_selection
    EnvLogger.suppress_output()
    try:
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0]))
    finally:
        EnvLogger.unsuppress_output()
    assert env.rewards == {each: -1.0 if each == agent else 0 for each in env.agents}
    assert all(env.terminations.values())


@pytest.mark.parametrize("action", [-1, 1000, 1.0, "roll", None, np.array([1, 2])])
def test_an_action_outside_the_space_is_an_error(module: ModuleType, action: object) -> None:
    env = module.env()
    env.reset(seed=1)
    before = env.unwrapped.episode.state
    with pytest.raises(AssertionError, match="not in action space"):
        env.step(action)
    assert env.unwrapped.episode.state is before
    env.unwrapped.reset(seed=1)
    with pytest.raises(IllegalMove, match="not in the action space"):
        env.unwrapped.step(action)


def test_without_wrappers_an_illegal_action_is_refused(module: ModuleType) -> None:
    env = module.raw_env()
    with pytest.raises(ResetNeeded):
        env.observe("player_0")
    env.reset(seed=1)
    before = env.episode.state
    with pytest.raises(IllegalMove, match="cannot choose the action"):
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0]))
    assert env.episode.state is before


def test_after_the_end_only_none_is_accepted() -> None:
    env = barbecue_v1.env()
    env.reset(seed=1)
    source = Random(1)
    while not any(env.terminations.values()):
        env.step(source.choice(np.flatnonzero(env.last()[0]["action_mask"]).tolist()))
    with pytest.raises(ValueError, match="only valid action is None"):
        env.step(0)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"num_players": 1}, "2 to 7 players, not 1"),
        ({"num_players": 8}, "2 to 7 players, not 8"),
        ({"num_players": 2.0}, "not 2.0"),
        ({"seats": 2}, "num_players"),
        ({"portions": (21, 40)}, "from 21 to 36"),
        ({"lower_portion": "all"}, "any or next"),
        ({"wurst": 1}, "no option 'wurst'"),
        ({"render_mode": "film"}, "human, ansi, rgb_array or None, not 'film'"),
        ({"returns": "fame"}, "win or score, not 'fame'"),
        ({"max_turns": 0}, "max_turns"),
        ({"max_turns": True}, "max_turns"),
    ],
)
def test_bad_arguments_are_refused(arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(BadSetup, match=words):
        bratwurmeck_v1.env(**arguments)


def test_pictures_show_what_the_agent_to_act_sees() -> None:
    env = karteneck_v1.env(render_mode="ansi")
    env.reset(seed=1)
    seat = env.unwrapped.episode.seat
    assert env.render() == str(env.unwrapped.episode.view(seat))
    assert "your hand" in env.render()


def test_all_pictures_have_one_size_and_hold_the_whole_drawing(module: ModuleType) -> None:
    seats = module.raw_env.game.seats[-1]
    env = module.env(num_players=seats, render_mode="rgb_array")
    env.reset(seed=1)
    source = Random(1)
    shapes = set()
    for number, agent in enumerate(env.agent_iter(400)):
        observation, _, terminated, *_ = env.last()
        if terminated:
            break
        assert agent == env.agent_selection
        assert len(env.unwrapped.episode.view(None).draw().lines) <= LINES
        if number % 40 == 0:
            picture = env.render()
            assert len(np.unique(picture[..., 0])) > 3, "it is not empty"
            shapes.add(picture.shape)
        env.step(source.choice(np.flatnonzero(observation["action_mask"]).tolist()))
    assert len(shapes) == 1


def test_rendering_without_a_mode_warns() -> None:
    env = barbecue_v1.env()
    env.reset(seed=1)
    with pytest.warns(UserWarning, match="without specifying any render mode"):
        assert env.render() is None


def test_environments_are_pickled_by_their_arguments() -> None:
    env = barbecue_v1.raw_env(num_players=4, snails=3)
    copy = pickle.loads(pickle.dumps(env))
    assert copy.encoding.setup == env.encoding.setup


def test_they_are_in_the_registry_of_pettingzoo() -> None:
    env = pettingzoo.make("aec", "heckmeck/karteneck-v1", num_players=3)
    assert str(env) == "karteneck_v1"
    assert env.possible_agents == ["player_0", "player_1", "player_2"]
