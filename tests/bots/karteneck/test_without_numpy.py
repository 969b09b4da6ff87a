"""The champion plays where there is no numpy, and chooses the same moves."""

import json
import subprocess
import sys
from random import Random

from heckmeck.bots.karteneck.champion import KarteneckChampionBot
from helpers.karteneck_moments import GAME, moments

PROGRAM = """
import json, sys
sys.modules["numpy"] = None
from random import Random
from heckmeck.bots import make
from heckmeck.games import view_from_position, get
for text in json.load(sys.stdin):
    view = view_from_position(text)
    bot = make("champion", get(view.game), Random(1))
    print(bot.choose(view))
    assert bot.fallback is None
assert sys.modules["numpy"] is None
"""


def test_the_same_moves_are_chosen() -> None:
    views = [moment.view for seats in (2, 4) for moment in list(moments(seats, seed=seats))[::12]]
    texts = json.dumps([GAME.position(view) for view in views])
    done = subprocess.run([sys.executable, "-c", PROGRAM], input=texts, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [str(KarteneckChampionBot(Random(1)).choose(view)) for view in views]
