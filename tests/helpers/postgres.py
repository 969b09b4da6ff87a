"""A real PostgreSQL for tests: a separate cluster in a temporary folder, reached by a socket there.

The fixture `postgres` has one for each process of pytest-xdist.
"""

from __future__ import annotations

import itertools
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from helpers import programs

USER = "heckmeck"
SECONDS = 60.0
"""Maximum time for a start on a busy machine."""


class Cluster:
    """A running PostgreSQL that syncs to the disk: a new one, or a standby of another."""

    def __init__(
        self, binaries: Path, within: Path | None = None, *, primary: Cluster | None = None, data: Path | None = None
    ) -> None:
        """`data` is a folder for its files that is not removed, and may have those of an earlier cluster."""
        self._binaries = binaries
        self._numbers = itertools.count(1)
        self._process: subprocess.Popen[bytes] | None = None
        # Short, because the path of a socket is limited to about a hundred characters.
        self.folder = Path(tempfile.mkdtemp(prefix="hkpg", dir=within))
        self._data = data or self.folder / "data"
        self._owner = _owner()
        if self._owner is not None:
            shutil.chown(self.folder, self._owner)
        if data is not None:
            self._make_private(data)
        if (self._data / "PG_VERSION").exists():
            self._stop_orphan()
        elif primary is None:
            self._make("initdb", "-U", USER, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
        else:
            self.follow(primary)

    def follow(self, primary: Cluster) -> None:
        """Stop, delete everything and copy all data of another one. The next start is as its standby."""
        self.stop(signal.SIGQUIT)
        shutil.rmtree(self._data, ignore_errors=True)
        self._make("pg_basebackup", "-h", str(primary.folder), "-U", USER, "-R", "-X", "stream", "-c", "fast", "-N")

    def promote(self) -> None:
        """Become a primary, and wait until it is one."""
        assert self.sql("SELECT pg_promote()") == "t"

    def set(self, name: str, value: str) -> None:
        """Set an option of the running cluster; its sessions notice it before their next statement."""
        self.sql(f"ALTER SYSTEM SET {name} = '{value}'")
        self.sql("SELECT pg_reload_conf()")
        # This only requests the reload. A new session has the new value as soon as all others have been signalled.
        deadline = time.monotonic() + SECONDS
        while self.sql(f"SHOW {name}") != value:
            assert time.monotonic() < deadline, f"{name} does not become {value!r}"

    def sql(self, statement: str, database: str = "postgres") -> str:
        """Execute a statement and return its single value as text."""
        return self.run("psql", "-X", "-A", "-t", "-d", database, "-c", statement).strip()

    def start(self) -> None:
        """Start it and wait until it answers, even after a kill that some of its children have not noticed yet."""
        socket = ["-k", str(self.folder), "-c", "listen_addresses=", "-c", "unix_socket_permissions=0777"]
        deadline = time.monotonic() + SECONDS
        while time.monotonic() < deadline:
            if self._process is None or self._process.poll() is not None:
                with (self.folder / "postgres.log").open("ab") as log:
                    options = [
                        "-D",
                        str(self._data),
                        *socket,
                        "-c",
                        "fsync=on",
                        "-c",
                        "wal_retrieve_retry_interval=50ms",
                    ]
                    self._process = self._popen("postgres", options, log.fileno())
            if self._is_ready(self._process.pid):
                return
            time.sleep(0.02)
        raise AssertionError((self.folder / "postgres.log").read_text()[-3000:])

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop it, and disconnect all clients."""
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(how)
            self._process.wait(SECONDS)
        self._process = None

    def kill(self) -> None:
        """Kill it and its children at once, like a failure of the machine."""
        assert self._process is not None
        for pid in (self._process.pid, *_children(self._process.pid)):
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue
        self._process.wait(SECONDS)
        self._process = None

    def url(self, database: str = "postgres") -> str:
        """Return the address of a database."""
        return f"postgresql://{USER}@/{database}?host={self.folder}"

    def new_database(self) -> str:
        """Make an empty database and return its address."""
        name = f"test{next(self._numbers)}"
        self.run("createdb", name)
        return self.url(name)

    def database(self, name: str) -> str:
        """Return the address of a database, which is made if there is none of this name."""
        if self.sql(f"SELECT count(*) FROM pg_database WHERE datname = '{name}'") == "0":
            self.run("createdb", name)
        return self.url(name)

    def run(self, program: str, *arguments: str) -> str:
        """Run one of PostgreSQL's programs on this cluster and return its output."""
        command = [str(self._binaries / program), "-h", str(self.folder), "-U", USER, *arguments]
        return subprocess.run(command, check=True, capture_output=True, text=True, timeout=SECONDS).stdout

    def remove(self) -> None:
        """Stop it and leave nothing behind."""
        self.stop(signal.SIGQUIT)  # without a clean shutdown
        shutil.rmtree(self.folder, ignore_errors=True)

    def _make_private(self, folder: Path) -> None:
        folder.mkdir(mode=0o700, exist_ok=True)
        if self._owner is not None:
            shutil.chown(folder, self._owner)

    def _stop_orphan(self) -> None:
        """Stop the server that a killed program has left behind, if there is one."""
        arguments = ["-D", str(self._data), "-m", "immediate", "-s", "stop"]
        with (self.folder / "pg_ctl.log").open("wb") as log:
            self._popen("pg_ctl", arguments, log.fileno()).wait(SECONDS)

    def _make(self, program: str, *arguments: str) -> None:
        """Let a program create the data folder."""
        log = self.folder / f"{program}.log"
        with log.open("wb") as file:
            self._popen(program, ["-D", str(self._data), *arguments], file.fileno()).wait()
        assert (self._data / "PG_VERSION").exists(), log.read_text()

    def _popen(self, program: str, arguments: list[str], log: int) -> subprocess.Popen[bytes]:
        command = [str(self._binaries / program), *arguments]
        return subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=self.folder, user=self._owner
        )

    def _is_ready(self, pid: int) -> bool:
        try:
            lines = (self._data / "postmaster.pid").read_text().splitlines()
        except FileNotFoundError:
            return False
        return len(lines) > 7 and lines[0] == str(pid) and lines[7].strip() in ("ready", "standby")


