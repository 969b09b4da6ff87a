"""Tables over HTTP: which there are, opening one, finding a seat, where one stands, and commands."""

from __future__ import annotations

import asyncio
import secrets

from litestar import Response, get, post
from litestar.params import FromQuery, JSONBody

from heckmeck.games import GAMES
from heckmeck.server.api.problems import STATUS
from heckmeck.server.api.requests import AnyRequest, Code, caller_of, may_say, service_of, visit_of
from heckmeck.server.live.live_table import LiveTable
from heckmeck.server.net.lan import for_others
from heckmeck.server.net.rate_limits import TOO_FAST
from heckmeck.server.service import Service
from heckmeck.server.store import Summary
from heckmeck.server.table import messages
from heckmeck.server.table.decisions import Caller, Refusal, check_bot
from heckmeck.server.table.messages import Address, AnyCommand, Done, OpenTable, QuickPlay, Refused

QUICK = 8
"""After so many seconds bots fill a quick table."""


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
    """Sit down at the next free seat of a public table that bots fill after a while, or of a new one."""
    service, visit = service_of(request), await visit_of(request)
    caller = caller_of(visit)
    if data.game not in GAMES:
        raise Refusal("unknown_game", f"There is no such game; there are {', '.join(GAMES)}.")
    if not service.credits.commands.spend(visit.group):
        raise Refusal("too_fast", TOO_FAST)
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
    return Response(reply, status_code=200 if isinstance(reply, Done) else STATUS.get(reply.code, 409))


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


ROUTES = (tables, open_table, quick_play, table, address, command)
