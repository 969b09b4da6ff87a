"""How players differ, who gains by their seat, and how much luck there is."""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np
from bench.strategy_games import Bools, Floats, Games
from bench.strategy_means import Mean, Means
from numpy.typing import NDArray

from heckmeck.games import Setup
from heckmeck.rl.batch import BATCH_BOTS, make_batch
from heckmeck.rl.batch.bratwurmeck import FIRST_STEAL
from heckmeck.rl.batch.layout import FACES, DiceLayout, Ints, Records

ROLL, STOP = FACES, FACES + 1
"""The numbers of these actions, after those of the faces."""
WORM = FACES - 1
"""The number of the action that keeps worms."""

TENTHS = 10
CERTAIN = 1.644854
"""Standard errors that a mean is above zero with 95 % certainty."""

DIFFERENCES = ("keeps", "rolls on", "stops", "takes")


def add_habits(means: Means, games: Games) -> None:
    """Add the results of turns, by who plays: the champion or `greedy`."""
    turns, rows = games.turns, np.arange(len(games.turns.game))
    layout = make_batch(games.setup, 1).layout
    change = layout.standings(turns.after)[0] - layout.standings(turns.before)[0]
    gain = change[rows, turns.seat]
    failed = gain <= 0
    theft = ~failed & (change < 0).any(axis=1)
    for champion in (True, False):
        own = (turns.seat == games.champion[turns.game]) == champion
        if (games.champion < 0).all():
            own = np.full(len(rows), champion)
        for name, values, where in (
            ("failed", failed, own),
            ("thefts", theft, own),
            ("gain", gain, own & ~failed),
            ("net", gain, own),
            ("loss", turns.start - turns.share_after, own),
        ):
            means.add((champion, name), values[where], turns.game[where])
        seats = (np.arange(games.setup.seats) == games.champion[:, None]) == champion
        for name, result in (("score", games.scores), ("won", games.won)):
            means.add((champion, name), result[seats], np.nonzero(seats)[0])
    means.add("turns", np.bincount(turns.game), np.arange(len(games.won)))


def add_order(means: Means, games: Games) -> None:
    """Add how often the seats win, counted from the one that begins, and what the network says of it."""
    first = games.turns.game == np.arange(len(games.turns.game))  # the first turn of each game
    for seat in range(games.setup.seats):
        means.add(seat, games.won[:, seat], np.arange(len(games.won)))
        means.add(("said", seat), games.turns.shares_before[first, seat], games.turns.game[first])


