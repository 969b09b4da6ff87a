"""Backups that were changed: whether they are refused when they are restored."""

from __future__ import annotations

import argparse
import asyncio
import gzip
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

from bench.hostile_clients import Player
from bench.hostile_findings import Check, Checks, Finding
from bench.hostile_victim import attacked
from bench.server_process import Process

DUMP = "database.jsonl.gz"
NAME, OTHER = b"Zacharias", b"Zachariat"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """There are no arguments."""


async def backups(args: argparse.Namespace, folder: Path) -> Checks:
    """A backup in which a byte was changed, compressed again, is refused, and nothing is written."""
    async with attacked(folder / "data", args.checkout, log=folder / "log") as server:
        player = await Player.new(server.port, NAME.decode())
        await player.do(await player.open_table(), "sit", name=NAME.decode())
        keys = ("--data", server.folder)
        made = await _run(server, "backup", folder / "backups", "--database", server.folder / "heckmeck.db", *keys)
        if made.returncode:
            raise RuntimeError(made.stderr)
        (backup,) = (folder / "backups").iterdir()
        for what, old, new in (("as it is", b"", b""), ("with a changed byte", NAME, OTHER)):
            changed = folder / what.replace(" ", "-")
            shutil.copytree(backup, changed)
            if old:
                dump = gzip.decompress((changed / DUMP).read_bytes())
                assert old in dump
                (changed / DUMP).write_bytes(gzip.compress(dump.replace(old, new, 1)))
            database = folder / f"{changed.name}.db"
            keys = ("--data", folder / f"{changed.name}.data")
            done = await _run(server, "restore", changed, "--database", database, *keys)
            rows = _players(database)
            measured = f"exit status {done.returncode}, {rows} players restored"
            held = (done.returncode, rows) == (0, 1) if not old else done.returncode != 0 and rows == 0
            expected = "refused, 0 players" if old else "exit status 0, 1 players"
            yield Check(f"restoring a backup {what}", measured, expected, held=held)


async def _run(server: Process, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Run a command of `heckmeck db`, of the checkout of a server."""
    return await asyncio.to_thread(
        subprocess.run, [sys.executable, "-m", "heckmeck", "db", *map(str, arguments)],
        env={**os.environ, **server.source}, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip


def _players(database: Path) -> int:
    """Return the number of players in a database, which may not be there."""
    if not database.exists():
        return 0
    with closing(sqlite3.connect(database)) as connection:
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        return int(connection.execute("SELECT COUNT(*) FROM players").fetchone()[0]) if "players" in tables else 0


FINDINGS: dict[str, Finding] = {"F10": backups}
