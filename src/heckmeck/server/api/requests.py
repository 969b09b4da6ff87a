"""Helpers for all handlers of HTTP requests: the service, the caller, and the descriptions of errors."""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import Annotated, Any

from litestar import MediaType, Request
from litestar.datastructures import State
from litestar.exceptions import ClientException
from litestar.openapi import ResponseSpec
from litestar.params import PathParameter
from litestar.types import Message, Scope
from msgspec import MsgspecError

from heckmeck.bad_json import check_keys
from heckmeck.games import GameError
from heckmeck.server.net.asgi import header
from heckmeck.server.net.identity import expired_cookie
from heckmeck.server.net.lan import for_others
from heckmeck.server.service import GameAt, Service, Visit
from heckmeck.server.table.environment import Caller, Refusal
from heckmeck.server.table.messages import Problem

Code = Annotated[str, PathParameter(max_length=40)]
RecordCode = Annotated[str, PathParameter(max_length=40)]
Number = Annotated[int, PathParameter(ge=1, le=10**9)]
AnyRequest = Request[Any, Any, State]


class JsonRequest(AnyRequest):
    """A request whose body is refused with a client error if it cannot be decoded, for any reason."""

    async def json(self) -> Any:
        """Return the decoded body."""
        text = await self.json_text()
        try:
            decoded = await super().json()
            check_keys(text)
        except MsgspecError as error:
            raise ClientException(str(error)) from None
        except (UnicodeError, RecursionError) as error:  # Litestar would treat these as failures of the server
            raise ClientException(f"JSON is malformed: {error}") from None
        return decoded

    async def json_text(self) -> bytes:
        """Return the body as it was sent; refuse a body of another type. A body without a type counts as JSON."""
        kind = header(self.scope["headers"], b"content-type")
        if kind and kind.partition(";")[0].strip().lower() != MediaType.JSON:
            raise Refusal("not_json", "The body has to be JSON: send it with Content-Type: application/json.")
        return await self.body()


VISIT = "heckmeck.visit"
"""The key of the scope under which the `Visit` of a request is stored."""
COOKIE = "heckmeck.cookie"
"""The key of the scope for a Set-Cookie header of the response."""


BODY_STATUSES = (400, 413, 415)
"""The statuses of bodies that are refused: not as described, too long, not JSON."""


class UnknownCaller(GameError):
    """A request without a token or cookie that is known here."""


def error_responses(*statuses: int) -> dict[int, ResponseSpec]:
    """Return the possible errors of a request, for the OpenAPI description."""
    return {
        status: ResponseSpec(Problem, generate_examples=False, description=HTTPStatus(status).phrase)
        for status in (*statuses, 403, 503)
    }


def body_errors(*statuses: int) -> dict[int, ResponseSpec]:
    """Return the possible errors of a request with a body, for the OpenAPI description."""
    return error_responses(*sorted((*BODY_STATUSES, *statuses)))


def service_of(request: AnyRequest) -> Service:
    """Return the service of the process."""
    service: Service = request.app.state.service
    return service


async def visit_of(request: AnyRequest) -> Visit:
    """Identify the client of a request."""
    scope: Any = request.scope
    visit = scope[VISIT] = await service_of(request).visit(scope)
    return visit


def drop_cookie(request: AnyRequest, visit: Visit) -> None:
    """Make the response delete the cookie of the browser."""
    scope: Any = request.scope
    scope[COOKIE] = expired_cookie(secure=visit.client.secure)


async def set_cookie(message: Message, scope: Scope) -> None:
    """Add a cookie to a response: the one that a handler has set, or a new one if the guest's is old."""
    visit: Visit | None = scope.get(VISIT)  # type: ignore[assignment]
    if message["type"] != "http.response.start" or visit is None:
        return
    headers = list(message["headers"])
    cookie: str | None = scope.get(COOKIE)  # type: ignore[assignment]
    renewed = visit.renew and not any(key == b"set-cookie" for key, _ in headers)
    if cookie is None and renewed and visit.caller is not None and visit.device is not None:
        service: Service = scope["litestar_app"].state.service
        cookie = service.guests.cookie(visit.caller.player, visit.device, secure=visit.client.secure)
    if cookie is not None:
        message["headers"] = [*headers, (b"set-cookie", cookie.encode())]


async def base_for_others(request: AnyRequest) -> str:
    """Return the base URL of this server for links that other devices can follow."""
    config = service_of(request).config
    base = config.public_url or str(request.base_url).rstrip("/")
    if config.lan and not config.public_url:
        # The host at home may use 127.0.0.1, which other devices cannot reach. Finding another address may take a
        # moment.
        base = await asyncio.to_thread(for_others, base)
    return base


async def game_at(request: AnyRequest, code: str, number: int) -> GameAt:
    """Return a game by the code of its table and its number."""
    return await service_of(request).past_game(code, number, await visit_of(request))


async def recorded_game(request: AnyRequest, record: str) -> GameAt:
    """Return a game by the code of its record."""
    return await service_of(request).recorded_game(record, await visit_of(request))


def reader_of(visit: Visit) -> str | None:
    """Return the id of the player who sent the request, if it is a known one."""
    return None if visit.caller is None else visit.caller.player


def caller_of(visit: Visit) -> Caller:
    """Return the player who sent the request; refuse unknown ones."""
    if visit.caller is None:
        raise UnknownCaller("no_name", "You have no name here yet: post one to /api/me, or send a token.")
    return visit.caller
