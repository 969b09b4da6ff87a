"""Advice over HTTP: for the player of the seat to act, at tables where it is allowed."""

from __future__ import annotations

from typing import Annotated

from litestar import get
from litestar.params import QueryParameter

from heckmeck.server.api.requests import AnyRequest, Code, caller_of, error_responses, service_of, visit_of
from heckmeck.server.background.table_scheduler import question
from heckmeck.server.live.advice import Advice, check_advice
from heckmeck.server.net.rate_limits import TOO_FAST
from heckmeck.server.table.environment import Refusal

Seat = Annotated[int, QueryParameter(ge=0, le=6)]
Seq = Annotated[int, QueryParameter(ge=0, le=10**12)]


@get("/api/tables/{code:str}/advice", responses=error_responses(400, 401, 404, 409, 429))
async def advice(request: AnyRequest, code: Code, seat: Seat, seq: Seq) -> Advice:
    """The values of the player's moves, during their turn: always against bots, else if the host allows it."""
    service, visit = service_of(request), await visit_of(request)
    caller = caller_of(visit)
    table = await service.table(code, visit)
    await table.reach(seq)
    check_advice(table.state, seat, seq, caller)
    limited = None if visit.group is None else caller.player
    if not (service.limits.commands.spend(visit.group) and service.limits.advice.spend(limited)):
        raise Refusal("too_fast", TOO_FAST)
    state = table.state
    asked = question(table, seat, service.bots.stand_in(state.plan.game), remembers=state.game.hides)
    options = await service.coach.advise(table.code, state.moved_seq, asked, visit.group)
    return Advice.of(seat, state.moved_seq, options)


ROUTES = (advice,)
