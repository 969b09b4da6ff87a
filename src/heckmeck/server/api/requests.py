"""What all handlers of HTTP requests share: who asks, for which table, and what may be answered."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated, Any

from litestar import Request
from litestar.datastructures import State
from litestar.openapi import ResponseSpec
from litestar.params import PathParameter

from heckmeck.games import GameError
from heckmeck.server.service import Service, Visit
from heckmeck.server.table.decisions import Caller
from heckmeck.server.table.messages import Problem

Code = Annotated[str, PathParameter(max_length=40)]
Number = Annotated[int, PathParameter(ge=1, le=10**9)]
AnyRequest = Request[Any, Any, State]


class Stranger(GameError):
    """Somebody who is not known here yet."""


def may_say(*statuses: int) -> dict[int, ResponseSpec]:
    """Name the refusals that a request may meet, for the pages about the interface."""
    return {
        status: ResponseSpec(Problem, generate_examples=False, description=HTTPStatus(status).phrase)
        for status in (*statuses, 503)
    }


def service_of(request: AnyRequest) -> Service:
    """Return the service that a request came to."""
    service: Service = request.app.state.service
    return service


async def visit_of(request: AnyRequest) -> Visit:
    """Find out who asks."""
    return await service_of(request).visit(request.scope)  # type: ignore[arg-type]


def caller_of(visit: Visit) -> Caller:
    """Return who asks; refuse somebody unknown."""
    if visit.caller is None:
        raise Stranger("no_name", "You have no name here yet: post one to /api/me, or send a token.")
    return visit.caller
