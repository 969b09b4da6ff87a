"""Win probabilities of a small game for two players, as bounds that are narrowed while it is solved."""

from __future__ import annotations

from typing import ClassVar, Generic, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from heckmeck.games import Setup
from heckmeck.solve.turn_states import Floats

WON, LOST, SHARED = 0, 1, 2
"""Ends of the game, for the player who moved last; as successors they are numbered after the positions."""

ENDS = {WON: 0.0, LOST: 1.0, SHARED: 0.5}
"""The value of each end of the game for the player who would move next."""

Codes = NDArray[np.int64]


class PositionTable(Protocol):
    """All positions of a small game, in the order of their codes."""

    game: ClassVar[str]
    """The name of the game."""
    codes: Codes

    @property
    def setup(self) -> Setup: ...  # noqa: D102

    def __len__(self) -> int: ...


PositionsT = TypeVar("PositionsT", bound=PositionTable)


class Values(Generic[PositionsT]):
    """Bounds of the win probability of the player to move: for every position and, after them, for the ends."""

    def __init__(self, positions: PositionsT, low: Floats | None = None, high: Floats | None = None) -> None:
        self.positions = positions
        ends = [ENDS[end] for end in sorted(ENDS)]
        self.low = np.concatenate([np.zeros(len(positions)), ends]) if low is None else low
        self.high = np.concatenate([np.ones(len(positions)), ends]) if high is None else high

    @property
    def bound(self) -> float:
        """The maximum error of the midpoint between the bounds, over all positions."""
        return float((self.high - self.low).max()) / 2

    def at(self, number: int) -> tuple[float, float]:
        """Return the win probability of the player to move in a position, and its error bound."""
        low, high = float(self.low[number]), float(self.high[number])
        return (low + high) / 2, (high - low) / 2

    def middle(self, numbers: NDArray[np.integer]) -> Floats:
        """Return the win probabilities of the players to move in some positions."""
        return np.asarray((self.low[numbers] + self.high[numbers]) / 2)
