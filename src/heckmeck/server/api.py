"""The HTTP interface: tables, commands, streams of events for programs, records, history."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import AsyncGenerator, Sequence
from typing import Annotated, Any, get_args

import msgspec
from litestar import Litestar, Response, delete, get, post
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.handlers import HTTPRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import FromQuery, JSONBody, QueryParameter
from litestar.response import Stream

from heckmeck.bots import BOTS
from heckmeck.games import GAMES, GameError
from heckmeck.server import messages
from heckmeck.server.archive import fair_record, played
from heckmeck.server.identity import clean_name, new_player, new_token, token_digest
from heckmeck.server.lan import for_others
from heckmeck.server.livetable import LiveTable
from heckmeck.server.messages import (
    Address,
    AnyCommand,
    BotInfo,
    Done,
    GameInfo,
    Me,
    NewName,
    NewToken,
    OpenTable,
    PlayedGame,
    Problem,
    QuickPlay,
    Refused,
    SeatResult,
)
from heckmeck.server.metrics import CONTENT_TYPE
from heckmeck.server.requests import AnyRequest, Code, Number, caller_of, may_say, service_of, visit_of
from heckmeck.server.ruling import Caller, Refusal, check_bot
from heckmeck.server.service import STORE_FAILED, Service, Visit
from heckmeck.server.store import Game, Statistics, StoreError, Summary

QUICK = 8
"""After so many seconds bots fill a quick table."""
WAITING = 256
"""A stream that leaves so many messages unread is ended: it can resume."""
PING = 15.0
"""An empty line goes out after so many silent seconds, so that a dead stream is found out."""

Since = Annotated[int | None, QueryParameter(ge=0, le=10**12)]

_STATUS = {
    "no_table": 404,
    "no_such_game": 404,
    "too_fast": 429,
    "too_many_tables": 503,
    "no_name": 401,
    "game_on": 409,
    "not_kept": 503,
    "too_many": 503,
    "busy": 503,
    "stale": 409,
    "no_game": 409,
    "not_your_turn": 409,
    "not_seated": 409,
    "not_your_seat": 409,
    "away": 409,
    "no_coach": 409,
}


logger = logging.getLogger("heckmeck.server")


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
    order = get_args(messages.Strength).index
    return tuple(BotInfo(name, kind.strength) for name, kind in sorted(kinds, key=lambda each: order(each[1].strength)))


@get("/api/me", responses=may_say())
async def me(request: AnyRequest) -> Response[Me]:
    """Who one is here. A cookie that is getting old is renewed."""
    service, visit = service_of(request), await visit_of(request)
    if visit.caller is None:
        return Response(Me(None))
    cookie = service.guests.cookie(visit.caller.player, secure=visit.peer.secure)
    return Response(Me(visit.caller.name), headers={"set-cookie": cookie} if visit.renew else {})


@post("/api/me", status_code=200, responses=may_say(400, 429))
async def be(request: AnyRequest, data: JSONBody[NewName]) -> Response[Me]:
    """Tell one's name: a cookie makes one known from now on."""
    service, visit = service_of(request), await visit_of(request)
    if not service.credits.commands.spend(visit.group):
        raise Refusal("too_fast", "Not so fast, please: wait a moment.")
    name = clean_name(data.name)
    player = visit.caller.player if visit.caller else new_player()
    await service.store.add_player(player, name, _now())
    cookie = service.guests.cookie(player, secure=visit.peer.secure)
    return Response(Me(name), headers={"set-cookie": cookie})


@post("/api/tokens", responses=may_say(400, 429))
async def add_token(request: AnyRequest, data: JSONBody[NewName]) -> NewToken:
    """Get a token for programs: under one's own name where one is known, as a new player otherwise."""
    service, visit = service_of(request), await visit_of(request)
    if not service.credits.tables.spend(visit.group):
        raise Refusal("too_fast", "Too many tokens: try again later.")
    player = visit.caller.player if visit.caller else new_player()
    await service.store.add_player(player, clean_name(data.name), _now())
    token = new_token()
    await service.store.add_token(token_digest(token) or b"", player, _now())
    return NewToken(token)


@delete("/api/tokens", responses=may_say(401))
async def drop_tokens(request: AnyRequest) -> None:
    """Make all one's tokens worthless."""
    await service_of(request).store.drop_tokens(caller_of(await visit_of(request)).player)


@get("/api/tables", responses=may_say(400))
async def tables(request: AnyRequest, game: FromQuery[str | None] = None) -> list[Summary]:
    """The public tables that wait for players or are being played at."""
    if game is not None and game not in GAMES:
        return []
    return await service_of(request).store.tables(game=game)


