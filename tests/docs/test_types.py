"""The programs of the pages pass a strict type checker."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from helpers.doc_pages import ROOT, program

PAGES = ("README.md", "docs/add-a-bot.md", "docs/add-a-game.md", "docs/records.md")


def test_mypy_accepts_the_programs_of_all_pages(tmp_path: Path) -> None:
    pytest.importorskip("mypy", reason="scripts/check installs it")
    files = [tmp_path / f"{Path(page).stem.lower().replace('-', '_')}.py" for page in PAGES]
    for page, file in zip(PAGES, files, strict=True):
        file.write_text(program(page), "utf-8")
    result = subprocess.run(
        [sys.executable, "-m", "mypy", "--config-file=", "--strict", "--warn-unreachable", *map(str, files)],
        cwd=ROOT,
        env={**os.environ, "MYPYPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.stdout.startswith("Success"), result.stdout
