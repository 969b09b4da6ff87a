"""Try to have connected players replaced by bots: `stand_in` sent to a process to which they are not connected.

Two servers share a new PostgreSQL database. At every table the host and a guest are connected to the first; then the
guest sends `stand_in` for the host, and the host for the guest, to the second, which does not know the table. For
comparison the host disconnects in the end: the host is not replaced at once, because a reload looks the same, but after
half a minute.
"""

from __future__ import annotations

import argparse
import asyncio
import secrets
from collections import Counter
from pathlib import Path
from typing import Any

from rich.table import Table as Grid

from helpers.postgres import Cluster, find
from helpers.wire import Api, Client, Server

ABSENCE = 31.0
"""Seconds after which a player who left, or was connected before a server started, is absent."""


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
    """Return the results of the attempts, by kind."""
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


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments."""
    parser.add_argument("--tries", type=int, default=10)


async def measure(args: argparse.Namespace, folder: Path, grid: Grid) -> None:
    """Attack, and report the results."""
    cluster = Cluster(find())
    cluster.start()
    try:
        database = cluster.new_database()
        with (
            Server(folder / "near", database=database) as near,
            Server(folder / "far", database=database) as far,
        ):
            found = await attack(near, far, args.tries)
    finally:
        cluster.remove()
    for title, replies in found:
        grid.add_row(title, ", ".join(f"{code} {count}" for code, count in replies.most_common()), "")
    replaced = sum(replies["done"] for _, replies in found[:2])
    grid.add_row("connected players who were replaced", f"{replaced} of {2 * args.tries}", "")
