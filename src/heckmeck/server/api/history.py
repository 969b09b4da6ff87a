"""Finished games over HTTP: those of a table or of a player, records with their proofs, and statistics."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Response, get
from litestar.params import QueryParameter

from heckmeck.server.api.archive import read_game
from heckmeck.server.api.requests import (
    AnyRequest,
    Code,
    Number,
    RecordCode,
    caller_of,
    error_responses,
    game_at,
    recorded_game,
    service_of,
    visit_of,
)
from heckmeck.server.net.identity import read_code
from heckmeck.server.service import GameAt
from heckmeck.server.store import Game, Statistics
from heckmeck.server.table.messages import PlayedGame, PlayerTally, SeatResult

Limit = Annotated[int, QueryParameter(ge=1, le=100)]
Before = Annotated[int | None, QueryParameter(ge=1, le=10**9)]
BeforeGame = Annotated[str | None, QueryParameter(pattern="^[0-9A-Za-z]{8}/[0-9]{1,9}$")]
"""A game by the code of its table and its number, as in ABCDEFGH/3."""


@get("/api/tables/{code:str}/games", responses=error_responses(400, 404, 429))
async def table_games(request: AnyRequest, code: Code, before: Before = None, limit: Limit = 50) -> list[PlayedGame]:
    """The games of a table, the latest first; with `before`, those before the game with that number."""
    service, visit = service_of(request), await visit_of(request)
    table = await service.past_table(code, visit)
    return public_games(await service.store.games(table.code, before, limit, everything=table.everything))


@get("/api/tables/{code:str}/statistics", responses=error_responses(400, 404, 429))
async def table_statistics(request: AnyRequest, code: Code) -> list[PlayerTally]:
    """Totals over the finished games of a table for each participant, most wins first."""
    service, visit = service_of(request), await visit_of(request)
    reader = None if visit.caller is None else visit.caller.player
    table = await service.past_table(code, visit)
    return [
        PlayerTally(
            each.name, each.player is not None, each.bot, each.games, each.wins, each.score, each.failed, each.luck,
            reader is not None and each.player == reader,
        )
        for each in await service.store.tallies(table.code, everything=table.everything)
    ]  # fmt: skip


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
    caller = (await visit_of(request)).caller
    (game,) = await service_of(request).store.games(code, number + 1, 1)
    played = caller is not None and any(result.held.player == caller.player for result in game.results)
    (found,) = public_games([game])
    return found if played else msgspec.structs.replace(found, table="")


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


@get("/api/statistics", responses=error_responses(401))
async def statistics(request: AnyRequest) -> list[Statistics]:
    """Totals over the player's games, one row for each kind of game."""
    return await service_of(request).store.statistics(caller_of(await visit_of(request)).player)


def public_games(found: list[Game], reader: str | None = None) -> list[PlayedGame]:
    """Return games in public form: without the ids of players, but with the reader's own seats marked."""
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
            game.record,
        )
        for game in found
    ]  # fmt: skip


ROUTES = (table_games, table_statistics, record, record_by_code, game_by_code, history, statistics)
