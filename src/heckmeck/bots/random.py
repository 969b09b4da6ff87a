"""The bot `random`: any legal move, each equally likely."""

from __future__ import annotations

from heckmeck.bots.bot import Bot
from heckmeck.games import Move, View


class RandomBot(Bot[View]):
    """Plays every game: for tests and for a first win."""

    name = "random"
    strength = "beginner"

    def choose(self, view: View) -> Move:
        """Choose any move."""
        return view.moves[self.source.randrange(len(view.moves))]
