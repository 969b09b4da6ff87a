"""Games of the past over HTTP: those of a table, one as a record with its proof, and what one's own came to."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Response, get

from heckmeck.server.api.lookback import past_game
from heckmeck.server.api.requests import AnyRequest, Code, Number, caller_of, may_say, service_of, visit_of
from heckmeck.server.messages import PlayedGame, SeatResult
from heckmeck.server.store import Game, Statistics


@get("/api/tables/{code:str}/games", responses=may_say(400, 404, 429))
async def table_games(request: AnyRequest, code: Code) -> list[PlayedGame]:
    """The games of a table, the latest first."""
    service, visit = service_of(request), await visit_of(request)
    return _public(await service.store.games(table=await service.known(code, visit)))


@get(
    "/api/tables/{code:str}/games/{number:int}",
    media_type="application/json",
    responses=may_say(400, 404, 409, 429),
)
async def record(request: AnyRequest, code: Code, number: Number) -> Response[dict[str, Any]]:
    """A game as a record with the proof of its luck, for `heckmeck verify`."""
    found: dict[str, Any] = await past_game(request, code, number, msgspec.to_builtins)
    return Response(found, media_type="application/json")


@get("/api/history", responses=may_say(401))
async def history(request: AnyRequest) -> list[PlayedGame]:
    """One's own games, the latest first."""
    player = caller_of(await visit_of(request)).player
    return _public(await service_of(request).store.games(player=player), player)


@get("/api/statistics", responses=may_say(401))
async def statistics(request: AnyRequest) -> list[Statistics]:
    """What one's own games came to."""
    return await service_of(request).store.statistics(caller_of(await visit_of(request)).player)


def _public(found: list[Game], reader: str | None = None) -> list[PlayedGame]:
    """Return games as all may see them: without the ids of players, but with the reader's own seats marked."""
    return [
        PlayedGame(
            game.table, game.number, game.game, msgspec.json.decode(game.setup), game.began, game.ended, game.reason,
            tuple(
                SeatResult(
                    r.held.seat, r.held.name, r.held.player is not None, r.held.bot,
                    r.score, r.rank, r.won, r.failed, r.luck, reader is not None and r.held.player == reader,
                )
                for r in game.results
            ),
        )
        for game in found
    ]  # fmt: skip


ROUTES = (table_games, record, history, statistics)