def add_luck(means: Means, games: Games) -> list[Floats]:
    """Add what single turns change, and return the win share of each game's winner at every tenth of its turns."""
    turns = games.turns
    luck = turns.share_after - turns.start
    means.add("luck", luck, turns.game)
    means.add("square", luck**2, turns.game)
    for name, least in (("5 points", 0.05), ("10 points", 0.10), ("20 points", 0.20)):
        means.add(name, np.abs(luck) > least, turns.game)
    paths = []
    below: dict[str, list[bool]] = {"below 5": [], "below 10": [], "leader at half": []}
    order, ends = np.argsort(turns.game, kind="stable"), np.cumsum(np.bincount(turns.game))
    alone = np.flatnonzero(games.won.max(axis=1) == 1)  # without shared wins
    courses = np.split(turns.shares_before[order], ends[:-1])
    for game in alone:
        won, shares = games.won[game], courses[game]
        path = shares[:, won.argmax()]
        paths.append(path[(np.arange(TENTHS) * len(path)) // TENTHS])
        below["below 5"].append(path.min() < 0.05)
        below["below 10"].append(path.min() < 0.10)
        below["leader at half"].append(shares[len(path) // 2].argmax() == won.argmax())
    for name, values in below.items():
        means.add(name, values, alone)
    return paths


def skill_share(champion: float, seats: int) -> float:
    """Return the part of the variance of who wins that is explained by who the champion is.

    >>> round(skill_share(0.54, 2), 4)
    0.0064
    """
    fair = 1 / seats
    greedy = (1 - champion) / (seats - 1)
    between = fair * (champion - fair) ** 2 + (1 - fair) * (greedy - fair) ** 2
    return between / (fair * (1 - fair))


def games_until_ahead(champion: float, seats: int) -> int:
    """Return after how many games a champion has won more of them than a given `greedy`, with 95 % certainty.

    >>> games_until_ahead(0.54, 2)
    420
    """
    greedy = (1 - champion) / (seats - 1)
    ahead = champion - greedy
    return round(CERTAIN**2 * (champion + greedy - ahead**2) / ahead**2)


def add_differences(means: Means, setup: Setup, games: int, seed: int) -> None:
    """Play one champion among `greedy`, ask `greedy` about each of the champion's decisions, and add what differs."""
    batch = make_batch(setup, games, seed)
    champion = np.arange(games) % setup.seats
    strong, greedy = BATCH_BOTS["champion"](batch), BATCH_BOTS["greedy"](batch)
    in_turn: dict[tuple[int, int], bool] = {}
    parts: list[tuple[NDArray[Any], ...]] = []
    while not batch.over.all():
        own = np.flatnonzero(~batch.over & (batch.seats == champion))
        actions = greedy.actions()
        if len(own):
            chosen, asked, records = strong.actions(own)[own], actions[own], batch.records[own]
            # Greedy gives up where nothing can be won any more, which changes nothing.
            real = (batch.masks[own].sum(axis=1) > 1) & ~(_gives_up(batch.dice_layout) & (asked == STOP))
            keeping: Bools = records["rolled"].sum(axis=1) > 0
            parts.append((own, real, keeping, _leading(batch.dice_layout, records), *_kinds(keeping, chosen, asked)))
            actions[own] = chosen
            turns = zip(own.tolist(), records["turns"].tolist(), strict=True)
            for turn, differs in zip(turns, (real & (chosen != asked)).tolist(), strict=True):
                in_turn[turn] = in_turn.get(turn, False) or differs
        batch.step(actions)
    game, real, keeping, lead, *kinds = (np.concatenate(column) for column in zip(*parts, strict=True))
    for name, kind in zip((*DIFFERENCES, *EXTRAS), kinds, strict=True):
        decisions = real & (keeping if name in KEEPING else ~keeping)
        means.add(name, kind[decisions], game[decisions])
        for leads in (True, False):
            where = decisions & (lead == leads)
            means.add((name, leads), kind[where], game[where])
    means.add("decisions", np.logical_or.reduce(kinds[: len(DIFFERENCES)])[real], game[real])
    means.add("turns", list(in_turn.values()), [game for game, _ in in_turn])


EXTRAS = ("keeps worms", "leaves worms", "steals", "spares")
KEEPING = ("keeps", "keeps worms", "leaves worms")


def _kinds(keeping: Bools, chosen: Ints, asked: Ints) -> tuple[Bools, ...]:
    """Return what differs, for each decision: `DIFFERENCES` and `EXTRAS`."""
    differs = chosen != asked
    ending = ~keeping & differs
    steals, would = chosen >= FIRST_STEAL, asked >= FIRST_STEAL
    takes = ending & (chosen != ROLL) & (asked != ROLL)
    return (
        keeping & differs,
        ending & (chosen == ROLL),
        ending & (asked == ROLL),
        takes,
        keeping & differs & (chosen == WORM),
        keeping & differs & (asked == WORM),
        takes & steals & ~would,
        takes & ~steals & would,
    )


def _gives_up(layout: DiceLayout[Any, Any, Any]) -> bool:
    return layout.game.stop_may_fail


def _leading(layout: DiceLayout[Any, Any, Any], records: Records) -> Bools:
    scores, _ = layout.standings(records)
    own = np.arange(scores.shape[1]) == records["seat"][:, None]
    found: Bools = scores[own] > np.where(own, -1, scores).max(axis=1)
    return found


def spread(means: Means) -> float:
    """Return the standard deviation of the luck of a turn."""
    found: Mean = means["square"]
    return sqrt(found.value)
