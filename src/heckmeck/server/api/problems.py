"""Responses to failed requests: a problem with its code, and the status of that code."""

from __future__ import annotations

import logging

from litestar import Response
from litestar.exceptions import HTTPException
from litestar.status_codes import HTTP_400_BAD_REQUEST
from litestar.types import ExceptionHandlersMap

from heckmeck.bad_json import explain
from heckmeck.games import GameError
from heckmeck.server.api.requests import AnyRequest, service_of
from heckmeck.server.net.status import status_of
from heckmeck.server.service import STORE_FAILED
from heckmeck.server.store import StoreError
from heckmeck.server.store.archive_format import DAMAGED, GONE
from heckmeck.server.table.hosted_games import public_message
from heckmeck.server.table.messages import Problem

BODY = "The body"
WHOLE = "data"
"""The name that Litestar uses for the whole body: that of the handlers' parameter."""
GAME_LOST = "The stored data of this game is damaged and can no longer be read. Its result is kept."

logger = logging.getLogger("heckmeck.server")


def _refused(request: AnyRequest, error: GameError) -> Response[Problem]:
    if isinstance(error, StoreError):
        # The details are for the operator of the server.
        logger.warning("a request failed: %s", error)
        if error.code in {DAMAGED, GONE}:
            return _respond(request, Problem("game_lost", GAME_LOST))
        return _respond(request, Problem("store_failed", STORE_FAILED))
    return _respond(request, Problem(error.code, public_message(error), error.rule))


def _http_error(request: AnyRequest, error: HTTPException) -> Response[Problem]:
    details = error.extra if isinstance(error.extra, list) else []
    what = " ".join(_describe(part) for part in details if isinstance(part, dict))
    if not what and error.status_code == HTTP_400_BAD_REQUEST:
        what = explain(error.detail, BODY)
    problem = Problem(f"http_{error.status_code}", what or error.detail)
    # The headers name the methods that are allowed.
    return _respond(request, problem, error.status_code, error.headers)


def _describe(part: dict[str, object]) -> str:
    """Return what is wrong, with the name of the field or parameter."""
    message, key = str(part.get("message", "")), str(part.get("key") or "")
    if message == repr(WHOLE):  # a KeyError
        return f"{BODY} is missing: send a JSON object."
    return explain(message, BODY, "" if key == WHOLE else key)


def _failed(request: AnyRequest, error: Exception) -> Response[Problem]:
    logger.error("a request failed", exc_info=error)
    return _respond(request, Problem("failed", "Something went wrong on the server; the error has been logged."))


def _respond(
    request: AnyRequest, problem: Problem, status: int | None = None, headers: dict[str, str] | None = None
) -> Response[Problem]:
    service_of(request).metrics.refusals.add(problem.code)
    return Response(problem, status_code=status or status_of(problem.code), headers=headers)


HANDLERS: ExceptionHandlersMap = {GameError: _refused, HTTPException: _http_error, Exception: _failed}
