"""The tutorials: all their programs and commands run, and print what the pages say."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from helpers.doc_pages import ROOT, program
from helpers.wire import Server

FOLDER = ROOT / "docs/tutorials"


def blocks(page: str, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", (FOLDER / page).read_text("utf-8"), re.DOTALL)


@pytest.mark.parametrize("page", ["first-bot.md", "first-environment.md"])
def test_the_program_prints_what_the_page_says(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(program(f"docs/tutorials/{page}"), page, "exec"), {"__name__": "page"})
    assert capsys.readouterr().out == "".join(blocks(page, "text"))


def run(folder: Path, *command: str) -> str:
    """Run a command, without a proxy for the server on this machine."""
    env = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
def test_the_first_table_is_played_and_its_record_holds(tmp_path: Path) -> None:
    installing, checking = blocks("first-table.md", "sh")
    assert installing == "pip install 'heckmeck[server]'\nheckmeck serve --no-browser\n"
    with Server(tmp_path / "data") as server:
        text = program("docs/tutorials/first-table.md")
        assert text.count('"http://127.0.0.1:8765"') == 1
        (tmp_path / "first.py").write_text(text.replace("8765", str(server.port)), "utf-8")
        games, link, result = run(tmp_path, sys.executable, "first.py").splitlines()
    assert "'bratwurmeck'" in games
    assert re.fullmatch(rf"watch it in a browser: http://127.0.0.1:{server.port}/t/[A-Z2-9]{{8}}", link)
    assert re.fullmatch(r"grill_empty \[\d+, \d+\]", result)
    for line in checking.splitlines():
        name, *arguments = line.split()
        assert name == "heckmeck"
        assert run(tmp_path, sys.executable, "-m", "heckmeck", *arguments)
