"""Older entries of a table's log, a page at a time, for scrolling back."""

from __future__ import annotations

from typing import Annotated

from litestar import get
from litestar.params import QueryParameter

from heckmeck.server.api.requests import AnyRequest, Code, error_responses, service_of, visit_of
from heckmeck.server.live.subscription import read_before
from heckmeck.server.net.rate_limits import TOO_FAST
from heckmeck.server.table.environment import Refusal
from heckmeck.server.table.messages import LogPage

Before = Annotated[int, QueryParameter(ge=1, le=10**9)]
Limit = Annotated[int, QueryParameter(ge=1, le=200)]


@get("/api/tables/{code:str}/log", responses=error_responses(400, 404, 429))
async def log(request: AnyRequest, code: Code, before: Before, limit: Limit = 100) -> LogPage:
    """The last entries before a given one: 100, or up to `limit`."""
    service, visit = service_of(request), await visit_of(request)
    table = await service.table(code, visit)
    if not service.limits.commands.spend(visit.group):
        raise Refusal("too_fast", TOO_FAST)
    player = visit.caller and visit.caller.player
    with table.held():
        found = await read_before(service.hub, table, before, limit, player, visit.group)
    return LogPage(tuple(found))


ROUTES = (log,)