def fill_disk(cluster: Cluster, database: str) -> None:
    """Let PostgreSQL refuse further entries as if its disk were full. A disk that is really full would need a mount."""
    why = 'could not extend file "base/1/2": No space left on device'
    full = f"BEGIN RAISE EXCEPTION '{why}' USING ERRCODE = 'disk_full'; END"
    cluster.sql(f"CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $${full}$$", name_of(database))
    cluster.sql("CREATE TRIGGER full_disk BEFORE INSERT ON entries EXECUTE FUNCTION full_disk()", name_of(database))


def free_disk(cluster: Cluster, database: str) -> None:
    """Make room again."""
    cluster.sql("DROP FUNCTION full_disk CASCADE", name_of(database))


def name_of(database: str) -> str:
    """Return the name in the address of a database."""
    return database.partition("@/")[2].partition("?")[0]


def _owner() -> str | None:
    """Return the user to run it as, because it refuses to run as root."""
    if os.geteuid() != 0:
        return None
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


def _children(parent: int) -> list[int]:
    return [pid for pid, above in _processes() if above == parent]


def _processes() -> Iterator[tuple[int, int]]:
    """Yield each process with its parent. Small images of Linux have no `ps`, and a Mac has no `/proc`."""
    if not Path("/proc").exists():
        done = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True, check=True)
        for line in done.stdout.splitlines():
            pid, above = map(int, line.split())
            yield pid, above
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = entry.read_text().rpartition(")")[2].split()
        except OSError:  # it has ended in the meantime
            continue
        yield int(entry.parent.name), int(fields[1])


def find() -> Path:
    """Return the folder of PostgreSQL's programs; skip the test if there is none, but never in CI."""
    found = programs.postgresql()
    if found is None:
        text = "There is no PostgreSQL here: scripts/test gets one."
        if os.environ.get("CI") == "true":
            pytest.fail(text)
        pytest.skip(text)
    return found.path.parent
