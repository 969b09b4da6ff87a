"""The bot `random`: any legal move, each equally likely."""

from __future__ import annotations

from heckmeck.bots.bot import Bot
from heckmeck.games import GAMES, Move, View


class RandomBot(Bot):
    """Plays anything: for tests, and for the feeling of having won."""

    name = "random"
    games = tuple(GAMES)
    strength = "beginner"

    def choose(self, view: View) -> Move:
        """Choose any move."""
        return view.moves[self.source.randrange(len(view.moves))]
