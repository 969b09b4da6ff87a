"""The features of Bratwurmeck's positions; `rl/batch/bratwurmeck.h` has the same for many positions at once."""

from __future__ import annotations

from collections.abc import Sequence

from heckmeck.bots.features import Features, compare_all, comparisons
from heckmeck.games.bratwurmeck import BratwurmeckSetup, BratwurmeckState
from heckmeck.games.bratwurmeck.setup import PORTIONS, worms_on
from heckmeck.games.portion import stack_standings

LOWEST, HIGHEST = PORTIONS
NUMBER = HIGHEST - LOWEST + 1
MOST_WORMS = sum(worms_on(portion) for portion in range(LOWEST, HIGHEST + 1))

DEPTH = 5
"""Places in a stack that are told apart: the top, the next ones, and all below."""
LEAD = 12
"""A lead of more worms counts like this one."""


class BratwurmeckFeatures(Features[BratwurmeckSetup, BratwurmeckState]):
    """Where each portion is, who leads by how much, and what is left on the grill.

    >>> from heckmeck.games import get
    >>> game, features = get("bratwurmeck"), BratwurmeckFeatures(seats=2)
    >>> features.count, features.size
    (21, 311)
    >>> features.indices(game.start(game.setup(seats=2)))[:4]
    [1, 13, 25, 37]
    """

    setup_type = BratwurmeckSetup
    places, common, each = NUMBER, 2, DEPTH

    def _answers(self) -> Sequence[int]:
        places = [2 + DEPTH * self.seats] * NUMBER
        return [*places, *comparisons(self.seats, LEAD), NUMBER + 1, MOST_WORMS + 1, NUMBER + 1, NUMBER + 1]

    def _answer(self, state: BratwurmeckState) -> Sequence[int]:
        places = [0] * NUMBER  # out of play
        for portion in state.grill:
            places[portion - LOWEST] = 1
        stacks = [*state.stacks[state.seat :], *state.stacks[: state.seat]]
        for offset, stack in enumerate(stacks):
            for depth, portion in enumerate(reversed(stack)):
                places[portion - LOWEST] = 2 + DEPTH * offset + min(depth, DEPTH - 1)
        leads = compare_all(stack_standings(stacks, worms_on), LEAD)
        highest, lowest = (state.grill[-1] - LOWEST + 1, state.grill[0] - LOWEST + 1) if state.grill else (0, 0)
        return [*places, *leads, len(state.grill), sum(map(worms_on, state.grill)), highest, lowest]
