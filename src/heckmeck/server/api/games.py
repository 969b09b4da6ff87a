"""Which games there are, over HTTP, and who can play them."""

from __future__ import annotations

from typing import get_args

from litestar import get

from heckmeck.bots import BOTS
from heckmeck.games import GAMES
from heckmeck.server.table.messages import BotInfo, GameInfo, Strength


@get("/api/games", sync_to_thread=False)
def games() -> list[GameInfo]:
    """The games that can be played here, with their bots."""
    return [
        GameInfo(
            game.name,
            game.title,
            (game.seats[0], game.seats[-1]),
            _bots_of(game.name),
        )
        for game in GAMES.values()
    ]


def _bots_of(game: str) -> tuple[BotInfo, ...]:
    """Return the bots of a game, the weakest first."""
    kinds = [(name, kind) for name, same in BOTS.items() if (kind := same.kind(game)) is not None]
    order = get_args(Strength).index
    return tuple(BotInfo(name, kind.strength) for name, kind in sorted(kinds, key=lambda each: order(each[1].strength)))


ROUTES = (games,)
