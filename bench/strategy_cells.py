"""Everything that is measured of one game with one number of seats."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from bench.strategy_fit import Fit
from bench.strategy_games import Floats, Games, is_known, play
from bench.strategy_means import Means
from bench.strategy_play import add_differences, add_habits, add_luck, add_order
from bench.strategy_turns import NUMBERS, PHASES, add_failing, add_portions, add_prizes, add_thefts, fit_portions

from heckmeck.games import Setup, get

AT_ONCE = 512
"""Number of games whose decisions are compared side by side."""

SEATS = {"bratwurmeck": range(2, 8), "barbecue": range(2, 6)}
CLOSE = {"bratwurmeck": (2, 4, 7), "barbecue": (2, 5)}
"""Numbers of seats of which single decisions are looked at."""

TURNS: dict[str, dict[str, Callable[[Means, Games], None]]] = {
    "bratwurmeck": {"portions": add_portions, "thefts": add_thefts, "failing": add_failing},
    "barbecue": {"prizes": add_prizes},
}


class Cell(NamedTuple):
    """Means of one game with one number of seats, by subject."""

    game: str
    seats: int
    means: dict[str, Means]
    portions: dict[str, Fit]
    """What the portions of Bratwurmeck are worth, by part of the game."""
    paths: Floats
    """The win share of the winner at every tenth of a game, a row for each game."""

    @property
    def title(self) -> str:
        """The name of the cell, without the name that all games share."""
        return f"{get(self.game).title.split()[-1]}, {self.seats} seats"


def measure(name: str, seats: int, games: int, seed: int) -> Cell | None:
    """Play games of champions alone and, where decisions are looked at, of one among `greedy`.

    Returns None where there are no win shares.
    """
    setup = get(name).setup(seats=seats)
    if not is_known(setup):
        return None
    subjects = TURNS[name]
    means = {subject: Means() for subject in ("order", "luck", "habits", "differences", *subjects)}
    paths: list[Floats] = []
    fits = {phase: Fit(len(NUMBERS)) for phase in PHASES}
    for played in play(setup, games, seed, alone=False):
        _next_part(means)
        add_order(means["order"], played)
        paths += add_luck(means["luck"], played)
        for subject, add in subjects.items():
            add(means[subject], played)
        if "portions" in subjects:
            fit_portions(fits, played)
    for played in play(setup, games, seed, alone=True):
        _next_part(means)
        add_habits(means["habits"], played)
    if seats in CLOSE[name]:
        _compare(means["differences"], setup, games, seed)
    return Cell(name, seats, means, fits, np.array(paths))


def _next_part(means: dict[str, Means]) -> None:
    for each in means.values():
        each.next_part()


def _compare(means: Means, setup: Setup, games: int, seed: int) -> None:
    """Compare decisions in a quarter of the games: they are played one decision at a time."""
    for begin in range(0, games // 4, AT_ONCE):
        means.next_part()
        add_differences(means, setup, min(AT_ONCE, games // 4 - begin), seed + begin)
