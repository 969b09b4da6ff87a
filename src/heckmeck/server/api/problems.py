"""What is answered when a request fails: a problem with its code, and the status that fits it."""

from __future__ import annotations

import logging

from litestar import Response
from litestar.exceptions import HTTPException
from litestar.types import ExceptionHandlersMap

from heckmeck.games import GameError
from heckmeck.server.api.requests import AnyRequest, service_of
from heckmeck.server.service import STORE_FAILED
from heckmeck.server.store import StoreError
from heckmeck.server.table.messages import Problem

STATUS = {
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
"""The statuses of refusals by their codes, where they are not the usual one."""

logger = logging.getLogger("heckmeck.server")


def _refused(request: AnyRequest, error: GameError) -> Response[Problem]:
    if isinstance(error, StoreError):
        # What is wrong with the store is for whoever runs the server.
        logger.warning("a request failed: %s", error)
        return _problem(request, Problem("store_failed", STORE_FAILED), 503)
    return _problem(request, Problem(error.code, error.message, error.rule), STATUS.get(error.code, 400))


def _http_error(request: AnyRequest, error: HTTPException) -> Response[Problem]:
    details = error.extra if isinstance(error.extra, list) else []
    what = "; ".join(str(part.get("message", "")) for part in details if isinstance(part, dict))
    return _problem(request, Problem(f"http_{error.status_code}", what or error.detail), error.status_code)


def _failed(request: AnyRequest, error: Exception) -> Response[Problem]:
    logger.error("a request failed", exc_info=error)
    return _problem(request, Problem("failed", "Something went wrong here; it has been noted."), 500)


def _problem(request: AnyRequest, problem: Problem, status: int) -> Response[Problem]:
    service_of(request).metrics.refusals.add(problem.code)
    return Response(problem, status_code=status)


HANDLERS: ExceptionHandlersMap = {GameError: _refused, HTTPException: _http_error, Exception: _failed}
