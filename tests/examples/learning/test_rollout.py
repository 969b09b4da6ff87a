"""Self-play in the vector environment."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from rollout import Act, Choice, SelfPlay, advantages

from heckmeck.rl.vector_env import HeckmeckVectorEnv

GAMES = 8


def make() -> SelfPlay:
    env = HeckmeckVectorEnv("barbecue", GAMES, num_players=2, max_turns=3, autoreset_mode="SameStep")
    return SelfPlay(env, seed=1)


def randomly(play: SelfPlay) -> Act:
    """Choose any actions, and expect nothing of any position."""
    zeros = np.zeros(GAMES, np.float32)
    return lambda observations, masks: Choice(play.env.random_actions().astype(np.int64), zeros, zeros)


def test_without_expectations_and_decay_every_decision_gets_what_its_seat_gets_at_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    play = make()
    seats, ends, step = [], [], play.env.step

    def recorded(actions: NDArray[np.int64]) -> Any:
        seats.append(play.env.batch.seats.copy())
        result = step(actions)
        ends.append(result[4].get("final_info", {"returns": None, "_returns": np.zeros(GAMES)}))
        return result

    monkeypatch.setattr(play.env, "step", recorded)
    found = play.play(randomly(play), 200, decay=1.0).returns
    for game in range(GAMES):
        over = [number for number in range(200) if ends[number]["_returns"][game]]
        assert over
        for number in range(over[0] + 1):
            assert found[number, game] == ends[over[0]]["returns"][game][seats[number][game]]


def test_steps_go_on_where_the_last_ones_ended() -> None:
    play = make()
    first = play.play(randomly(play), 5, decay=0.9)
    assert first.observations.shape == (5, GAMES, play.env.encoding.size)
    after = play.observations.copy()
    second = play.play(randomly(play), 5, decay=0.9)
    assert np.array_equal(second.observations[0], after)
    assert (np.take_along_axis(second.masks, second.actions[..., None], axis=2) == 1).all()


@pytest.mark.parametrize("decay", [0.0, 0.5, 1.0])
def test_advantages_follow_their_definition(decay: float) -> None:
    source = np.random.default_rng(1)
    rewards, values, following = source.random((3, 6, 4), np.float32)
    signs = source.integers(-1, 2, (6, 4)).astype(np.float32)
    found = advantages(rewards, values, following, signs, decay)
    for game in range(4):
        for step in range(6):
            expected, weight = 0.0, 1.0
            for later in range(step, 6):
                surprise = rewards[later, game] + signs[later, game] * following[later, game] - values[later, game]
                expected += weight * surprise
                weight *= decay * signs[later, game]
            assert found[step, game] == pytest.approx(expected, abs=1e-5)
