"""Outcomes of chance with all alternatives, so that a browser can check a game that it does not know.

Only for games that are sent as text, have no hidden information, and draw from integer weights. `docs/fairness.md` has
the mapping.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any

import msgspec
from msgspec import Struct

from heckmeck.games import CHANCE, AnyGame, WeightedDistribution
from heckmeck.server.table.positions import is_sent_as_text

MAX_WEIGHTS = 1000
"""Maximum number of outcomes that are listed: with more, a message would be too long."""
MAX_BYTES = 16_384
"""Maximum size of the outcomes of one entry with their weights, as JSON."""


class ChanceNode(Struct, frozen=True):
    """One outcome of chance, in notation, and the integer weights of all that were possible, in their fixed order."""

    outcome: str
    weights: tuple[tuple[str, int], ...]


def written_size(node: ChanceNode) -> int:
    """Return the number of bytes of an outcome with its weights, as JSON."""
    return len(msgspec.json.encode(node))


def chance_nodes(game: AnyGame, state: Any, steps: Sequence[str]) -> tuple[ChanceNode, ...]:
    """Return the outcomes of chance among some steps; empty unless all of them can be checked by their weights."""
    if game.hides or not is_sent_as_text(game):
        return ()
    found: list[ChanceNode] = []
    size = 0
    for step in steps:
        if game.to_act(state) is CHANCE:
            distribution = game.chance(state)
            if not isinstance(distribution, WeightedDistribution):
                return ()
            weights = tuple((str(outcome), weight) for outcome, weight in islice(distribution, MAX_WEIGHTS + 1))
            if len(weights) > MAX_WEIGHTS:
                return ()
            found.append(ChanceNode(step, weights))
            size += written_size(found[-1])
            if size > MAX_BYTES:
                return ()
        state = game.apply(state, game.parse(step)).state
    return tuple(found)
