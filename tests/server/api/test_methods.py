"""Which methods a path has: every answer that says so names all of them."""

from __future__ import annotations

import re
from collections.abc import Iterator

import httpx
import pytest

from helpers.wire import Server

PAGES = ("/", "/tables", "/nowhere", "/assets/nothing.js", "/offline/parts.json")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("methods") / "data") as running:
        yield running


@pytest.fixture(scope="module")
def client(server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url, timeout=20) as client:
        yield client


@pytest.fixture(scope="module")
def methods(client: httpx.Client) -> dict[str, set[str]]:
    """The methods of every path of the API, by its description."""
    described = client.get("/api/schema/openapi.json").json()["paths"]
    found = {path: {*map(str.upper, item), "OPTIONS"} for path, item in described.items()}
    assert len(found) > 30
    return found | {"/api/schema/openapi.json": {"GET", "OPTIONS"}}


def allowed(response: httpx.Response) -> set[str]:
    (value,) = response.headers.get_list("allow")
    listed = [name.strip() for name in value.split(",")]
    assert len(listed) == len(set(listed))
    return set(listed)


def example(path: str) -> str:
    return re.sub(r"{\w+}", "1", path)


def test_options_name_all_methods_of_a_path(client: httpx.Client, methods: dict[str, set[str]]) -> None:
    answers = {path: client.request("OPTIONS", example(path)) for path in methods}
    assert {path: (answer.status_code, allowed(answer)) for path, answer in answers.items()} == {
        path: (204, names) for path, names in methods.items()
    }


@pytest.mark.parametrize("method", ["TRACE", "PATCH", "PROPFIND", "CONNECT", "HEAD"])
def test_a_method_that_a_path_does_not_have_is_refused_with_those_that_it_has(
    client: httpx.Client, methods: dict[str, set[str]], method: str
) -> None:
    answers = {path: client.request(method, example(path)) for path in methods}
    assert {path: (answer.status_code, allowed(answer)) for path, answer in answers.items()} == {
        path: (405, names) for path, names in methods.items()
    }


@pytest.mark.parametrize("method", ["POST", "DELETE", "OPTIONS", "TRACE", "PROPFIND"])
def test_pages_name_the_methods_by_which_they_can_be_read(client: httpx.Client, method: str) -> None:
    answers = {path: client.request(method, path) for path in PAGES}
    assert {path: (answer.status_code, allowed(answer)) for path, answer in answers.items()} == {
        path: (405, {"GET", "HEAD"}) for path in PAGES
    }
