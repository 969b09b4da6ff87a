"""The programs of the pages pass a strict type checker."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from helpers.doc_pages import ROOT, program, write_files

PAGES = ("README.md", "docs/add-a-bot.md", "docs/add-a-game.md", "docs/records.md")


def test_mypy_accepts_the_programs_of_all_pages(tmp_path: Path) -> None:
    pytest.importorskip("mypy", reason="scripts/check installs it")
    files = [tmp_path / f"{Path(page).stem.lower().replace('-', '_')}.py" for page in PAGES]
    for page, file in zip(PAGES, files, strict=True):
        file.write_text(program(page), "utf-8")
        write_files(page, tmp_path)
    mypy = [sys.executable, "-m", "mypy", "--config-file=", "--strict", "--warn-unreachable"]
    result = subprocess.run(
        [*mypy, *map(str, tmp_path.glob("*.py"))],
        cwd=ROOT,
        env={**os.environ, "MYPYPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.stdout.startswith("Success"), result.stdout
