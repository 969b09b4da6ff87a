"""Files with bots, as users write them."""

from pathlib import Path

FIRST = """
from heckmeck import Bot

class FirstBot(Bot):
    def choose(self, view):
        return view.moves[0]
"""

FAILING = """
from heckmeck import Bot, Roll

class FailingBot(Bot):
    def choose(self, view):
        return 1 / 0

class QuittingBot(Bot):
    def choose(self, view):
        raise SystemExit("enough")

class CheatingBot(Bot):
    def choose(self, view):
        return Roll()
"""


def write_bot(text: str = FIRST, path: str = "my_bot.py") -> Path:
    """Write a file into the current folder, or below it."""
    file = Path(path)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, "utf-8")
    return file
