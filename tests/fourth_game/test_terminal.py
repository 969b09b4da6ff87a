"""The game on the command line, in a process of its own as somebody would run it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def _at_home(installed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.chdir(tmp_path)


def run(*arguments: str, typed: str = "") -> str:
    command = [sys.executable, "-m", "heckmeck", *arguments]
    done = subprocess.run(command, input=typed, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_it_is_simulated_and_its_records_are_checked_and_told(tmp_path: Path) -> None:
    run("simulate", "pig", "--bots", "hold,random", "--games", "5", "--seed", "1", "--records", "games.jsonl")
    assert len((tmp_path / "games.jsonl").read_text().splitlines()) == 5
    assert "5 of 5 records are right" in run("replay", "games.jsonl", "--check")
    assert "hold" in run("replay", "games.jsonl", "--game", "2")


def test_its_bots_meet_in_the_arena() -> None:
    result = json.loads(run("arena", "pig", "--bots", "hold,random", "--deals", "25", "--json"))
    assert result["game"] == "pig"


def test_a_person_plays_it_to_the_end(tmp_path: Path) -> None:
    typed = "hold\n" * 400
    told = run("play", "pig", "--seats", "Ann,bot:hold", "--option", "target=10", "--seed", "1", typed=typed)
    assert "Ann" in told
    assert "wins" in told
