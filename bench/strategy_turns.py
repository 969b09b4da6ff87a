"""What the results of a turn are worth: portions, thefts, failed attempts, and the prizes of Barbecue."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from bench.strategy_fit import Fit
from bench.strategy_games import Bools, Floats, Games, Ints
from bench.strategy_means import Means

from heckmeck.games.barbecue.setup import SPOTS as SPOT_RANGE
from heckmeck.games.barbecue.setup import BarbecueSetup
from heckmeck.games.barbecue.state import SNAIL_POINTS
from heckmeck.games.bratwurmeck.setup import PORTIONS
from heckmeck.rl.batch.bratwurmeck import FIRST_STEAL, FIRST_TAKE, WORMS

LOWEST_SPOT, SPOTS = SPOT_RANGE[0], SPOT_RANGE[1] - SPOT_RANGE[0] + 1
NUMBERS = range(PORTIONS[0], PORTIONS[1] + 1)

PHASES = {"start": (16, 16), "middle": (7, 11), "end": (2, 4)}
"""Parts of a game of Bratwurmeck, by the number of portions on the grill."""

OPEN = ((12, 16), (8, 11), (5, 7), (3, 4), (2, 2), (1, 1))
"""Numbers of portions on the grill that are told apart."""

POOL = ((9, 12), (5, 8), (2, 4), (1, 1), (0, 0))
"""Numbers of snails in the pool of Barbecue that are told apart."""

CLEARLY = 0.002
"""A win share is clearly better by this much: smaller differences may be errors of the network."""


class Values(NamedTuple):
    """What is worth what in turns of Bratwurmeck, by place of a portion: win shares, NaN where it is not to be had."""

    take: Floats
    steal: Floats
    fail: Floats
    open: Ints
    """The number of portions on the grill."""


def values_of(games: Games) -> Values:
    """Return what each portion would be worth in each turn, and a failed attempt."""
    worths = games.turns.worths
    shown = np.arange(worths.actions.shape[1]) < worths.results[:, None]
    by_kind = []
    for first in (FIRST_TAKE, FIRST_STEAL):
        found = np.full((len(worths.fail), len(NUMBERS)), np.nan)
        place = worths.actions - first
        turn, result = np.nonzero(shown & (place >= 0) & (place < len(NUMBERS)))
        found[turn, place[turn, result]] = worths.values[turn, result]
        by_kind.append(found)
    number = games.turns.before["grill"].sum(axis=1).astype(np.intp)
    return Values(by_kind[0], by_kind[1], worths.fail, number)


def fit_portions(fits: dict[str, Fit], games: Games) -> None:
    """Add what each portion is worth more than a failed attempt, by part of the game."""
    values = values_of(games)
    for phase, (low, high) in PHASES.items():
        there = (values.open >= low) & (values.open <= high)
        fits[phase].add((values.take - values.fail[:, None])[there])


def add_portions(means: Means, games: Games) -> None:
    """Add what the next higher portion is worth more than a portion, where both are on the grill."""
    values = values_of(games)
    for phase, (low, high) in PHASES.items():
        there = (values.open >= low) & (values.open <= high)
        take = values.take[there]
        step = take[:, 1:] - take[:, :-1]
        worm = np.broadcast_to(np.diff(WORMS) > 0, step.shape)
        for name, where in (("same", ~worm), ("worm", worm)):
            chosen = where & ~np.isnan(step)
            means.add((phase, name), step[chosen], games.turns.game[there][np.nonzero(chosen)[0]])


def add_thefts(means: Means, games: Games) -> None:
    """Add what a stolen portion is worth more than one with as many worms from the grill, by victim.

    The victim is the strongest of the others or not, and plays next, or has just played, or neither.
    """
    values, turns, seats = values_of(games), games.turns, games.setup.seats
    take = _by_worms(values.take)
    turn, place = np.nonzero(~np.isnan(values.steal))
    extra = values.steal[turn, place] - take[turn, WORMS[place]]
    known = ~np.isnan(extra)
    turn, place, extra = turn[known], place[known], extra[known]
    victim = (turns.before["stacks"][turn, :, place] == 1).argmax(axis=1)
    offset = (victim - turns.seat[turn]) % seats
    rivals = np.where(np.arange(seats) == turns.seat[:, None], -1.0, turns.shares_before)
    strongest = rivals.argmax(axis=1)[turn] == victim
    kinds = {
        "all": np.full(len(turn), True),
        "strongest": strongest,
        "others": ~strongest,
        "next": offset == 1,
        "last": (offset == seats - 1) & (seats > 2),
        "between": (offset > 1) & (offset < seats - 1),
    }
    for kind, where in kinds.items():
        means.add(kind, extra[where], turns.game[turn[where]])
        means.add((kind, "worms"), WORMS[place][where], turns.game[turn[where]])
    more = take[:, 2:] - take[:, 1:-1]
    both = ~np.isnan(more)
    means.add("worm", more[both], turns.game[np.nonzero(both)[0]])


def _by_worms(take: Floats) -> Floats:
    """Return the value of a portion from the grill with so many worms, the mean of those that are there."""
    found = np.full((len(take), WORMS.max() + 1), np.nan)
    for worms in range(1, WORMS.max() + 1):
        some = take[:, worms == WORMS]
        there = ~np.isnan(some).all(axis=1)
        found[there, worms] = np.nanmean(some[there], axis=1)
    return found


def add_failing(means: Means, games: Games) -> None:
    """Add how often a failed attempt is clearly better than the lowest portion of the grill, and than every one."""
    values, lead = values_of(games), games.leads()
    rows = np.arange(len(lead))
    lowest = values.take[rows, (~np.isnan(values.take)).argmax(axis=1)]
    best = np.nanmax(values.take, axis=1)
    holds = (games.turns.before["stacks"][rows, games.turns.seat] > 0).any(axis=1)
    who = {"leads": lead, "behind": ~lead & holds, "empty": ~lead & ~holds}
    for low, high in OPEN:
        here = (values.open >= low) & (values.open <= high)
        for name, whose in who.items():
            where = here & whose
            game = games.turns.game[where]
            means.add((low, high, name, "lowest"), (values.fail > lowest + CLEARLY)[where], game)
            means.add((low, high, name, "all"), (values.fail > best + CLEARLY)[where], game)
            means.add((low, high, name, "cost"), (games.turns.start - values.fail)[where], game)
    last = values.open == 1
    for name, whose in who.items():
        means.add((name, "last wins"), (best > 0.5)[last & whose], games.turns.game[last & whose])


class Spots(NamedTuple):
    """The kinds of prizes of Barbecue, by turn and spot."""

    empty: Bools
    own: Bools
    other: Bools
    snail: Bools


def add_prizes(means: Means, games: Games) -> None:
    """Add what the prizes of Barbecue are worth more than a failed attempt, by kind and worms."""
    worths, before = games.turns.worths, games.turns.before
    rows = np.arange(len(worths.fail))
    plates = before["plates"]
    own, number = plates[rows, games.turns.seat] > 0, plates.sum(axis=1)
    snail = before["snails"] > 0
    spots = Spots((number == 0) & ~snail, own & (number == 1), ~own & (number == 1), snail)
    gain = worths.stop[:, LOWEST_SPOT : LOWEST_SPOT + SPOTS] - worths.fail[:, None]
    assert isinstance(games.setup, BarbecueSetup)
    points = np.broadcast_to(np.array(games.setup.worms), gain.shape)
    for kind, where in spots._asdict().items():
        game = games.turns.game[np.nonzero(where)[0]]
        means.add(kind, gain[where], game)
        means.add((kind, "points"), np.where(snail, SNAIL_POINTS, points)[where], game)
        for worms in range(1, 5):
            some = where & (points == worms)
            means.add((kind, worms), gain[some], games.turns.game[np.nonzero(some)[0]])
    pool, there = worths.stop[:, LOWEST_SPOT + SPOTS] - worths.fail, before["pool"] > 0
    means.add("pool", pool[there], games.turns.game[there])
    lead, left = games.leads(), before["pool"].astype(np.intp)
    lowest = np.where(np.isneginf(gain), np.inf, gain).min(axis=1)
    for low, high in POOL:
        for name, whose in (("leads", lead), ("behind", ~lead)):
            where = (left >= low) & (left <= high) & whose
            game = games.turns.game[where]
            means.add((low, high, name, "lowest"), (lowest < -CLEARLY)[where], game)
            means.add((low, high, name, "all"), (worths.fail > worths.stop.max(axis=1) + CLEARLY)[where], game)
            means.add((low, high, name, "cost"), (games.turns.start - worths.fail)[where], game)
