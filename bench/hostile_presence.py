"""Try to have connected players replaced by bots: `stand_in` sent to a process to which they are not connected.

Two servers share a new PostgreSQL database. At every table the host and a guest are connected to the first; then the
guest sends `stand_in` for the host, and the host for the guest, to the second, which has never heard of the table. For
comparison the host leaves in the end, is not replaced at once, because a reload looks the same, and is replaced after
half a minute.
"""

from __future__ import annotations

import argparse
import asyncio
import secrets
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from rich.console import Console

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from helpers.postgres import Cluster, find
from helpers.wire import Api, Client, Server

ABSENCE = 31.0
"""Seconds after which somebody who left, or was connected before a server started, is absent."""


async def stand_in(at: Server, by: Client, seat: int) -> str:
    """Send the command to a server and return `done`, or the code of the refusal."""
    command = {"type": "stand_in", "id": secrets.token_hex(8), "seat": seat}
    reply: dict[str, Any] = (
        await Api(at, by.api.token).request("POST", f"/api/tables/{by.code}/commands", command)
    ).json()
    return str(reply.get("code", reply["type"]))


async def table_of_two(server: Server) -> tuple[Client, Client]:
    """Return the host and a guest of a game that has begun."""
    host, guest = await Api.new(server, "Host"), await Api.new(server, "Guest")
    opened = await host.post("/api/tables", {"plan": {"game": "bratwurmeck", "seats": 2}})
    clients = [await Client(api, opened["code"], seed=False).connect() for api in (host, guest)]
    for client, name in zip(clients, ("Host", "Guest"), strict=True):
        assert (await client.sit(name))["type"] == "done"
    assert (await clients[0].do("start"))["type"] == "done"
    return clients[0], clients[1]


async def attack(near: Server, far: Server, tries: int) -> list[tuple[str, Counter[str]]]:
    """Return what came of the tries, by kind."""
    tables = [await table_of_two(near) for _ in range(tries)]
    await asyncio.sleep(ABSENCE)
    found = [
        ("a guest replaces the connected host", Counter([await stand_in(far, guest, 0) for _, guest in tables])),
        ("the host replaces a connected guest", Counter([await stand_in(far, host, 1) for host, _ in tables])),
    ]
    for host, _ in tables:
        await host.close()
    found.append(("… the host who left just now", Counter([await stand_in(far, guest, 0) for _, guest in tables])))
    await asyncio.sleep(ABSENCE)
    found.append(("… and half a minute later", Counter([await stand_in(far, guest, 0) for _, guest in tables])))
    for _, guest in tables:
        await guest.close()
    return found


def main() -> None:
    """Attack, and print what came of it; a connected player who was replaced ends the run with an error."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tries", type=int, default=10)
    args = parser.parse_args()
    cluster = Cluster(find())
    cluster.start()
    try:
        database = cluster.new_database()
        with (
            tempfile.TemporaryDirectory() as folder,
            Server(Path(folder, "near"), database=database) as near,
            Server(Path(folder, "far"), database=database) as far,
        ):
            found = asyncio.run(attack(near, far, args.tries))
    finally:
        cluster.remove()
    console = Console()
    for title, replies in found:
        console.print(f"{title:38} {', '.join(f'{code} {count}' for code, count in replies.most_common())}")
    replaced = sum(replies["done"] for _, replies in found[:2])
    console.print(f"connected players who were replaced: {replaced} of {2 * args.tries}")
    sys.exit(replaced > 0)


if __name__ == "__main__":
    main()
