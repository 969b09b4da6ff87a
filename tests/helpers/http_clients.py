"""Clients that have nothing but HTTP requests."""

from random import Random

import httpx

from helpers.wire import Address


def browser(server: Address) -> httpx.AsyncClient:
    """A player with a page of the server open."""
    return server.http(headers={"origin": server.url})


async def play(guest: httpx.AsyncClient, code: str, source: Random) -> None:
    """Play to the end with only HTTP requests."""
    number = 0
    while True:
        table = (await guest.get(f"/api/tables/{code}")).json()
        if table["table"]["phase"] == "over":
            return
        if table["position"]["to_act"] in table["mine"]:
            number += 1
            move = {"type": "move", "id": f"move-{number:08}", "seq": table["seq"]}
            reply = await guest.post(
                f"/api/tables/{code}/commands", json={**move, "move": source.choice(table["position"]["moves"])}
            )
            assert reply.status_code == 200, reply.text
