"""What runs of `bench/crash` have in common: a folder with the database, and what players and checks remember.

The memory is written after every checked round. A run that is interrupted, even by `kill -9`, loses only its last
round: players resume from the last entry that was checked, and the next run checks what the server did after that.
"""

from __future__ import annotations

import fcntl
import os
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random

import msgspec
from msgspec import Struct

from heckmeck.atomic_file import replacing
from heckmeck.games import BadSetup
from heckmeck.server.store.session import reading
from helpers.crash_check import Checked, Ledger, TableCheck, TableMark, Windows, rows_of
from helpers.crash_players import Kept, Player, made_again
from helpers.wire import Address

FILE = "memory.json"
IDLE = 20 * 3600
"""Seconds after which players do not return to a table, because the server may close it."""


class Memory(Struct):
    """What the next run has to know."""

    database: str
    """Its kind."""
    rounds: int = 0
    runs: int = 0
    at: float = 0
    """When it was written, in seconds since 1970."""
    checked: Checked = Checked()
    tables: list[TableMark] = []
    players: list[Kept] = []

    @classmethod
    def read(cls, folder: Path, database: str) -> Memory:
        """Return the memory of a folder; a new one if it has none."""
        path = folder / FILE
        if not path.exists():
            return cls(database)
        memory = msgspec.json.decode(path.read_bytes(), type=cls)
        if memory.database != database:
            raise BadSetup(
                "other_database", f"{folder} has a database of another kind: use --database {memory.database}."
            )
        return memory

    def write(self, folder: Path) -> None:
        """Write it to a folder, atomically."""
        with replacing(folder / FILE) as file:
            file.write(msgspec.json.encode(self))

    def note(self, ledger: Ledger, windows: Windows) -> None:
        """Take over what was checked."""
        self.at = time.time()
        self.checked = ledger.checked
        self.tables = [table.mark() for table in ledger.tables.values()]
        self.players = [window.kept for window in windows.values()]

    async def ledger(self, database: str) -> Ledger:
        """Return what was checked, when the log was compared with it."""
        if not self.tables:
            return Ledger()
        async with reading(database) as session:
            tables = [TableCheck.resumed(mark, await rows_of(session, mark.code)) for mark in self.tables]
        return Ledger(self.checked, tables)

    def returning(self, server: Address) -> list[Player]:
        """Return the players of the last run; none if it was so long ago that their tables may be closed."""
        if time.time() - self.at > IDLE:
            return []
        return [made_again(kept, server, Random(f"{self.rounds} {kept.name}")) for kept in self.players]

    def __str__(self) -> str:
        return (
            f"{_counted(self.rounds, 'round')} in {_counted(self.runs, 'run')}: "
            f"{self.checked.acknowledged:,} acknowledged, 0 lost, 0 doubled"
        )


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


@contextmanager
def reserved(folder: Path) -> Iterator[None]:
    """Use a folder alone."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BadSetup("in_use", f"{folder} is in use by another run.") from None
        yield


def end_servers(data: Path) -> None:
    """End the server on a data folder that a killed run has left behind, and wait until it is gone."""
    while found := servers(data):
        for pid in found:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(0.01)


def servers(data: Path) -> list[int]:
    """Return the processes that serve from a data folder."""
    command = ["ps", "-A", "-ww", "-o", "pid=,args="]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    return [int(line.split()[0]) for line in lines if f" -m heckmeck serve --data {data} " in line]
