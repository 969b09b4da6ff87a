"""The built parts of the offline mode: they have all that is needed, are small enough, and can be built again."""

from __future__ import annotations

import gzip
import io
import json
import os
import subprocess
import sys
import zipfile
from hashlib import sha256
from pathlib import Path

import pytest

from helpers import pyodide
from helpers.pyodide import PARTS, ROOT

MODULE = "helpers.offline_games"
WHOLE_LIBRARY = ROOT / "web" / "node_modules" / "pyodide" / "python_stdlib.zip"
MOST = 6_000_000
"""Maximum number of bytes that are transferred."""

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module", autouse=True)
def parts() -> None:
    pyodide.build()


def plain(name: str) -> bytes:
    return gzip.decompress((PARTS / f"{name}.gz").read_bytes())


def library() -> zipfile.ZipFile:
    (path,) = PARTS.glob("stdlib-*.zip.gz")
    return zipfile.ZipFile(io.BytesIO(gzip.decompress(path.read_bytes())))


def test_everything_works_with_the_cut_library_as_with_the_whole_one() -> None:
    """A missing module would be an error, or, where something stands in for it, a difference between the two."""
    whole = pyodide.start(MODULE, None, python_stdlib=WHOLE_LIBRARY)
    cut = pyodide.run(MODULE, None)
    assert cut == pyodide.finish(whole)
    assert len(cut) > 100


def test_a_module_that_is_missing_is_noticed(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "stdlib.zip", "w") as less, library() as archive:
        for name in archive.namelist():
            if name != "hmac.pyc":
                less.writestr(name, archive.read(name))
    with pytest.raises(AssertionError, match="No module named 'hmac'"):
        pyodide.run(MODULE, None, python_stdlib=tmp_path / "stdlib.zip")


def test_most_of_the_library_is_left_out() -> None:
    with library() as archive:
        kept = set(archive.namelist())
    assert not {"sqlite3/__init__.pyc", "unittest/__init__.pyc", "multiprocessing/__init__.pyc"} & kept
    assert all(name.endswith(".pyc") for name in kept)


def test_the_list_describes_the_parts() -> None:
    listed = json.loads((PARTS / "parts.json").read_text())
    for file in listed["files"]:
        content = plain(file["name"])
        assert (file["bytes"], file["sha256"]) == (len(content), sha256(content).hexdigest())
        assert file["transferred"] == (PARTS / f"{file['name']}.br").stat().st_size
        assert file["sha256"][:10] in file["name"] or file["name"] == "games.json"
    for key in ("bytes", "transferred"):
        assert listed["total" if key == "bytes" else key] == sum(file[key] for file in listed["files"])


def test_they_are_small_enough() -> None:
    subprocess.run([ROOT / "scripts/web"], check=True)  # as for a package: compressed as well as possible
    assert json.loads((PARTS / "parts.json").read_text())["transferred"] <= MOST


def test_the_same_sources_give_the_same_parts(tmp_path: Path) -> None:
    build = ROOT / "web" / "offline" / "build.mjs"
    command = [pyodide.node(), str(build), str(tmp_path / "again"), sys.executable, "--quick"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    first, again = (json.loads((folder / "parts.json").read_text()) for folder in (PARTS, tmp_path / "again"))
    assert first["version"] == again["version"]
    assert [file["sha256"] for file in first["files"]] == [file["sha256"] for file in again["files"]]


def test_pip_is_found_while_a_package_is_built(tmp_path: Path) -> None:
    """Pip builds packages with a path that hides what is installed, itself included."""
    (tmp_path / "sitecustomize.py").write_text(
        "import sys\nsys.path[:] = [each for each in sys.path if 'site-packages' not in each]\n"
    )
    hidden = {**os.environ, "PYTHONPATH": str(tmp_path)}
    assert subprocess.run([sys.executable, "-m", "pip", "--version"], env=hidden, capture_output=True).returncode
    script = "import(process.argv[1]).then(({ pip }) => pip(process.argv[2], ['--version']))"
    module = (ROOT / "web" / "offline" / "pip.mjs").as_uri()
    subprocess.run([pyodide.node(), "-e", script, module, sys.executable], env=hidden, check=True)


def test_the_games_are_those_of_the_server() -> None:
    games = json.loads(plain("games.json"))
    assert [game["name"] for game in games] == ["bratwurmeck", "barbecue", "karteneck"]
    assert all("champion" in [bot["name"] for bot in game["bots"]] for game in games)


@pytest.mark.parametrize(
    "words",
    ["MIT License", "Mozilla Public License Version 2.0", "PYTHON SOFTWARE FOUNDATION LICENSE", "Jim Crist-Harif",
     "zlib", "libffi", "Svelte Contributors", "SIL OPEN FONT LICENSE"],
)  # fmt: skip
def test_the_licences_of_everything_are_there(words: str) -> None:
    assert words in (PARTS / "LICENSES.txt").read_text("utf-8")
