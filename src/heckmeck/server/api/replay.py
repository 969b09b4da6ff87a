"""Replays over HTTP: the table after each step, for games played here and for uploaded records."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from http import HTTPStatus

import msgspec
from litestar import MediaType, Response, get, post
from litestar.openapi import ResponseSpec
from litestar.openapi.spec import OpenAPIMediaType, OpenAPIType, Operation, RequestBody, Schema

from heckmeck.bad_json import check_keys, explain
from heckmeck.play.record import BadRecord, decode
from heckmeck.server.api.archive import archive_queue_of, read_game
from heckmeck.server.api.requests import (
    BODY_STATUSES,
    AnyRequest,
    Code,
    JsonRequest,
    Number,
    RecordCode,
    game_at,
    recorded_game,
    service_of,
    visit_of,
)
from heckmeck.server.live.replay import RecordProblem, Replay, replayed
from heckmeck.server.net.rate_limits import TOO_FAST
from heckmeck.server.table.environment import Refusal


def _problems(*statuses: int) -> dict[int, ResponseSpec]:
    return {
        status: ResponseSpec(RecordProblem, generate_examples=False, description=HTTPStatus(status).phrase)
        for status in statuses
    }


@get("/api/tables/{code:str}/games/{number:int}/replay", responses=_problems(400, 404, 409, 429, 503))
async def table_replay(request: AnyRequest, code: Code, number: Number) -> Replay:
    """A game of a table, step by step. A game with hidden information must be over."""
    return await read_game(request, await game_at(request, code, number), replayed)


@get("/api/records/{record:str}/replay", responses=_problems(400, 404, 409, 429, 503))
async def replay_by_code(request: AnyRequest, record: RecordCode) -> Replay:
    """A finished game, step by step, by the code of its record."""
    return await read_game(request, await recorded_game(request, record), replayed)


@dataclass
class TakesRecord(Operation):
    """The description of a request whose body is a record, which the handler reads itself."""

    def __post_init__(self) -> None:
        schema = Schema(type=OpenAPIType.OBJECT, description="A record as heckmeck exports it, one line of JSON.")
        self.request_body = RequestBody({MediaType.JSON: OpenAPIMediaType(schema)}, required=True)


@post("/api/replay", status_code=200, responses=_problems(*BODY_STATUSES, 429, 503), operation_class=TakesRecord)
async def record_replay(request: JsonRequest) -> Response[Replay | RecordProblem]:
    """An uploaded record, step by step. It is replayed by the rules, and not stored."""
    service, visit = service_of(request), await visit_of(request)
    if not (service.limits.commands.spend(visit.group) and service.limits.replays.spend(visit.group)):
        raise Refusal("too_fast", TOO_FAST)
    line = await request.json_text()
    try:
        queue = archive_queue_of(request)
        return Response(await queue.run(lambda: asyncio.to_thread(_show, line), visit.group))
    except BadRecord as error:
        return Response(RecordProblem.of(error), status_code=400)


def _show(line: bytes) -> Replay:
    record = decode(line)
    try:
        check_keys(line)
    except msgspec.MsgspecError as error:
        raise BadRecord("bad_record", f"This is not a record: {explain(error)}") from None
    return replayed(record)


ROUTES = (table_replay, replay_by_code, record_replay)
