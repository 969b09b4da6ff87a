"""Runs of `bench/crash` with `--keep` add up, also if one of them is killed."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import msgspec
import pytest

from heckmeck.games import BadSetup
from helpers.crash_memory import FILE, IDLE, Memory, end_servers, reserved, servers
from helpers.crash_players import Kept
from helpers.postgres import find
from helpers.wire import Address

pytestmark = pytest.mark.slow

PROGRAM = Path(__file__).parents[2] / "bench/crash.py"
SECONDS = 120.0


def command(folder: Path, *options: str, rounds: int = 2) -> list[str]:
    return [sys.executable, str(PROGRAM), "--rounds", str(rounds), "--commands", "30", "--keep", str(folder), *options]


def run(folder: Path, *options: str, rounds: int = 2) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command(folder, *options, rounds=rounds), capture_output=True, text=True, timeout=SECONDS)


def remembered(folder: Path) -> Memory:
    return msgspec.json.decode((folder / FILE).read_bytes(), type=Memory)


def test_a_run_continues_the_one_before_and_finds_what_was_lost_between_them(tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    first = run(folder, "--tables", "2")
    assert first.returncode == 0, first.stderr
    before = remembered(folder)
    assert f"2 rounds in 1 run: {before.checked.acknowledged} acknowledged, 0 lost, 0 doubled." in first.stdout
    second = run(folder)
    assert second.returncode == 0, second.stderr
    after = remembered(folder)
    assert f"4 rounds in 2 runs: {after.checked.acknowledged:,} acknowledged, 0 lost, 0 doubled." in second.stdout
    assert after.checked.acknowledged >= before.checked.acknowledged + 2 * 20
    assert [kept.token for kept in after.players] == [kept.token for kept in before.players]
    assert all(kept.seq > old.seq for kept, old in zip(after.players, before.players, strict=True))
    with sqlite3.connect(folder / "tables.db") as database:
        database.execute("DELETE FROM entries WHERE seq = 9 AND code = (SELECT MAX(code) FROM entries)")
    database.close()
    third = run(folder)
    assert third.returncode != 0
    assert "AssertionError: a gap at" in third.stderr
    assert remembered(folder) == after


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_a_run_that_is_interrupted_loses_only_the_round_that_was_not_checked(
    tmp_path: Path, how: signal.Signals
) -> None:
    folder = tmp_path / "kept"
    first = subprocess.Popen(command(folder, "--tables", "1", rounds=1000), stdout=subprocess.PIPE, text=True)
    try:
        deadline = time.monotonic() + SECONDS
        while not (folder / FILE).exists():
            assert time.monotonic() < deadline
            assert first.poll() is None
            time.sleep(0.01)
        first.send_signal(how)
        said, _ = first.communicate(timeout=SECONDS)
        kept = remembered(folder)
        left = servers(folder / "data")
        if how == signal.SIGINT:
            assert (first.returncode, said.splitlines()[-1], left) == (130, f"Interrupted. Kept: {kept}.", [])
        second = run(folder, rounds=1)
        assert second.returncode == 0, second.stderr
        assert f"{kept.rounds + 1} rounds in 2 runs: " in second.stdout
    finally:
        first.kill()
        end_servers(folder / "data")


def test_a_folder_is_used_by_one_run_at_a_time(tmp_path: Path) -> None:
    with (
        reserved(tmp_path / "kept"),
        pytest.raises(BadSetup, match="is in use by another run"),
        reserved(tmp_path / "kept"),
    ):
        pass


def test_players_do_not_return_to_tables_that_may_be_closed(tmp_path: Path) -> None:
    kept = Kept("Ann", "hm_token", "ABCDEFGH", by_http=False, seq=7)
    memory = Memory("sqlite", at=time.time(), players=[kept])
    (player,) = memory.returning(Address(1))
    assert (player.code, player.seq, player.api.token) == ("ABCDEFGH", 7, "hm_token")
    memory.at -= IDLE
    assert memory.returning(Address(1)) == []


def test_a_memory_of_another_kind_of_database_is_refused(tmp_path: Path) -> None:
    Memory("sqlite").write(tmp_path)
    with pytest.raises(BadSetup, match="use --database sqlite"):
        Memory.read(tmp_path, "postgresql")


def test_a_postgresql_is_kept_too() -> None:
    find()
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)  # PostgreSQL is run by another user if this is root
        for number in (1, 2):
            done = run(Path(folder), "--kill", "database", "--tables", "1", rounds=1)
            assert done.returncode == 0, done.stderr
            assert f"{number} round{'s' * (number > 1)} in {number} run{'s' * (number > 1)}: " in done.stdout
