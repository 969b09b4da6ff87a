"""Matches of a policy against a bot."""

from typing import Any

import numpy as np
from evaluation import play_match
from numpy.typing import NDArray

from heckmeck.games import get

SETUP = get("bratwurmeck").setup(seats=2, portions=(21, 22))


def cautious(observations: NDArray[Any], masks: NDArray[np.int8]) -> NDArray[np.integer]:
    """Play like the bot: worms and what counts most first; the highest portion as soon as there is one."""
    kept = observations[:, 11:17] * np.array([1, 2, 3, 4, 5, 100]) * masks[:, :6]
    highest = np.where(masks[:, 8:].any(axis=1), masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1), 6)
    return np.where(masks[:, :6].any(axis=1), kept.argmax(axis=1), highest)


def test_the_same_policy_on_both_sides_wins_half() -> None:
    share = play_match(cautious, SETUP, "cautious", games=400, seed=1)
    assert share.low < 0.5 < share.high
    assert share.games == 400


def test_each_side_begins_in_half_of_the_games() -> None:
    """A policy that wastes every turn loses on both seats."""
    stop = np.zeros(40, np.int64)
    stop[7] = 1

    def give_away(observations: NDArray[Any], masks: NDArray[np.int8]) -> NDArray[np.integer]:
        return np.asarray((masks * (1 + stop)).argmax(axis=1))

    share = play_match(give_away, SETUP, "sure", games=20, seed=1)
    assert share.rate < 0.2
