"""A process that appends as fast as it can and prints what was acknowledged, until it is killed.

Arguments: the database, the name of the process, the number of tables.
"""

import asyncio
import os
import sys
from contextlib import suppress

from heckmeck.server.store import Row, Store, StoreError, TableChanged
from heckmeck.server.store.connect import connect


async def climb(store: Store, table: str, process: str) -> None:
    """Append to a table, after rows that other processes appended meanwhile, and despite outages of the database."""
    while True:
        with suppress(StoreError):
            seq = len(await store.rows(table)) + 1
            while await append(store, table, seq, process):
                seq += 1


async def append(store: Store, table: str, seq: int, process: str) -> bool:
    """Append one row and print it."""
    command = f"{process}:{table}:{seq}"
    body = b'{"seq":%d,"text":"%s"}' % (seq, b"x" * 150)
    change = TableChanged(table, "bratwurmeck", command, "playing", True, 2, 0, (), seq)
    kept = await store.append(Row(table, seq, command, process, seq, body), [change])
    if kept:
        os.write(1, f"{table} {seq} {command}\n".encode())
    return kept


async def main(database: str, process: str, tables: int) -> None:
    """Append to all tables at once."""
    store = connect(database)
    await store.open(process, lambda table, seq: None)
    await asyncio.gather(*(climb(store, f"TABLE{number:03}", process) for number in range(tables)))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], int(sys.argv[3])))
