"""The built client over HTTP: which files exist, which do not, and how long they may be cached."""

from __future__ import annotations

import asyncio
import gzip
import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from heckmeck.server.net.pages import Pages

PAGE = b"<!doctype html><title>Heckmeck</title>"
SCRIPT = b"console.log('a script that is long enough to get smaller when it is packed, packed, packed');"
WASM = "pyodide.asm-0123456789.wasm"
CODE = bytes(range(256)) * 2_000
BROTLI = b"compressed"


class Answer:
    def __init__(self, messages: list[dict[str, Any]]) -> None:
        start, *rest = messages
        self.status = start["status"]
        self.headers = {name.decode(): value.decode() for name, value in start["headers"]}
        self.body = b"".join(message["body"] for message in rest)
        self.largest = max(len(message["body"]) for message in rest)
        assert [message.get("more_body", False) for message in rest] == [True] * (len(rest) - 1) + [False]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    built = tmp_path / "static"
    (built / "assets").mkdir(parents=True)
    (built / "index.html").write_bytes(PAGE)
    (built / "assets" / "index-abc.js").write_bytes(SCRIPT)
    (built / "assets" / "index-abc.js.gz").write_bytes(gzip.compress(SCRIPT))
    (built / ".sources").write_text("not for anybody")
    (tmp_path / "secret.js").write_text("outside")
    make_parts(tmp_path / "parts")
    return built


def make_parts(folder: Path) -> None:
    folder.mkdir()
    files = []
    for name, content in {WASM: CODE, "games.json": b"[]"}.items():
        (folder / f"{name}.gz").write_bytes(gzip.compress(content))
        (folder / f"{name}.br").write_bytes(BROTLI)
        hashed = sha256(content).hexdigest()
        files.append({"name": name, "bytes": len(content), "transferred": len(BROTLI), "sha256": hashed})
    listed = {"version": "1", "python": "3.14", "lock": {}, "files": files, "total": 1, "transferred": 1}
    (folder / "parts.json").write_text(json.dumps(listed))
    (folder / "LICENSES.txt").write_text("All of them")
    (folder / ".sources").write_text("not for anybody")


def ask(folder: Path, path: str, method: str = "GET", pages: Pages | None = None, **headers: str) -> Answer:
    sent: list[dict[str, Any]] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        raise AssertionError("nothing is read")

    fields = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "method": method, "path": path, "headers": fields}
    pages = pages or Pages(folder, folder.parent / "parts")
    asyncio.run(pages(scope, receive, send))
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
    assert ask(folder, "/", if_none_match=f'W/"other", W/{tag}').status == 304


@pytest.mark.parametrize("path", ["/", "/t/ABCDEFGH", "/assets/index-abc.js", f"/offline/{WASM}"])
@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_a_star_stands_for_any_version_of_what_there_is(folder: Path, path: str, method: str) -> None:
    answer = ask(folder, path, method, if_none_match=" * ")
    assert (answer.status, answer.body) == (304, b"")
    assert answer.headers["etag"] == ask(folder, path).headers["etag"]


@pytest.mark.parametrize("path", ["/nowhere", "/no.js"])
def test_a_star_stands_for_nothing_where_there_is_nothing(folder: Path, path: str) -> None:
    assert ask(folder, path, if_none_match="*").status == 404


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
    for method in ("POST", "OPTIONS", "TRACE", "PROPFIND"):
        answer = ask(folder, "/", method)
        assert (answer.status, answer.headers["allow"]) == (405, "GET, HEAD")


def test_without_a_built_client_there_is_a_clear_sentence(tmp_path: Path) -> None:
    answer = ask(tmp_path / "static", "/")
    assert answer.status == 503
    assert "scripts/web" in answer.body.decode()


def test_parts_of_the_offline_mode_are_sent_compressed_and_cached_permanently(folder: Path) -> None:
    answer = ask(folder, f"/offline/{WASM}", accept_encoding="gzip, br")
    assert (answer.status, answer.body) == (200, BROTLI)
    assert answer.headers["content-encoding"] == "br"
    assert answer.headers["content-length"] == str(len(BROTLI))
    assert answer.headers["content-type"] == "application/wasm"
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert gzip.decompress(ask(folder, f"/offline/{WASM}", accept_encoding="gzip").body) == CODE


def test_a_part_is_sent_plain_to_those_that_cannot_decompress_and_piece_by_piece(folder: Path) -> None:
    answer = ask(folder, f"/offline/{WASM}")
    assert answer.body == CODE
    assert answer.headers["content-length"] == str(len(CODE))
    assert "content-encoding" not in answer.headers
    assert answer.largest < len(CODE) / 4
    head = ask(folder, f"/offline/{WASM}", "HEAD")
    assert (head.body, head.headers["content-length"]) == (b"", str(len(CODE)))


@pytest.mark.parametrize("name", ["parts.json", "games.json", "LICENSES.txt"])
def test_parts_that_keep_their_names_are_revalidated(folder: Path, name: str) -> None:
    answer = ask(folder, f"/offline/{name}")
    assert answer.status == 200
    assert answer.headers["cache-control"] == "no-cache"
    assert ask(folder, f"/offline/{name}", if_none_match=answer.headers["etag"]).status == 304


@pytest.mark.parametrize("name", [".sources", f"{WASM}.gz", "../static/index.html", "pyodide.asm-9876543210.wasm"])
def test_no_other_file_of_the_parts_is_given(folder: Path, name: str) -> None:
    assert ask(folder, f"/offline/{name}").status == 404


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_a_part_that_has_disappeared_is_refused(folder: Path, tmp_path: Path, method: str) -> None:
    pages = Pages(folder, tmp_path / "parts")
    assert ask(folder, "/", pages=pages).status == 200
    (tmp_path / "parts" / f"{WASM}.gz").unlink()
    answer = ask(folder, f"/offline/{WASM}", method, pages=pages)
    assert answer.status == 503
    assert "scripts/web" in answer.body.decode()
    assert "immutable" not in answer.headers.get("cache-control", "")


def test_without_parts_there_is_everything_else(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "parts" / "parts.json").unlink()
    assert ask(folder, "/offline/parts.json").status == 404
    assert ask(folder, "/").status == 200
