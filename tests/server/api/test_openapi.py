"""The interface does what its own description says, for any request."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from helpers.wire import Api, Server

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


class Described:
    """A server, its description, a known player, and a table."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.token = ""
        self.code = ""
        self.schema: Any = schemathesis.openapi.from_dict(asyncio.run(self._describe()))
        self.schema.config.update(base_url=server.url)

    async def _describe(self) -> dict[str, Any]:
        ann = await Api.new(self.server, "Ann")
        plan = {"game": "bratwurmeck", "seats": 2, "public": True}
        body = {"plan": plan, "name": "Ann", "bots": ["greedy"], "start": True}
        self.token, self.code = ann.token, (await ann.post("/api/tables", body))["code"]
        described: dict[str, Any] = await ann.get("/api/schema/openapi.json")
        return described


@pytest.fixture(scope="module")
def described(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Described]:
    with Server(tmp_path_factory.mktemp("schema") / "data") as server:
        yield Described(server)
        assert "Traceback" not in server.log()


STREAM = "/api/tables/{code}/events"
"""An endless stream."""

OPERATIONS = [
    ("GET", "/api/games"), ("GET", "/api/me"), ("POST", "/api/me"), ("POST", "/api/tokens"), ("GET", "/api/tables"),
    ("POST", "/api/tables"), ("POST", "/api/quick"), ("GET", "/api/tables/{code}"),
    ("GET", "/api/tables/{code}/address"), ("GET", "/api/tables/{code}/position"),
    ("POST", "/api/tables/{code}/commands"), ("GET", "/api/tables/{code}/games"),
    ("GET", "/api/tables/{code}/games/{number}"), ("GET", "/api/tables/{code}/advice"),
    ("GET", "/api/tables/{code}/games/{number}/review"), ("GET", "/api/history"), ("GET", "/api/statistics"),
    ("POST", "/api/history/import"),
    ("GET", "/api/tables/{code}/statistics"), ("GET", "/api/tables/{code}/log"),
    ("GET", "/api/records/{record}"), ("GET", "/api/records/{record}/game"),
    ("GET", "/api/records/{record}/replay"), ("GET", "/api/records/{record}/review"),
    ("GET", "/api/tables/{code}/games/{number}/replay"), ("POST", "/api/replay"),
    ("GET", "/api/schema/messages"), ("GET", "/healthz"), ("GET", "/readyz"), ("GET", "/metrics"),
    ("GET", "/api/me/blocks"), ("DELETE", "/api/me/blocks/{block}"), ("GET", "/api/tables/{code}/blocks"),
    ("POST", "/api/tables/{code}/blocks"), ("DELETE", "/api/tables/{code}/blocks"),
    ("POST", "/api/tables/{code}/reports"),
    ("GET", "/api/me/devices"), ("DELETE", "/api/me/devices/{device}"), ("DELETE", "/api/me/devices"),
    ("POST", "/api/me/link"), ("POST", "/api/link/offer"), ("POST", "/api/link"), ("GET", "/api/me/export"),
    ("DELETE", "/api/tokens"), ("POST", "/api/me/erase"),
]  # fmt: skip


def test_every_operation_is_tested(described: Described) -> None:
    known = {(method.upper(), path) for path, item in described.schema.raw_schema["paths"].items() for method in item}
    assert known == {*OPERATIONS, ("GET", STREAM)}


@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_every_answer_is_as_described(described: Described, method: str, path: str) -> None:
    """Good requests and bad ones, with or without a token, half of them about an existing table."""
    operation = described.schema[path][method]
    good, bad = (operation.as_strategy(generation_mode=mode) for mode in GenerationMode)

    @settings(max_examples=30, suppress_health_check=list(HealthCheck))
    @given(case=good | bad, known=st.booleans(), there=st.booleans())
    def check(case: Any, known: bool, there: bool) -> None:
        if there and "code" in (case.path_parameters or {}):
            case.path_parameters["code"] = described.code
        headers = {"authorization": f"Bearer {described.token}"} if known else {}
        case.validate_response(case.call(headers=headers), checks=CHECKS)

    check()
