"""How sure it is that one bot plays better than another."""

from math import sqrt
from statistics import mean, stdev

from heckmeck.games import AnyGame
from heckmeck.play import Simulation

SURE = 4.0
"""Standard errors by which the better of two bots is ahead: one in 30,000 claims would be wrong by chance."""


def lead(game: AnyGame, bot: str, other: str, *, games: int, seats: int = 2) -> float:
    """Return by how many standard errors a bot scores more than another; they take every other seat of the table."""
    simulation = Simulation(game, [bot, other] * (seats // 2), seed=1)
    leads = []
    for table in simulation.tables(games):
        assert table.outcome is not None
        scores = table.outcome.scores
        leads.append(mean(scores[0::2]) - mean(scores[1::2]))
    assert not simulation.faults
    return mean(leads) / (stdev(leads) / sqrt(games))
