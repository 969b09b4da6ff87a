"""User code type-checks without casts."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROGRAM = Path(__file__).with_name("user_program.py")


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "MYPYPATH": str(ROOT / "src")}
    return subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )


def test_mypy_accepts_the_program_and_finds_its_mistakes() -> None:
    pytest.importorskip("mypy", reason="scripts/check installs it")
    result = run("-m", "mypy", "--config-file=", "--strict", "--warn-unreachable", str(PROGRAM))
    assert result.stdout.startswith("Success"), result.stdout


def test_the_program_runs() -> None:
    result = run(str(PROGRAM))
    assert result.returncode == 0, result.stderr
