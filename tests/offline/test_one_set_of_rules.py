"""The rules in the page are those of the server: golden and random games in CPython and in Pyodide, byte for byte."""

from __future__ import annotations

import gzip
import io
import zipfile
from pathlib import Path

import pytest

from heckmeck.games import GAMES
from helpers import pyodide
from helpers.compared_games import digest, steps
from helpers.golden_games import FOLDER

GAMES_COMPARED = 1000
MODULE = "helpers.compared_games"
RULE, OLD, NEW = "heckmeck/games/dice.py", "WORM_VALUE = 5", "WORM_VALUE = 4"
"""A rule of the games with dice, and how it is changed to see that this is noticed."""

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module", autouse=True)
def parts() -> None:
    pyodide.build()


def compare(first: int, last: int, **files: Path) -> None:
    """Play the random games with these numbers in both, and say where the first one that differs does so."""
    process = pyodide.start(MODULE, [first, last], **files)
    here = [digest(number) for number in range(first, last)]
    there = pyodide.finish(process)
    assert len(here) == len(there)
    for number, (ours, theirs) in enumerate(zip(here, there, strict=True), first):
        if ours != theirs:
            pytest.fail(difference(number, pyodide.run(MODULE, number, **files)))


def difference(number: int, there: list[str]) -> str:
    """Say at which step a game differs, and how."""
    here = [*steps(number)]
    for step, (ours, theirs) in enumerate(zip(here, there, strict=False)):
        if ours != theirs:
            return f"game {number}, step {step}\nCPython: {ours}\nPyodide: {theirs}"
    return f"game {number} has {len(here)} steps in CPython and {len(there)} in Pyodide"


def test_the_golden_games_go_the_same_in_the_page() -> None:
    there = pyodide.run(MODULE, "golden")
    assert [*there] == [*GAMES]
    for name, text in there.items():
        assert text == (FOLDER / f"{name}.txt").read_text("utf-8")


def test_random_games_go_the_same_in_the_page() -> None:
    compare(0, GAMES_COMPARED)


def test_a_changed_rule_in_the_page_is_found(tmp_path: Path) -> None:
    changed = tmp_path / "heckmeck.zip"
    changed.write_bytes(with_changed_rule())
    with pytest.raises(pytest.fail.Exception, match=r"game \d+, step \d+\nCPython: (?s:.*)\nPyodide: "):
        compare(0, 3, heckmeck=changed)


def with_changed_rule() -> bytes:
    """The archive with one rule changed. Python prefers a source to a compiled module without one."""
    (packed,) = pyodide.PARTS.glob("heckmeck-*.zip.gz")
    archive = io.BytesIO(gzip.decompress(packed.read_bytes()))
    source = (pyodide.ROOT / "src" / RULE).read_text("utf-8")
    assert OLD in source
    with zipfile.ZipFile(archive, "a") as files:
        files.writestr(RULE, source.replace(OLD, NEW))
    return archive.getvalue()
