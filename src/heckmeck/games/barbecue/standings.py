"""The standings of Barbecue."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from heckmeck.games.barbecue.setup import BarbecueSetup
    from heckmeck.games.barbecue.state import Spot
    from heckmeck.games.outcome import Standing


def standings(setup: BarbecueSetup, spots: Sequence[Spot], points: Sequence[int]) -> tuple[Standing, ...]:
    """Return each seat's points and, for ties, the highest spot with one of its plates."""
    highest = [0] * setup.seats
    for number, spot in enumerate(spots, setup.spots[0]):
        if spot.owner is not None:
            highest[spot.owner] = number
    return tuple(zip(points, highest, strict=True))
