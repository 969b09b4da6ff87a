"""Backups that are taken while players play, and checks of a database that was restored from one."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from heckmeck.server.store.session import reading
from helpers.crash import Load
from helpers.crash_check import ids_of, rows_of


class Restored(NamedTuple):
    """The counts of everything that was checked."""

    acknowledged: int = 0
    """Commands that were acknowledged before the backup began, each restored under its number."""
    meanwhile: int = 0
    """Commands that were acknowledged while the backup was made."""
    entries: int = 0

    def __str__(self) -> str:
        return (
            f"{self.acknowledged:,} commands acknowledged before a backup are in what was restored from it, each under "
            f"its number, among {self.entries:,} entries without a gap; {self.meanwhile:,} were acknowledged meanwhile"
        )


async def restore_under_load(load: Load, database: str, data: Path, folder: Path, empty: str) -> Restored:
    """Back up a database in use, fill an empty one from the backup, and check that."""
    before = {player: dict(player.acknowledged) for player in load.players}
    number = load.acknowledged
    await asyncio.to_thread(_heckmeck, "backup", folder / "backups", "--database", database, "--data", data)
    meanwhile = load.acknowledged - number
    (backup,) = (folder / "backups").iterdir()
    await asyncio.to_thread(_heckmeck, "restore", backup, "--database", empty, "--data", folder / "data")
    await asyncio.to_thread(_heckmeck, "check", "--database", empty)
    entries = 0
    async with reading(empty) as session:
        ids = await ids_of(session, load.players)
        for code in {player.code for player in load.players}:
            rows = await rows_of(session, code)
            assert [row.seq for row in rows] == list(range(1, len(rows) + 1)), f"a gap at {code}"
            commands = {row.command: row.seq for row in rows}
            for player, done in before.items():
                if player.code == code:
                    acknowledged = {f"{ids[player]}.{name}": seq for name, seq in done.items()}
                    assert acknowledged.items() <= commands.items(), f"lost at {code}"
            entries += len(rows)
    return Restored(number, meanwhile, entries)


def _heckmeck(*arguments: object) -> None:
    """Run `heckmeck db` in a separate process, as an operator does."""
    command = [sys.executable, "-m", "heckmeck", "db", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{' '.join(command)}: {done.stdout}{done.stderr}"
