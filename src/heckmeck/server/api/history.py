"""Finished games over HTTP: those of a table or of a player, records with their proofs, and statistics."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.params import JSONBody, QueryParameter

from heckmeck.games import get as game_named
from heckmeck.server.api.archive import archive_queue_of, read_game
from heckmeck.server.api.requests import (
    AnyRequest,
    Code,
    Number,
    RecordCode,
    body_errors,
    caller_of,
    error_responses,
    game_at,
    reader_of,
    recorded_game,
    service_of,
    visit_of,
)
from heckmeck.server.background.table_scheduler import has_odds
from heckmeck.server.fairness.proof import decode_fair
from heckmeck.server.live.imports import Imported, ImportedGame, check_import, import_game
from heckmeck.server.live.past_games import public_games, public_tallies
from heckmeck.server.net.identity import read_code
from heckmeck.server.net.rate_limits import IMPORTED_STEPS, TOO_FAST
from heckmeck.server.service import GameAt
from heckmeck.server.store import Statistics
from heckmeck.server.table.environment import Refusal
from heckmeck.server.table.messages import ImportGame, PlayedGame, PlayerTally

Limit = Annotated[int, QueryParameter(ge=1, le=100)]
Before = Annotated[int | None, QueryParameter(ge=1, le=10**9)]
BeforeGame = Annotated[str | None, QueryParameter(pattern="^([0-9A-Za-z]{8}|_[0-9A-Za-z]{12})/[0-9]{1,9}$")]
"""A game by the code of its table and its number, as in ABCDEFGH/3."""


@get("/api/tables/{code:str}/games", responses=error_responses(400, 404, 429))
async def table_games(request: AnyRequest, code: Code, before: Before = None, limit: Limit = 50) -> list[PlayedGame]:
    """The games of a table, the latest first; with `before`, those before the game with that number."""
    service, visit = service_of(request), await visit_of(request)
    table = await service.past_table(code, visit)
    found = await service.store.games(table.code, before, limit, everything=table.everything)
    return public_games(found, reader_of(visit))


@get("/api/tables/{code:str}/statistics", responses=error_responses(400, 404, 429))
async def table_statistics(request: AnyRequest, code: Code) -> list[PlayerTally]:
    """Totals over the finished games of a table for each participant, most wins first."""
    service, visit = service_of(request), await visit_of(request)
    table = await service.past_table(code, visit)
    return public_tallies(await service.store.tallies(table.code, everything=table.everything), reader_of(visit))


@get(
    "/api/tables/{code:str}/games/{number:int}",
    media_type="application/json",
    responses=error_responses(400, 404, 409, 429),
)
async def record(request: AnyRequest, code: Code, number: Number) -> Response[dict[str, Any]]:
    """A game as a record with the proof of its luck, for `heckmeck verify`."""
    return await _record(request, await game_at(request, code, number))


@get("/api/records/{record:str}", media_type="application/json", responses=error_responses(400, 404, 409, 429))
async def record_by_code(request: AnyRequest, record: RecordCode) -> Response[dict[str, Any]]:
    """A finished game as a record with the proof of its luck, by the code of the record."""
    return await _record(request, await recorded_game(request, record))


@get("/api/records/{record:str}/game", responses=error_responses(400, 404, 429))
async def game_by_code(request: AnyRequest, record: RecordCode) -> PlayedGame:
    """A finished game as in a list of games, by the code of its record; `table` is left out for non-participants.

    A record may be shared with others, but the code of a table that is still open would let them join it.
    """
    code, number = await recorded_game(request, record)
    (game,) = await service_of(request).store.games(code, number + 1, 1)
    (found,) = public_games([game], reader_of(await visit_of(request)))
    return found if any(result.mine for result in found.results) else msgspec.structs.replace(found, table="")


async def _record(request: AnyRequest, game: GameAt) -> Response[dict[str, Any]]:
    found: dict[str, Any] = await read_game(request, game, msgspec.to_builtins)
    return Response(found, media_type="application/json")


@get("/api/history", responses=error_responses(400, 401))
async def history(request: AnyRequest, before: BeforeGame = None, limit: Limit = 50) -> list[PlayedGame]:
    """The player's finished games, the latest first; with `before`, those that follow this game in the list."""
    player = caller_of(await visit_of(request)).player
    last: tuple[str, int] | None = None
    if before is not None:
        code, _, number = before.partition("/")
        last = read_code(code), int(number)
    return public_games(await service_of(request).store.history(player, last, limit), player)


@post("/api/history/import", status_code=200, responses=body_errors(401, 429))
async def import_record(request: AnyRequest, data: JSONBody[ImportGame]) -> PlayedGame:
    """Copy a game that was played on a device into the player's history. The same game is stored once."""
    service, visit = service_of(request), await visit_of(request)
    caller = caller_of(visit)
    steps = data.record.get("steps")
    cost = max(1.0, len(steps) / IMPORTED_STEPS) if isinstance(steps, list) else 1.0
    if not service.limits.spend(service.limits.imports, visit.client, caller.player, cost):
        raise Refusal("too_fast", TOO_FAST)
    line = msgspec.json.encode(data.record)

    def check() -> ImportedGame:
        return check_import(line, decode_fair(line), caller.player, service.bots, data.stand_ins)

    async def copy() -> Imported:
        game = await asyncio.to_thread(check)
        return await import_game(service.store, game, caller.player, data.ended, service.process)

    code, new = await archive_queue_of(request).run(copy, visit.group)
    (game,) = await service.store.games(code, None, 1)
    if new and has_odds(game_named(game.game)):
        service.hub.run(service.scheduler.assess(code, 1))
    return public_games([game], caller.player)[0]


@get("/api/statistics", responses=error_responses(401))
async def statistics(request: AnyRequest) -> list[Statistics]:
    """Totals over the player's games, one row for each kind of game."""
    return await service_of(request).store.statistics(caller_of(await visit_of(request)).player)


ROUTES = (table_games, table_statistics, record, record_by_code, game_by_code, history, import_record, statistics)
