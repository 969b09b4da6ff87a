"""Mirrored chance: the same luck for every player on a seat, spread evenly."""

from random import Random

import numpy as np

from heckmeck.bots import make
from heckmeck.bots.random import RandomBot
from heckmeck.games import Dice, get
from heckmeck.games.turn import DiceRolled
from heckmeck.play import Table
from heckmeck.play.mirrored_chance import MirrorSource


def rolls(bots: list[str], seed: str) -> dict[tuple[int, int], str]:
    """The first roll of each seat's first turns."""
    game = get("bratwurmeck")
    source = MirrorSource(seed)
    players = [make(bot, game, Random(1)) for bot in bots]
    table = source.table = Table(game, game.setup(seats=2), players, source, names=bots)
    turns = [0, 0]
    found = {}
    for each in table.play():
        for event in each.events:
            if isinstance(event, DiceRolled) and len(event.dice) == 8:
                found[event.seat, turns[event.seat]] = event.dice
                turns[event.seat] += 1
    return found


def test_a_seat_meets_the_same_dice_with_any_player_on_it() -> None:
    one, other, third = (
        rolls(["cautious", "random"], "7"),
        rolls(["random", "cautious"], "7"),
        rolls(["random"] * 2, "8"),
    )
    common = one.keys() & other.keys()
    assert len(common) > 6
    assert all(one[turn] == other[turn] for turn in common)
    assert sum(one.get(turn) == dice for turn, dice in third.items()) < 3


def test_mirrored_draws_are_spread_evenly() -> None:
    game = get("bratwurmeck")
    counts = np.zeros(6)
    for seed in range(300):
        source = MirrorSource(str(seed))
        table = source.table = Table(game, game.setup(seats=2), [RandomBot(Random(1))] * 2, source, names=["a", "b"])
        outcome = game.sample(table.state, source)
        assert isinstance(outcome, Dice)
        faces = outcome.faces
        counts += [faces.count(face) for face in "12345W"]
    assert counts.sum() == 2400
    assert (np.abs(counts - 400) < 4 * np.sqrt(2400 * 5 / 36)).all()
