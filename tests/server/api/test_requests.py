"""What the body of a request has to be: JSON, named as such, without a field that is there twice."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import httpx
import pytest

from helpers.wire import Api, Server

RECORD = b'{"format":"heckmeck-record/1"}'
DOUBLE = b'{"format":"heckmeck-record/1","game":"x","setup":{},"players":[],"steps":[],"outcome":null,"game":"y"}'
TABLE = b'{"plan":{"game":"bratwurmeck","seats":2}}'


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("bodies") / "data") as running:
        yield running
        assert "a request failed" not in running.log()


@pytest.fixture(scope="module")
def token(server: Server) -> str:
    return asyncio.run(Api.new(server, "Ann")).token


def post(server: Server, token: str, path: str, body: bytes, kind: str | None) -> httpx.Response:
    headers = {"authorization": f"Bearer {token}", **({} if kind is None else {"content-type": kind})}
    return httpx.post(server.url + path, content=body, headers=headers, timeout=20)


@pytest.mark.parametrize(
    "kind",
    ["application/json", "application/json; charset=utf-8", "Application/JSON;charset=UTF-8", "application/json ;x=y",
     "", None],
)  # fmt: skip
def test_json_is_read_with_its_type_or_without_one(server: Server, token: str, kind: str | None) -> None:
    assert post(server, token, "/api/tables", TABLE, kind).status_code == 201
    assert post(server, token, "/api/replay", RECORD, kind).json()["code"] == "bad_record"


@pytest.mark.parametrize(
    "kind",
    ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/ld+json",
     "application/jsonl", "text/json", "application/json, text/plain", "json", "*/*"],
)  # fmt: skip
@pytest.mark.parametrize(("path", "body"), [("/api/tables", TABLE), ("/api/replay", RECORD)])
def test_a_body_of_another_type_is_refused(server: Server, token: str, path: str, body: bytes, kind: str) -> None:
    reply = post(server, token, path, body, kind)
    assert (reply.status_code, reply.json()["code"]) == (415, "not_json")
    assert "application/json" in reply.json()["message"]


def test_a_request_without_a_body_needs_no_type(server: Server, token: str) -> None:
    assert post(server, token, "/api/me/link", b"", "text/plain").status_code == 201
    missing = post(server, token, "/api/tables", b"", "text/plain")
    assert (missing.status_code, missing.json()["message"]) == (400, "The body is missing: send a JSON object.")


@pytest.mark.parametrize(
    ("path", "body", "field"),
    [
        ("/api/tables", b'{"plan":{"game":"bratwurmeck","seats":2},"plan":{"game":"barbecue","seats":2}}', "plan"),
        ("/api/tables", b'{"plan":{"game":"bratwurmeck","seats":2,"seats":3}}', "seats"),
        ("/api/tables", b'{"plan":{"game":"bratwurmeck","seats":2,"options":{"self":1,"self":1}}}', "self"),
        ("/api/tables", b'{"plan":{"game":"bratwurmeck","seats":2,"se\\u0061ts":3}}', "seats"),
        ("/api/me", b'{"name":"Ann","name":"Bo"}', "name"),
        ("/api/history/import", b'{"record":{"steps":[{"a":1,"a":1}]},"ended":1}', "a"),
        ("/api/tables/ABCDEFGH/commands", b'{"type":"start","id":"12345678","id":"87654321"}', "id"),
    ],
)
def test_a_field_that_is_there_twice_is_refused(server: Server, token: str, path: str, body: bytes, field: str) -> None:
    reply = post(server, token, path, body, "application/json")
    assert (reply.status_code, reply.json()["code"]) == (400, "http_400")
    assert reply.json()["message"] == f"`{field}` is there more than once."


def test_a_record_with_a_field_that_is_there_twice_is_not_shown(server: Server, token: str) -> None:
    reply = post(server, token, "/api/replay", DOUBLE, None)
    assert (reply.status_code, reply.json()["code"]) == (400, "bad_record")
    assert reply.json()["message"] == "This is not a record: `game` is there more than once."


def test_the_description_names_the_refusal_of_every_body(server: Server) -> None:
    paths = httpx.get(f"{server.url}/api/schema/openapi.json", timeout=20).json()["paths"]
    operations = {f"{method} {path}": item for path, items in paths.items() for method, item in items.items()}
    with_bodies = {name for name, item in operations.items() if "requestBody" in item}
    assert {name for name, item in operations.items() if "415" in item["responses"]} == with_bodies
    assert len(with_bodies) > 10
    assert "post /api/replay" in with_bodies
