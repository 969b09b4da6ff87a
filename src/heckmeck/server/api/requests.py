"""What all handlers of HTTP requests share: the service, the caller, and the described errors."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated, Any

from litestar import Request
from litestar.datastructures import State
from litestar.openapi import ResponseSpec
from litestar.params import PathParameter

from heckmeck.games import GameError
from heckmeck.server.service import GameAt, Service, Visit
from heckmeck.server.table.decisions import Caller
from heckmeck.server.table.messages import Problem

Code = Annotated[str, PathParameter(max_length=40)]
RecordCode = Annotated[str, PathParameter(max_length=40)]
Number = Annotated[int, PathParameter(ge=1, le=10**9)]
AnyRequest = Request[Any, Any, State]


class UnknownCaller(GameError):
    """A request without a token or cookie that is known here."""


def error_responses(*statuses: int) -> dict[int, ResponseSpec]:
    """Describe the errors that a request may meet, for the OpenAPI description."""
    return {
        status: ResponseSpec(Problem, generate_examples=False, description=HTTPStatus(status).phrase)
        for status in (*statuses, 403, 503)
    }


def service_of(request: AnyRequest) -> Service:
    """Return the service of the process."""
    service: Service = request.app.state.service
    return service


async def visit_of(request: AnyRequest) -> Visit:
    """Identify the client of a request."""
    return await service_of(request).visit(request.scope)  # type: ignore[arg-type]


async def game_at(request: AnyRequest, code: str, number: int) -> GameAt:
    """Return a game by the code of its table and its number."""
    return await service_of(request).past_game(code, number, await visit_of(request))


async def recorded_game(request: AnyRequest, record: str) -> GameAt:
    """Return a game by the code of its record."""
    return await service_of(request).recorded_game(record, await visit_of(request))


def caller_of(visit: Visit) -> Caller:
    """Return the player who asks; refuse unknown ones."""
    if visit.caller is None:
        raise UnknownCaller("no_name", "You have no name here yet: post one to /api/me, or send a token.")
    return visit.caller
