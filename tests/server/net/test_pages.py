"""The built client over HTTP: which files exist, which do not, and how long they may be cached."""

from __future__ import annotations

import asyncio
import gzip
from pathlib import Path
from typing import Any

import pytest

from heckmeck.server.net.pages import Pages

PAGE = b"<!doctype html><title>Heckmeck</title>"
SCRIPT = b"console.log('a script that is long enough to get smaller when it is packed, packed, packed');"


class Answer:
    def __init__(self, messages: list[dict[str, Any]]) -> None:
        start, *rest = messages
        self.status = start["status"]
        self.headers = {name.decode(): value.decode() for name, value in start["headers"]}
        self.body = b"".join(message["body"] for message in rest)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    built = tmp_path / "static"
    (built / "assets").mkdir(parents=True)
    (built / "index.html").write_bytes(PAGE)
    (built / "assets" / "index-abc.js").write_bytes(SCRIPT)
    (built / "assets" / "index-abc.js.gz").write_bytes(gzip.compress(SCRIPT))
    (built / ".sources").write_text("not for anybody")
    (tmp_path / "secret.js").write_text("outside")
    return built


def ask(folder: Path, path: str, method: str = "GET", **headers: str) -> Answer:
    sent: list[dict[str, Any]] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        raise AssertionError("nothing is read")

    fields = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "method": method, "path": path, "headers": fields}
    asyncio.run(Pages(folder)(scope, receive, send))
    return Answer(sent)


@pytest.mark.parametrize(
    "path",
    ["/", "/t/ABCDEFGH", "/tables", "/learn", "/learn/barbecue", "/t/ABCDEFGH/games/1", "/r/ABCDE", "/link/ABCDEFGHJK"],
)
def test_every_page_is_the_client(folder: Path, path: str) -> None:
    answer = ask(folder, path)
    assert (answer.status, answer.body) == (200, PAGE)
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"


def test_where_there_is_no_page_the_client_says_so(folder: Path) -> None:
    answer = ask(folder, "/nowhere")
    assert (answer.status, answer.body) == (404, PAGE)


def test_files_with_a_hash_in_their_name_are_cached_permanently(folder: Path) -> None:
    answer = ask(folder, "/assets/index-abc.js")
    assert (answer.status, answer.body) == (200, SCRIPT)
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"


def test_clients_that_can_decompress_get_the_compressed_form(folder: Path) -> None:
    answer = ask(folder, "/assets/index-abc.js", accept_encoding="br, gzip")
    assert answer.headers["content-encoding"] == "gzip"
    assert gzip.decompress(answer.body) == SCRIPT
    assert answer.headers["vary"] == "accept-encoding"
    assert int(answer.headers["content-length"]) == len(answer.body)


def test_what_has_not_changed_is_not_sent_again(folder: Path) -> None:
    tag = ask(folder, "/").headers["etag"]
    again = ask(folder, "/", if_none_match=tag)
    assert (again.status, again.body) == (304, b"")
    assert ask(folder, "/", if_none_match='"other"').status == 200


@pytest.mark.parametrize(
    "path",
    ["/../secret.js", "/assets/../../secret.js", "//secret.js", "/.sources", "/assets/index-abc.js.gz", "/no.js"],
)
def test_nothing_else_in_or_outside_the_folder_is_given(folder: Path, path: str) -> None:
    answer = ask(folder, path)
    assert answer.status == 404
    assert b"outside" not in answer.body


def test_a_head_has_no_body(folder: Path) -> None:
    answer = ask(folder, "/", "HEAD")
    assert (answer.status, answer.body) == (200, b"")
    assert int(answer.headers["content-length"]) == len(PAGE)


def test_pages_can_only_be_read(folder: Path) -> None:
    assert ask(folder, "/", "POST").status == 405


def test_without_a_built_client_there_is_a_clear_sentence(tmp_path: Path) -> None:
    answer = ask(tmp_path / "static", "/")
    assert answer.status == 503
    assert "scripts/web" in answer.body.decode()
