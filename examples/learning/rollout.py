"""Self-play in a vector environment: the steps of many games, and how much better each went than expected."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from heckmeck.rl.vector_env import HeckmeckVectorEnv

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]


class Choice(NamedTuple):
    """What a learner chooses in every game: actions, their log-probabilities, and the values of the positions."""

    actions: Ints
    log_probs: Floats
    values: Floats


Act = Callable[[NDArray[Any], NDArray[np.int8]], Choice]
"""Chooses from observations and masks."""


class Steps(NamedTuple):
    """Decisions of many games in step: a row for each step, a column for each game."""

    observations: NDArray[Any]
    masks: NDArray[np.int8]
    actions: Ints
    log_probs: Floats
    advantages: Floats
    returns: Floats


class SelfPlay:
    """Plays all seats of the games of a vector environment with one learner, continuing where the last call ended.

    The environment must restart finished games in the same step: `autoreset_mode="SameStep"`.
    """

    def __init__(self, env: HeckmeckVectorEnv, seed: int) -> None:
        self.env = env
        self.observations, self.info = env.reset(seed=seed)

    def play(self, act: Act, steps: int, decay: float) -> Steps:
        """Play a number of steps and estimate the advantages of all actions; see `advantages`."""
        seen: list[tuple[Any, ...]] = []
        for _ in range(steps):
            observations, masks, seats = self.observations, self.info["action_mask"], self.info["seat"]
            choice = act(observations, masks)
            self.observations, rewards, terminated, truncated, self.info = self.env.step(choice.actions)
            seen.append((observations, masks, *choice, seats, rewards, terminated | truncated))
        columns = (np.stack(column) for column in zip(*seen, strict=True))
        all_observations, all_masks, actions, log_probs, values, seats, rewards, ends = columns
        last = act(self.observations, self.info["action_mask"]).values
        next_values = np.concatenate([values[1:], last[None]])
        next_seats = np.concatenate([seats[1:], self.info["seat"][None]])
        # What is good for the next seat to act is bad for this one, unless it is the same; nothing follows an end.
        signs = np.where(ends, 0, np.where(next_seats == seats, 1, -1)).astype(np.float32)
        gains = advantages(rewards, values, next_values, signs, decay)
        return Steps(all_observations, all_masks, actions, log_probs, gains, gains + values)


def advantages(rewards: Floats, values: Floats, next_values: Floats, signs: Floats, decay: float) -> Floats:
    """Return the generalised advantage estimates (GAE) of a game for two in which one side wins what the other loses.

    A row is a step. `signs` says what the next value means to the seat that acts now: 1, -1, or 0 after the end.

    >>> rewards, values = np.array([[0], [1]], np.float32), np.array([[-0.5], [0.5]], np.float32)
    >>> next_values, signs = np.array([[0.5], [9]], np.float32), np.array([[-1], [0]], np.float32)
    >>> advantages(rewards, values, next_values, signs, decay=0.5).ravel().tolist()
    [-0.25, 0.5]
    """
    found = rewards + signs * next_values - values
    for step in range(len(found) - 2, -1, -1):
        found[step] += decay * signs[step] * found[step + 1]
    return found