@post("/api/tables", responses=may_say(400, 401, 409, 429))
async def open_table(request: AnyRequest, data: JSONBody[OpenTable]) -> Address:
    """Open a table, and if wanted sit down, add bots and start."""
    service, visit = service_of(request), await visit_of(request)
    caller = caller_of(visit)
    for bot in data.bots:
        check_bot(data.plan.game, bot)
    if not service.credits.tables.spend(visit.group):
        raise Refusal("too_fast", "Too many tables: try again later.")
    table = await service.hub.open(data.plan, caller)
    if data.name is not None:
        await _do(table, messages.Sit(_id(), data.name, None, data.commitment), caller)
    free = [seat for seat, holder in enumerate(table.state.seats) if holder is None]
    for seat, bot in zip(free, data.bots, strict=False):
        await _do(table, messages.SeatBot(_id(), seat, bot), caller)
    if data.start:
        await _do(table, messages.Start(_id()), caller)
    return await _address(service, request, table)


@post("/api/quick", responses=may_say(400, 401, 409, 429))
async def quick_play(request: AnyRequest, data: JSONBody[QuickPlay]) -> Address:
    """Sit down at the next free seat of a public table, or at a new one that bots fill after a few seconds."""
    service, visit = service_of(request), await visit_of(request)
    caller = caller_of(visit)
    if data.game not in GAMES:
        raise Refusal("unknown_game", f"There is no such game; there are {', '.join(GAMES)}.")
    if not service.credits.commands.spend(visit.group):
        raise Refusal("too_fast", "Not so fast, please: wait a moment.")
    for summary in await service.store.tables(game=data.game, phase="open"):
        table = await service.hub.get(summary.table) if summary.free else None
        # Only where bots fill the seats the game starts for sure.
        if table is not None and table.state.plan.fill and await _sat_down(table, data, caller):
            return await _address(service, request, table)
    if not service.credits.tables.spend(visit.group):
        raise Refusal("too_fast", "Too many tables: try again later.")
    seats = max(2, min(3, GAMES[data.game].seats[-1]))
    table = await service.hub.open(messages.Plan(data.game, seats, public=True, fill=QUICK, timer=60), caller)
    await _do(table, messages.Sit(_id(), data.name, None, data.commitment), caller)
    return await _address(service, request, table)


async def _sat_down(table: LiveTable, data: QuickPlay, caller: Caller) -> bool:
    if table.state.seats_of(caller.player):
        return True
    reply = await table.command(messages.Sit(_id(), data.name, None, data.commitment), caller)
    return isinstance(reply, Done)


@get("/api/tables/{code:str}", responses=may_say(400, 404, 429))
async def table(request: AnyRequest, code: Code) -> messages.Welcome:
    """Where a table stands, as the one who asks may see it."""
    visit = await visit_of(request)
    found = await service_of(request).table(code, visit)
    return found.welcome(visit.caller and visit.caller.player)


@get("/api/tables/{code:str}/address", responses=may_say(400, 404, 429))
async def address(request: AnyRequest, code: Code) -> Address:
    """Where others find a table: a link to share, also where the one who asks sits at the server's own machine."""
    service, visit = service_of(request), await visit_of(request)
    return await _address(service, request, await service.table(code, visit))


@post("/api/tables/{code:str}/commands", status_code=200, responses=may_say(400, 401, 404, 409, 429))
async def command(request: AnyRequest, code: Code, data: JSONBody[AnyCommand]) -> Response[Done | Refused]:
    """Give a command. The answer comes when it is on the disk; one that is sent twice is done once."""
    service, visit = service_of(request), await visit_of(request)
    found = await service.table(code, visit)
    reply = await service.command(found, data, visit)
    return Response(reply, status_code=200 if isinstance(reply, Done) else _STATUS.get(reply.code, 409))


@get("/api/tables/{code:str}/events", media_type="application/x-ndjson", responses=may_say(400, 404, 429))
async def events(request: AnyRequest, code: Code, since: Since = None) -> Stream:
    """Follow a table: one message a line. With `since`, whatever happened after that entry comes first."""
    service, visit = service_of(request), await visit_of(request)
    found = await service.table(code, visit)
    await found.reach(since or 0)
    if (refusal := service.may_connect(visit)) is not None:
        raise Refusal(refusal[1], refusal[2])
    lines = _lines(service, visit, found, since)
    # Begun here: one that is never begun would never give its place back, should the reader be gone already.
    first = await anext(lines)
    return Stream(_after(first, lines), media_type="application/x-ndjson")


async def _after(first: bytes, lines: AsyncGenerator[bytes]) -> AsyncGenerator[bytes]:
    try:
        yield first
        async for line in lines:
            yield line
    finally:
        await lines.aclose()


async def _lines(service: Service, visit: Visit, found: LiveTable, since: int | None) -> AsyncGenerator[bytes]:
    reader = _Reader(visit.caller and visit.caller.player)
    encode_line = messages.encoder.encode
    with found.held():
        try:
            while since is not None and found.recent(since, reader.player) is None:
                async for page in found.older(since, reader.player):
                    for happening in page:
                        since = happening.seq
                        yield encode_line(happening) + b"\n"
            for happening in found.recent(since, reader.player) or () if since is not None else ():
                reader.send(encode_line(happening))
            reader.send(encode_line(found.welcome(reader.player)))
            service.hub.follow(found, reader)
            while (line := await reader.next()) is not None:
                yield line + b"\n"
        finally:
            service.hub.unfollow(found, reader)
            service.disconnected(visit)


