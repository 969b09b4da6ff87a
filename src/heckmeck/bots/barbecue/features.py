"""The features of Barbecue's positions; `rl/batch/barbecue.h` has the same for many positions at once."""

from __future__ import annotations

from collections.abc import Sequence

from heckmeck.bots.features import Features, compare_all, comparisons
from heckmeck.games.barbecue import BarbecueSetup, BarbecueState
from heckmeck.games.barbecue.setup import SNAILS, SPOTS
from heckmeck.games.barbecue.standings import standings

LOWEST, HIGHEST = SPOTS
NUMBER = HIGHEST - LOWEST + 1

LEAD = 20
"""A lead of more points counts like this one."""

OUT, EMPTY, SNAIL, PLATES = range(4)


class BarbecueFeatures(Features[BarbecueSetup, BarbecueState]):
    """What lies on each spot, who leads by how much, and how near the end is.

    >>> from heckmeck.games import get
    >>> game, features = get("barbecue"), BarbecueFeatures(seats=2)
    >>> features.count, features.size
    (19, 197)
    >>> features.indices(game.start(game.setup(seats=2)))[:4]
    [1, 8, 15, 22]
    """

    setup_type = BarbecueSetup
    places, common, each = NUMBER, PLATES, 2

    def _answers(self) -> Sequence[int]:
        spots = [PLATES + 2 * self.seats] * NUMBER
        return [*spots, *comparisons(self.seats, LEAD), SNAILS + 1, SNAILS + 1, NUMBER + 1, NUMBER + 1]

    def _answer(self, state: BarbecueState) -> Sequence[int]:
        setup, seats = state.setup, self.seats
        classes, single = [OUT] * NUMBER, 0
        for place, (owner, plates, snail) in enumerate(state.spots, setup.spots[0] - LOWEST):
            if owner is None:
                classes[place] = SNAIL if snail else EMPTY
            else:
                classes[place] = PLATES + 2 * ((owner - state.seat) % seats) + plates - 1
                single += plates == 1
        by_seat = standings(setup, state.spots, state.points)
        leads = compare_all([*by_seat[state.seat :], *by_seat[: state.seat]], LEAD)
        return [*classes, *leads, state.pool, classes.count(SNAIL), classes.count(EMPTY), single]
