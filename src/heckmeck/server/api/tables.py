"""Tables over HTTP: listing, opening, finding a seat, the current state, the position as text, and commands."""

from __future__ import annotations

from collections.abc import Set
from typing import Annotated

from litestar import Response, get, post
from litestar.params import FromQuery, JSONBody, QueryParameter

from heckmeck.server.api.requests import (
    AnyRequest,
    Code,
    base_for_others,
    body_errors,
    caller_of,
    error_responses,
    service_of,
    visit_of,
)
from heckmeck.server.live.live_table import LiveTable
from heckmeck.server.live.opening import check_bots, do, new_id, set_up
from heckmeck.server.net.rate_limits import TOO_FAST
from heckmeck.server.net.status import status_of
from heckmeck.server.service import Service
from heckmeck.server.store import Summary
from heckmeck.server.table import messages
from heckmeck.server.table.environment import Caller, Refusal
from heckmeck.server.table.hosted_games import hosted_game, hosted_games, seats_of
from heckmeck.server.table.messages import Address, AnyCommand, Done, OpenTable, PositionText, QuickPlay, Refused

QUICK_FILL = 8
"""Seconds after which bots fill the free seats of a quick table."""
QUICK_TIMER = 60
"""Seconds for a decision at a quick table."""
QUICK_SEATS = 3
"""Number of seats of a quick table, or the nearest that the game allows."""

QUICK_TRIES = 5
"""Maximum number of tables that a quick game tries, because each refusal needs a query to the store."""

Seat = Annotated[int | None, QueryParameter(ge=0, le=6)]


@get("/api/tables", responses=error_responses(400))
async def tables(request: AnyRequest, game: FromQuery[str | None] = None) -> list[Summary]:
    """The public tables that wait for players or have a running game."""
    if game is not None and game not in hosted_games():
        return []
    return await service_of(request).store.tables(game=game)


@post("/api/tables", responses=body_errors(401, 409, 429))
async def open_table(request: AnyRequest, data: JSONBody[OpenTable]) -> Address:
    """Open a table, and optionally sit down, add bots and start. A repeated id does not open a second table."""
    service, visit = service_of(request), await visit_of(request)
    caller = caller_of(visit)
    check_bots(data, service.bots)
    table = await service.open_table(data.plan, caller, visit.client, data.id)
    await set_up(table, data, lambda command: service.execute(table, command, caller))
    return await _address(request, table)


@post("/api/quick", responses=body_errors(401, 409, 429))
async def quick_play(request: AnyRequest, data: JSONBody[QuickPlay]) -> Address:
    """Sit down at a free seat of a public table that bots will fill after a while, or of a new one."""
    service, visit = service_of(request), await visit_of(request)
    caller, game = caller_of(visit), hosted_game(data.game)
    if not service.limits.commands.spend(visit.group):
        raise Refusal("too_fast", TOO_FAST)
    blocked = {block.subject for block in await service.store.blocks(caller.player) if block.kind == "block"}
    tries = 0
    for summary in await service.store.tables(game=data.game, phase="open"):
        table = await service.hub.get(summary.table) if summary.free else None
        # Only a table that bots will fill is certain to start.
        if table is None or not table.state.plan.fill or _is_avoided(table, blocked):
            continue
        if await _sit_down(service, table, data, caller):
            return await _address(request, table)
        tries += 1
        if tries == QUICK_TRIES:
            break
    seats = min(seats_of(game), key=lambda number: abs(number - QUICK_SEATS))
    plan = messages.Plan(data.game, seats, public=True, fill=QUICK_FILL, timer=QUICK_TIMER)
    table = await service.open_table(plan, caller, visit.client)
    sit = messages.Sit(new_id(), data.name, None, data.commitment)
    await do(lambda command: service.execute(table, command, caller), sit)
    return await _address(request, table)


def _is_avoided(table: LiveTable, blocked: Set[str]) -> bool:
    """Return whether a player at the table is blocked by the searching player. The table itself refuses the reverse."""
    people = {table.state.host, *(holder.player for holder in table.state.seats if holder is not None)}
    return bool(people & blocked)


async def _sit_down(service: Service, table: LiveTable, data: QuickPlay, caller: Caller) -> bool:
    if table.state.seats_of(caller.player):
        return True
    sit = messages.Sit(new_id(), data.name, None, data.commitment)
    return isinstance(await service.execute(table, sit, caller), Done)


@get("/api/tables/{code:str}", responses=error_responses(400, 404, 429))
async def table(request: AnyRequest, code: Code) -> messages.Welcome:
    """The current state of a table, as the player may see it."""
    visit = await visit_of(request)
    found = await service_of(request).table(code, visit)
    return found.welcome(visit.caller and visit.caller.player)


@get("/api/tables/{code:str}/position", responses=error_responses(400, 401, 404, 409, 429))
async def position(request: AnyRequest, code: Code, seat: Seat = None) -> PositionText:
    """The position as one line of text: the view of the player's seat, or without a seat that of a spectator."""
    service, visit = service_of(request), await visit_of(request)
    found = await service.table(code, visit)
    if not service.limits.commands.spend(visit.group):
        raise Refusal("too_fast", TOO_FAST)
    state = found.state
    if seat is not None and seat not in state.seats_of(caller_of(visit).player):
        raise Refusal("not_your_seat", "This is not your seat.")
    if state.state is None:
        raise Refusal("no_game", "There is no position to show.")
    return PositionText(state.game.position(state.game.view(state.state, seat)))


@get("/api/tables/{code:str}/address", responses=error_responses(400, 404, 429))
async def address(request: AnyRequest, code: Code) -> Address:
    """A link to a table that others can follow, even if the player uses the machine of the server."""
    service, visit = service_of(request), await visit_of(request)
    return await _address(request, await service.table(code, visit))


@post("/api/tables/{code:str}/commands", status_code=200, responses=body_errors(401, 404, 409, 429))
async def command(request: AnyRequest, code: Code, data: JSONBody[AnyCommand]) -> Response[Done | Refused]:
    """Send a command. It is answered when its entry is on the disk; a repeated command is carried out once."""
    service, visit = service_of(request), await visit_of(request)
    found = await service.table(code, visit)
    reply = await service.command(found, data, visit)
    return Response(reply, status_code=200 if isinstance(reply, Done) else status_of(reply.code, usual=409))


async def _address(request: AnyRequest, table: LiveTable) -> Address:
    return Address(table.code, f"{await base_for_others(request)}/t/{table.code}")


ROUTES = (tables, open_table, quick_play, table, position, address, command)
