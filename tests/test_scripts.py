"""The scripts of the README, as far as they can be tried from within the tests."""

import os
import subprocess
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parents[1] / "scripts"


def run(*command: object, **environment: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, **environment}
    return subprocess.run(list(map(str, command)), capture_output=True, text=True, env=environment, check=False)


@pytest.mark.parametrize(("through_a_link", "terminal"), [(False, ["--terminal"]), (True, [])])
def test_a_game_in_the_terminal_can_be_started_from_any_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, through_a_link: bool, terminal: list[str]
) -> None:
    """Files that are named are those of the caller's folder."""
    monkeypatch.chdir(tmp_path)
    script = SCRIPTS / "play"
    if through_a_link:
        (tmp_path / "link").symlink_to(script)
        script = tmp_path / "link"
    done = run(script, *terminal, "barbecue", "--seats", "bot:random,bot:random", "--record", "mine.jsonl", CDPATH="/")
    assert done.returncode == 0, done.stderr
    assert Path("mine.jsonl").stat().st_size > 100


def test_the_game_says_how_to_continue_it_by_the_name_of_the_script(tmp_path: Path) -> None:
    path = tmp_path / "my game.jsonl"
    done = run("sh", "-c", f"echo q | '{SCRIPTS}/play' barbecue --record '{path}'")
    assert f"{SCRIPTS}/play --resume '{path}'" in done.stdout


def test_the_script_says_what_it_does() -> None:
    done = run(SCRIPTS / "play", "--help")
    assert done.returncode == 0
    assert "in the browser" in done.stdout
    assert "--terminal" in done.stdout


def test_options_of_the_server_lead_to_the_browser_and_others_to_the_terminal(tmp_path: Path) -> None:
    """In a copy whose Python only says what it was asked for."""
    copy = tmp_path / "copy"
    (copy / "scripts").mkdir(parents=True)
    (copy / ".venv/bin").mkdir(parents=True)
    (copy / "scripts/play").write_bytes((SCRIPTS / "play").read_bytes())
    (copy / "scripts/setup.sh").write_text(f'root="{copy}"\nsetup() {{ :; }}\n')
    for name, said in (("scripts/web", "echo pages"), (".venv/bin/python", 'echo "$@"')):
        (copy / name).write_text(f"#!/bin/sh\n{said}\n")
        (copy / name).chmod(0o755)
    asked = {
        (): "pages\n-m heckmeck serve\n",
        ("--lan", "--port", "9000"): "pages\n-m heckmeck serve --lan --port 9000\n",
        ("--terminal",): "-m heckmeck play\n",
        ("barbecue", "--seed", "1"): "-m heckmeck play barbecue --seed 1\n",
        ("--resume", "my game.jsonl"): "-m heckmeck play --resume my game.jsonl\n",
    }
    for arguments, expected in asked.items():
        assert run("sh", copy / "scripts/play", *arguments).stdout == expected


def test_a_python_that_does_not_do_is_named(tmp_path: Path) -> None:
    """In a copy, so that there is no environment yet."""
    copy = tmp_path / "copy"
    for name in ("scripts/play", "scripts/setup.sh", "pyproject.toml", "constraints.txt", "hatch_build.py"):
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        (copy / name).write_bytes((SCRIPTS.parent / name).read_bytes())
    done = run("sh", copy / "scripts" / "play", PYTHON="/no/such/python")
    assert done.returncode == 1
    assert "/no/such/python, which is no Python 3.11 or newer" in done.stderr
    assert not (copy / ".venv").exists()
