"""`heckmeck site`: the static folder, and what it refuses to write over."""

from __future__ import annotations

import gzip
import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from heckmeck.cli.commands import site
from helpers.commands import Run

INDEX = '<html><head><meta charset="utf-8" /><script src="/assets/index-abc.js"></script></head></html>'
PARTS = {
    "pyodide-0123456789.mjs": b"export const version = 1;",
    "pyodide.asm-0123456789.wasm": b"\0asm" * 100,
    "stdlib-0123456789.zip": b"PK" * 100,
    "games.json": b"[]",
}


@pytest.fixture(autouse=True)
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Folders with a client and parts, as `scripts/web` builds them."""
    built, parts = tmp_path / "static", tmp_path / "parts"
    (built / "assets").mkdir(parents=True)
    files = {"index.html": INDEX, "offline.html": '<a href="/">', "assets/index-abc.js": "script", "sw.js": "worker"}
    for name, text in files.items():
        (built / name).write_text(text)
        (built / f"{name}.br").write_text("compressed")
    (built / ".sources").write_text("1")
    listed = [about(name, files[name].encode()) for name in files if name != "sw.js"]
    (built / "client.json").write_text(json.dumps({"version": "1", "files": listed}))
    parts.mkdir()
    for name, content in PARTS.items():
        (parts / f"{name}.gz").write_bytes(gzip.compress(content))
        (parts / f"{name}.br").write_bytes(b"compressed")
    listed = [about(name, content) for name, content in PARTS.items()]
    lists = {"version": "1", "python": "3.14.2", "lock": {"info": {}}, "files": listed, "total": 1, "transferred": 1}
    (parts / "parts.json").write_text(json.dumps(lists))
    (parts / "LICENSES.txt").write_text("All licences")
    monkeypatch.setattr(site, "BUILT", built)
    monkeypatch.setattr(site, "PARTS", parts)
    return built


def about(name: str, content: bytes) -> dict[str, Any]:
    return {"name": name, "bytes": len(content), "transferred": 1, "sha256": sha256(content).hexdigest()}


def names(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_a_site_has_the_pages_the_parts_and_all_licences(run: Run, tmp_path: Path) -> None:
    done = run("site", tmp_path / "site")
    assert done.code == 0
    assert names(tmp_path / "site") == {
        ".heckmeck-site", "LICENSES.txt", "index.html", "offline.html", "assets/index-abc.js", "sw.js", "client.json",
        "offline/parts.json", "offline/games.json", "offline/pyodide-0123456789.mjs",
        "offline/pyodide.asm-0123456789.wasm.gzip", "offline/stdlib-0123456789.zip.gzip",
    }  # fmt: skip
    assert f"11 files are in {tmp_path / 'site'}" in done.out
    assert "python -m http.server" in done.out


def test_the_command_says_how_much_the_page_loads(run: Run, tmp_path: Path, built: Path) -> None:
    (built / "assets/index-abc.js").write_text("x" * 400_000)
    done = run("site", tmp_path / "site")
    lists = [json.loads((tmp_path / "site" / name).read_text()) for name in ("client.json", "offline/parts.json")]
    loaded = sum(file["transferred"] for each in lists for file in each["files"])
    assert loaded > 400_000
    assert f"To play, {loaded / 1e6:.1f} MB of them are loaded once" in done.out


def test_its_pages_work_under_any_path_and_know_that_there_is_no_server(run: Run, tmp_path: Path) -> None:
    run("site", tmp_path / "site")
    page = (tmp_path / "site" / "index.html").read_text()
    assert 'src="./assets/index-abc.js"' in page
    assert '<meta charset="utf-8" />\n    <meta name="heckmeck-site" content="static" />' in page
    assert (tmp_path / "site" / "offline.html").read_text() == '<a href="./">'


@pytest.mark.parametrize(("listing", "folder"), [("client.json", ""), ("offline/parts.json", "offline")])
def test_its_lists_describe_the_files_as_they_are_fetched(run: Run, tmp_path: Path, listing: str, folder: str) -> None:
    run("site", tmp_path / "site")
    listed = json.loads((tmp_path / "site" / listing).read_text())
    assert listed["version"] != "1"
    assert listed["files"]
    for file in listed["files"]:
        content = (tmp_path / "site" / folder / file["name"]).read_bytes()
        assert (file["bytes"], file["sha256"]) == (len(content), sha256(content).hexdigest())


def test_large_parts_are_written_compressed_under_a_name_that_no_host_knows(run: Run, tmp_path: Path) -> None:
    run("site", tmp_path / "site")
    packed = tmp_path / "site" / "offline" / "pyodide.asm-0123456789.wasm.gzip"
    assert gzip.decompress(packed.read_bytes()) == PARTS["pyodide.asm-0123456789.wasm"]


def test_a_site_is_brought_up_to_date_and_foreign_files_in_it_stay(run: Run, tmp_path: Path, built: Path) -> None:
    run("site", tmp_path / "site")
    (tmp_path / "site" / "CNAME").write_text("games.example.org")
    (built / "assets" / "index-abc.js").rename(built / "assets" / "index-def.js")
    listed = json.loads((built / "client.json").read_text())
    listed["files"] = [file for file in listed["files"] if file["name"] != "assets/index-abc.js"]
    (built / "client.json").write_text(json.dumps(listed))
    assert run("site", tmp_path / "site").code == 0
    found = names(tmp_path / "site")
    assert {"assets/index-def.js", "CNAME"} <= found
    assert "assets/index-abc.js" not in found


def test_a_site_that_was_interrupted_can_be_written_again(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def write(path: Path, content: bytes) -> None:
        if path.name == "index.html":
            raise OSError("the disk is full")
        usual(path, content)

    usual = site._write
    monkeypatch.setattr(site, "_write", write)
    assert run("site", tmp_path / "site").code == 2
    assert names(tmp_path / "site")
    monkeypatch.setattr(site, "_write", usual)
    assert run("site", tmp_path / "site").code == 0
    listed = (tmp_path / "site" / ".heckmeck-site").read_text().split()
    assert {*listed, ".heckmeck-site"} == names(tmp_path / "site")


def test_an_interrupted_update_forgets_no_file(
    run: Run, tmp_path: Path, built: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("site", tmp_path / "site")
    (built / "sw.js").unlink()

    def fail(path: Path, _: bytes) -> None:
        if path.name != ".heckmeck-site":
            raise OSError("the disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(site, "_write", fail)
        run("site", tmp_path / "site")
    assert run("site", tmp_path / "site").code == 0
    assert "sw.js" not in names(tmp_path / "site")


@pytest.mark.parametrize("listed", [b".\n", b"\n\n", b"assets\n", b"\xff\xfe\n", b"no\0name\n"])
def test_a_damaged_list_of_old_files_does_no_harm(run: Run, tmp_path: Path, listed: bytes) -> None:
    run("site", tmp_path / "site")
    before = names(tmp_path / "site")
    (tmp_path / "site" / ".heckmeck-site").write_bytes(listed)
    assert run("site", tmp_path / "site").code == 0
    assert names(tmp_path / "site") == before


def test_a_list_of_old_files_leads_nowhere_else(run: Run, tmp_path: Path) -> None:
    run("site", tmp_path / "site")
    (tmp_path / "mine").write_text("precious")
    (tmp_path / "site" / ".heckmeck-site").write_text(f"../mine\n{tmp_path / 'mine'}\n")
    assert run("site", tmp_path / "site").code == 0
    assert (tmp_path / "mine").read_text() == "precious"


def test_a_folder_of_somebody_else_is_refused_and_stays_as_it_is(run: Run, tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "index.html").write_text("mine")
    refused = run("site", tmp_path / "site")
    assert refused.code == 2
    assert (
        refused.err
        == f"heckmeck: {tmp_path / 'site'} is not empty, and heckmeck did not write it: choose another folder.\n"
    )
    assert names(tmp_path / "site") == {"index.html"}
    refused = run("site", tmp_path / "site" / "index.html")
    assert refused.code == 2
    assert refused.err.endswith("index.html is not a folder.\n")


@pytest.mark.parametrize("missing", ["static/client.json", "parts/parts.json"])
def test_without_built_files_there_is_a_clear_sentence(run: Run, tmp_path: Path, missing: str) -> None:
    (tmp_path / missing).unlink()
    refused = run("site", tmp_path / "site")
    assert refused.code == 2
    assert "scripts/web" in refused.err
    assert not (tmp_path / "site").exists()
