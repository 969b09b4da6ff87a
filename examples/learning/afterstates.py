"""The afterstates of Bratwurmeck for two: what the results of a turn are worth, by the positions after it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from network import Floats, Network
from numpy.typing import NDArray

from heckmeck.games.bratwurmeck import Bratwurmeck, BratwurmeckSetup
from heckmeck.rl.batch import PASS, Batch, Records
from heckmeck.rl.batch.bratwurmeck import FIRST_STEAL, FIRST_TAKE, BratwurmeckLayout
from heckmeck.rl.batch.layout import Ints
from heckmeck.rl.encoding.bratwurmeck import LOWEST
from heckmeck.rl.returns import return_arrays_by_name
from heckmeck.solve import turn_solver

Value = Callable[[Records], Floats]
"""Returns the win probability of the player to move, for positions between two turns."""


class Worths(NamedTuple):
    """What a stop at each sum is worth to the player to move, by which action, and what a failed attempt is worth."""

    stop: Floats
    fail: Floats
    action: Ints


def features(setup: BratwurmeckSetup, records: Records) -> NDArray[np.float32]:
    """Return one-hot rows with the place of each portion: on the grill, or at a height of a player's stack."""
    lowest, highest = setup.portions
    here, count = slice(lowest - LOWEST, highest + 1 - LOWEST), highest + 1 - lowest
    rows = np.arange(len(records))
    places = np.zeros((len(records), count), np.int64)  # 0: turned over
    for first, stacks in enumerate((records["seat"], 1 - records["seat"])):
        height = records["stacks"][rows, stacks, here].astype(np.int64)
        places = np.where(height > 0, height + 1 + first * count, places)
    places[records["grill"][:, here] > 0] = 1
    kinds = 2 + 2 * count
    return np.eye(kinds, dtype=np.float32)[places].reshape(len(records), count * kinds)


def with_ends(layout: BratwurmeckLayout, network: Network) -> Value:
    """Return the network's values, exact where a game is over."""
    returns = return_arrays_by_name("win")

    def value(records: Records) -> Floats:
        values = network.probabilities(features(layout.setup, records))
        over = np.flatnonzero(records["ended"])
        won = returns(*layout.standings(records[over]))[np.arange(len(over)), records["seat"][over]]
        values[over] = (1 + won) / 2
        return values

    return value


def turn_worths(batch: Batch, records: Records, value: Value) -> Worths:
    """Value all afterstates of these positions. Sums that earn nothing are failed attempts (BW-3.2 to BW-3.5)."""
    lowest, highest = batch.layout.setup.portions
    portions, rows = np.arange(lowest, highest + 1), np.arange(len(records))
    on_grill = records["grill"][:, portions - LOWEST] > 0
    can_steal = records["stacks"][rows, 1 - records["seat"]][:, portions - LOWEST] == 1
    steal_or_none = np.where(can_steal, portions - LOWEST + FIRST_STEAL, PASS)
    exact = np.where(on_grill, portions - LOWEST + FIRST_TAKE, steal_or_none)
    stops = np.column_stack([exact, np.full(len(records), PASS)])  # the last column is the failed attempt
    after = batch.after(np.repeat(records, stops.shape[1]), stops.ravel(), np.tile([*portions, 0], len(records)))
    worth = 1 - value(after).reshape(stops.shape)  # what the next player does not win
    fail = worth[:, -1]

    sums = turn_solver(Bratwurmeck.name).sums
    stop, action = np.repeat(fail[:, None], sums, axis=1), np.full((len(records), sums), PASS, np.int32)
    lower, lower_action = np.full(len(records), -np.inf), np.full(len(records), PASS)
    for column, portion in enumerate(portions):
        mine, grill = worth[:, column], on_grill[:, column]
        takes = grill | (can_steal[:, column] & (mine > lower))
        stop[:, portion] = np.where(takes, mine, np.where(lower > -np.inf, lower, fail))
        action[:, portion] = np.where(takes, exact[:, column], lower_action)
        better = grill & (mine > lower)
        lower, lower_action = np.where(better, mine, lower), np.where(better, exact[:, column], lower_action)
    stop[:, highest + 1 :] = np.where(lower > -np.inf, lower, fail)[:, None]
    action[:, highest + 1 :] = lower_action[:, None]
    return Worths(stop, fail, action)
