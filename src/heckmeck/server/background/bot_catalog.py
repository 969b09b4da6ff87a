"""The bots that may sit at the tables of a server: the only place where the server asks for bots by name."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, get_args

from heckmeck.games import BadSetup, Source, get
from heckmeck.server.table.messages import BotInfo, Strength

if TYPE_CHECKING:
    from heckmeck.bots import AnyBot

STAND_INS = ("hard", "greedy")
"""The bots that take over from a player: the first one that the game has. They play well, as a player would wish."""
FILLERS = ("medium", *STAND_INS)
"""The bots that fill the free seats of a table whose players did not choose any: the first one that the game has."""
STRENGTHS: tuple[str, ...] = get_args(Strength)

logger = logging.getLogger("heckmeck.server")


class BotCatalog:
    """The bots of each game: those of this package and, for a game of another package, those of that package.

    Bots are imported on first use. They load numpy, which players should not have to wait for after a restart.
    """

    def names(self, game: str) -> tuple[str, ...]:
        """Return the names of a game's bots, the weakest first; a game that does not exist has none."""
        try:
            return tuple(_bots_of(game))
        except BadSetup:
            return ()

    def stand_in(self, game: str) -> str:
        """Return the bot that takes over from a player: `hard` or `greedy`, or else the strongest bot of the game."""
        return self._first_of(STAND_INS, game)

    def filler(self, game: str) -> str:
        """Return the bot for free seats when a game begins: `medium`, or else the bot that takes over from a player."""
        return self._first_of(FILLERS, game)

    def _first_of(self, preferred: Sequence[str], game: str) -> str:
        names = self.names(game)
        return next((name for name in preferred if name in names), names[-1])

    def infos(self, game: str) -> tuple[BotInfo, ...]:
        """Return the bots of a game for people, the weakest first."""
        return tuple(BotInfo(name, kind.strength, kind.is_level) for name, kind in _bots_of(game).items())

    def make(self, name: str, game: str, source: Source) -> AnyBot:
        """Return a bot of a game. Only names in the catalog are accepted: no name can make the server import code."""
        return _bots_of(game)[name](source)

    def remembers(self, name: str, game: str) -> bool:
        """Return whether a bot must be told what happened in the game."""
        from heckmeck.bots import Bot

        kind = _bots_of(game).get(name)
        return kind is not None and kind.observe is not Bot.observe


@cache
def _bots_of(game: str) -> dict[str, type[AnyBot]]:
    from heckmeck.bots import bots_for

    known = bots_for(get(game))
    for name, kind in known.items():
        if kind.strength not in STRENGTHS:
            logger.warning("the bot %s is left out: its strength is none of %s", name, ", ".join(STRENGTHS))
    usable = [(name, kind) for name, kind in known.items() if kind.strength in STRENGTHS]
    return dict(sorted(usable, key=lambda each: STRENGTHS.index(each[1].strength)))
