"""Bots in a Python without numpy."""

import json
import subprocess
import sys
from collections.abc import Sequence

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


def choices_of_champions(positions: Sequence[str]) -> list[str]:
    """The moves that champions choose there."""
    given = json.dumps(positions)
    done = subprocess.run([sys.executable, "-c", PROGRAM], input=given, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()
