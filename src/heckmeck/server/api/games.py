"""The games of this server over HTTP, with their bots."""

from __future__ import annotations

from litestar import get

from heckmeck.server.api.requests import AnyRequest, service_of
from heckmeck.server.table.hosted_games import hosted_games, seats_of
from heckmeck.server.table.messages import GameInfo


@get("/api/games", sync_to_thread=False)
def games(request: AnyRequest) -> list[GameInfo]:
    """The games that can be played here, with their bots."""
    bots = service_of(request).bots
    return [
        GameInfo(game.name, game.title, (seats_of(game)[0], seats_of(game)[-1]), bots.infos(game.name), game.unit)
        for game in hosted_games().values()
    ]


ROUTES = (games,)
