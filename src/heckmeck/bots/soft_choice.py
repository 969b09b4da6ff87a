"""Softened choices: for players below their best, without silly blunders."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import exp
from typing import TypeVar

from heckmeck.games import Source

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Softness:
    """How often a choice is not the best one: `temperature` is a loss that makes a choice less likely by a factor of e.

    A choice that loses more than `bound` is never made. Losses are in win shares, relative to a game for two: at a
    table with more seats, where all shares are smaller, they count as much more.
    """

    temperature: float
    bound: float


def choose_softly(worths: Mapping[T, float], softness: Softness, source: Source) -> T:
    """Choose at random, the likelier the less a choice loses to the best one.

    >>> from random import Random
    >>> source, worths = Random(1), {"best": 0.5, "nearly": 0.49, "silly": 0.2}
    >>> chosen = [choose_softly(worths, Softness(0.02, 0.1), source) for _ in range(1000)]
    >>> [chosen.count(choice) for choice in worths]
    [605, 395, 0]
    """
    most = max(worths.values())
    weights = {
        choice: exp((worth - most) / softness.temperature)
        for choice, worth in worths.items()
        if most - worth <= softness.bound
    }
    point = source.random() * sum(weights.values())
    for choice, weight in weights.items():
        point -= weight
        if point < 0:
            return choice
    return max(weights, key=lambda choice: weights[choice])