class _Reader:
    """A follower whose messages wait until they are read."""

    def __init__(self, player: str | None) -> None:
        self.player = player
        self._queue: asyncio.Queue[bytes] = asyncio.Queue(WAITING)
        self._dropped = False

    def send(self, payload: bytes) -> None:
        try:
            self._queue.put_nowait(payload)
        except asyncio.QueueFull:
            self._dropped = True

    async def next(self) -> bytes | None:
        if self._dropped:
            return None
        try:
            return await asyncio.wait_for(self._queue.get(), PING)
        except TimeoutError:
            return b""


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
    service, visit = service_of(request), await visit_of(request)
    known = await service.known(code, visit)
    secret = await service.store.chain(known, number)
    if secret is None:
        raise Refusal("no_such_game", "There was no such game at this table.")
    rows = await service.store.rows(known)
    # A long log takes a while, which other tables need not wait for.
    found = await asyncio.to_thread(lambda: msgspec.to_builtins(fair_record(played(rows, number), secret)))
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


@get("/api/schema/messages", media_type="application/json", sync_to_thread=False)
def message_schema() -> dict[str, Any]:
    """The JSON Schema of everything that goes over a WebSocket."""
    return schema()


def schema() -> dict[str, Any]:
    """Return the JSON Schema of all messages."""
    (command_schema, message), components = msgspec.json.schema_components(
        [messages.AnyCommand, messages.AnyMessage], ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$defs": {**components, "Command": command_schema, "Message": message},
    }


@get("/healthz", media_type="text/plain", sync_to_thread=False)
def healthz() -> str:
    """Whether the process lives."""
    return "ok\n"


@get("/readyz", media_type="text/plain")
async def readyz(request: AnyRequest) -> Response[str]:
    """Whether it can serve: the database answers."""
    service = service_of(request)
    try:
        if service.ready:
            await service.store.count()
            return Response("ready\n")
    except GameError:
        pass
    return Response("not ready\n", status_code=503)


@get("/metrics", media_type="text/plain", sync_to_thread=False)
def metrics(request: AnyRequest) -> Response[bytes]:
    """What Prometheus wants to know."""
    service = service_of(request)
    service.metrics.tables.set(len(service.hub.live))
    return Response(service.metrics.page(), media_type=CONTENT_TYPE.partition("; charset")[0])


def make_api(service: Service, more: Sequence[HTTPRouteHandler] = ()) -> Litestar:
    """Return the HTTP application, with the handlers of other modules."""
    return Litestar(
        [
            games, me, be, add_token, drop_tokens, tables, open_table, quick_play, table, address, command, events,
            table_games, record, history, statistics, message_schema, healthz, readyz, metrics, *more,
        ],
        state=State({"service": service}),
        openapi_config=OpenAPIConfig(
            title="heckmeck", version="1", path="/api/schema", render_plugins=[JsonRenderPlugin()]
        ),
        exception_handlers={GameError: _refused, HTTPException: _http_error, Exception: _failed},
        logging_config=None,
    )  # fmt: skip


def _refused(request: AnyRequest, error: GameError) -> Response[Problem]:
    if isinstance(error, StoreError):
        # What is wrong with the store is for whoever runs the server.
        logger.warning("a request failed: %s", error)
        return Response(Problem("store_failed", STORE_FAILED), status_code=503)
    return Response(Problem(error.code, error.message, error.rule), status_code=_STATUS.get(error.code, 400))


def _http_error(request: AnyRequest, error: HTTPException) -> Response[Problem]:
    details = error.extra if isinstance(error.extra, list) else []
    what = "; ".join(str(part.get("message", "")) for part in details if isinstance(part, dict))
    return Response(Problem(f"http_{error.status_code}", what or error.detail), status_code=error.status_code)


def _failed(request: AnyRequest, error: Exception) -> Response[Problem]:
    logger.error("a request failed", exc_info=error)
    return Response(Problem("failed", "Something went wrong here; it has been noted."), status_code=500)


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


async def _do(table: LiveTable, wanted: messages.AnyCommand, caller: Caller) -> None:
    reply = await table.command(wanted, caller)
    if isinstance(reply, Refused):
        raise Refusal(reply.code, reply.message, reply.rule)


async def _address(service: Service, request: AnyRequest, table: LiveTable) -> Address:
    base = service.config.public_url or str(request.base_url).rstrip("/")
    if service.config.lan and not service.config.public_url:
        # The host at home may sit at 127.0.0.1, where none of the guests gets to. To find out may take a moment.
        base = await asyncio.to_thread(for_others, base)
    return Address(table.code, f"{base}/t/{table.code}")


def _id() -> str:
    return secrets.token_hex(8)


def _now() -> int:
    return time.time_ns() // 1_000_000
