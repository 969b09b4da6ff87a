"""The hands of the others as numbers, for a player that sees them: it measures what hidden cards are worth."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from heckmeck.bots.karteneck.features import VALUES
from heckmeck.games.karteneck import KarteneckSetup
from heckmeck.games.karteneck.cards import WORM_VALUE
from heckmeck.rl.batch.layout import Records
from heckmeck.rl.encoding.karteneck import KINDS

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]
NUMBERS = 22
"""Numbers for each other seat."""


def open_hands(records: Records, setup: KarteneckSetup) -> Floats:
    """Return a row for each game: the hands of all other seats from the one after the seat to act on."""
    me, games = records["seat"].astype(np.intp), np.arange(len(records))
    top = _top(records["players"][games, me])
    parts = [_hand(records["players"][games, (me + step) % setup.seats], top, setup) for step in range(1, setup.seats)]
    return np.concatenate(parts, axis=1)


def _hand(player: Records, top: Ints, setup: KarteneckSetup) -> Floats:
    """Return what is in a hand, what of it can be laid, and whether it can steal a portion."""
    hand, laid = _sorts(player["hand"]), _sorts(player["layout"])
    layable = np.where((laid > 0) | (player["out"] > 0)[:, None], 0, hand)
    adds, total = layable @ np.array(VALUES), laid @ np.array(VALUES)
    shields = (np.arange(1, 26) * (player["hand"][:, 5:] > 0)).max(axis=1)
    need = top - total
    possible = (need >= 0) & (top > 0) & (player["out"] == 0)
    reach = possible & (_sums(layable, laid[:, -1] > 0) >> np.clip(need, 0, 62).astype(np.uint64) & 1 > 0)
    worms = np.array(setup.worms)[top] / 5
    columns = [hand / 4, hand > 0, layable > 0, adds / 30, shields / 25, reach, reach * worms]
    return np.column_stack(columns).astype(np.float32)


def _top(player: Records) -> Ints:
    kinds = player["stack"][np.arange(len(player)), np.maximum(player["height"].astype(np.intp), 1) - 1]
    tops: Ints = np.where(player["height"] > 0, np.array(KINDS)[kinds], 0)
    return tops


def _sorts(cards: NDArray[Any]) -> Ints:
    return np.column_stack([cards[:, :5], cards[:, 5:].sum(axis=1)]).astype(np.int64)


def _sums(layable: Ints, valid: NDArray[np.bool_]) -> NDArray[np.uint64]:
    """Return as bits what cards can add to layouts that are valid with them."""
    sums = np.ones(len(layable), np.uint64)
    for sort, value in enumerate(VALUES[:-1]):
        more = sums.copy()
        for number in range(1, min(int(layable[:, sort].max(initial=0)), 63 // value) + 1):
            more |= np.where(layable[:, sort] >= number, sums << np.uint64(number * value), np.uint64(0))
        sums = more
    with_worms = np.zeros(len(layable), np.uint64)
    for number in range(1, min(int(layable[:, -1].max(initial=0)), 63 // WORM_VALUE) + 1):
        with_worms |= np.where(layable[:, -1] >= number, sums << np.uint64(number * WORM_VALUE), np.uint64(0))
    return np.where(valid, sums, with_worms)
