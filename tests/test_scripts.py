"""The scripts of the README, as far as they can be tried from within the tests."""

import os
import subprocess
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parents[1] / "scripts"


def run(*command: object, **environment: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, **environment}
    return subprocess.run(list(map(str, command)), capture_output=True, text=True, env=environment, check=False)


@pytest.mark.parametrize("through_a_link", [False, True])
def test_a_game_can_be_started_from_any_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, through_a_link: bool
) -> None:
    """Files that are named are those of the caller's folder."""
    monkeypatch.chdir(tmp_path)
    script = SCRIPTS / "play"
    if through_a_link:
        (tmp_path / "link").symlink_to(script)
        script = tmp_path / "link"
    done = run(script, "barbecue", "--seats", "bot:random,bot:random", "--record", "mine.jsonl", CDPATH="/")
    assert done.returncode == 0, done.stderr
    assert Path("mine.jsonl").stat().st_size > 100


def test_the_game_says_how_to_continue_it_by_the_name_of_the_script(tmp_path: Path) -> None:
    path = tmp_path / "my game.jsonl"
    done = run("sh", "-c", f"echo q | '{SCRIPTS}/play' barbecue --record '{path}'")
    assert f"{SCRIPTS}/play --resume '{path}'" in done.stdout


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
