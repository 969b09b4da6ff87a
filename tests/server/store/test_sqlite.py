"""Situations that only SQLite has to handle: other processes, full disks, damaged files."""

import asyncio
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from heckmeck.server.store import StoreError
from heckmeck.server.store.sqlite import SqliteStore, open_for_writing
from helpers.store_rows import TABLE, row

HOLD = """
import asyncio, sys
from pathlib import Path
from heckmeck.server.store.sqlite import SqliteStore

async def main():
    store = SqliteStore(Path(sys.argv[1]))
    await store.open("holder", lambda table, seq: None)
    print("open", flush=True)
    await asyncio.sleep(60)

asyncio.run(main())
"""

FILL = """
import asyncio, resource, sys
from pathlib import Path
from heckmeck.server.store import Row, StoreError
from heckmeck.server.store.sqlite import SqliteStore

async def main():
    store = SqliteStore(Path(sys.argv[1]))
    await store.open("filler", lambda table, seq: None)
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, hard))
    seq = 0
    try:
        while seq < 10_000:
            assert await store.append(Row("FULL", seq + 1, f"c{seq + 1}", "filler", 1, b"{}" + b" " * 2000))
            seq += 1
    except StoreError as error:
        print(error.code, seq, [row.seq for row in await store.rows("FULL")] == list(range(1, seq + 1)))
    resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
    print(await store.append(Row("FULL", seq + 1, "again", "filler", 1, b"{}")))
    print(len(await store.rows("FULL")) == seq + 1)
    await store.close()

asyncio.run(main())
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tables.db"


@pytest.fixture
def holder(path: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that has the file open."""
    process = subprocess.Popen([sys.executable, "-c", HOLD, str(path)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "open\n"
    yield process
    process.kill()
    process.communicate()


async def opened(path: Path) -> SqliteStore:
    store = SqliteStore(path)
    await store.open("one", lambda table, seq: None)
    return store


def test_a_second_process_is_refused(holder: subprocess.Popen[str], path: Path) -> None:
    with pytest.raises(StoreError, match="is in use by another heckmeck"):
        asyncio.run(opened(path))


def test_after_a_kill_the_file_can_be_used_at_once(holder: subprocess.Popen[str], path: Path) -> None:
    async def main() -> None:
        store = await opened(path)
        assert await store.append(row(1))
        await store.close()

    holder.kill()
    holder.wait()
    asyncio.run(main())


def test_a_second_store_of_the_same_process_is_refused(path: Path) -> None:
    async def main() -> None:
        store = await opened(path)
        with pytest.raises(StoreError, match="is in use by another heckmeck"):
            await opened(path)
        await store.close()
        await (await opened(path)).close()

    asyncio.run(main())


def test_commits_are_synced(path: Path) -> None:
    connection = open_for_writing(path)
    assert connection.execute("PRAGMA synchronous").fetchone() == (2,)
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    connection.close()


def test_a_new_file_is_for_its_owner_alone(path: Path) -> None:
    async def main() -> None:
        store = await opened(path)
        assert await store.append(row(1))
        assert {each.stat().st_mode & 0o077 for each in path.parent.iterdir()} == {0}
        await store.close()

    asyncio.run(main())


def test_reading_does_not_wait_for_writing(path: Path) -> None:
    async def main() -> None:
        store = await opened(path)
        assert await store.append(row(1))
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        waiting = asyncio.ensure_future(store.append(row(2)))
        assert await store.rows(TABLE) == [row(1)]
        assert not waiting.done()
        other.execute("COMMIT")
        other.close()
        assert await waiting
        assert await store.rows(TABLE) == [row(1), row(2)]
        await store.close()

    asyncio.run(main())


def test_on_a_full_disk_nothing_is_acknowledged_and_later_all_goes_on(path: Path) -> None:
    pytest.importorskip("resource")
    done = subprocess.run(
        [sys.executable, "-c", FILL, str(path)], capture_output=True, text=True, timeout=60, check=True
    )
    first, *rest = done.stdout.splitlines()
    code, seq, same = first.split()
    assert code in ("store_failed", "store_full")
    assert int(seq) > 10
    assert [same, *rest] == ["True", "True", "True"]


@pytest.mark.parametrize("content", [b"no database at all" * 100, b"SQLite format 3\0" + b"\xff" * 8192])
def test_a_file_that_is_not_a_database_is_refused_and_left_unchanged(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(StoreError, match="is damaged or no database"):
        asyncio.run(opened(path))
    assert path.read_bytes() == content


def test_a_folder_is_not_a_database(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be opened"):
        asyncio.run(opened(tmp_path))
