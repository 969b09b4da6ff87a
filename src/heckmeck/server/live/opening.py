"""Setting up a new table: the parts of a request to open one, each done once however often the request is sent."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from hashlib import sha256

from heckmeck.server.live.live_table import LiveTable
from heckmeck.server.table.environment import Bots, Refusal
from heckmeck.server.table.messages import AnyCommand, Done, OpenTable, Refused, SeatBot, Sit, Start
from heckmeck.server.table.plans import check_bot

Execute = Callable[[AnyCommand], Awaitable[Done | Refused]]
"""Carries out a command of the player who opens the table."""


def check_bots(wanted: OpenTable, bots: Bots) -> None:
    """Refuse bots that may not sit at the table, before it is opened."""
    for bot in wanted.bots:
        check_bot(wanted.plan.game, bot, bots)


async def set_up(table: LiveTable, wanted: OpenTable, execute: Execute) -> None:
    """Sit down at a table, add bots and start, as far as that is wanted; raise the refusal of any part."""
    if wanted.name is not None:
        await do(execute, Sit(_part(wanted.id, "sit"), wanted.name, None, wanted.commitment))
    # With the seats of bots, which a request that failed half-way has seated: a bot's place must be the same again.
    seats = [seat for seat, holder in enumerate(table.state.seats) if holder is None or holder.player is None]
    for place, (seat, bot) in enumerate(zip(seats, wanted.bots, strict=False)):
        await do(execute, SeatBot(_part(wanted.id, f"bot {place}"), seat, bot))
    if wanted.start:
        await do(execute, Start(_part(wanted.id, "start")))


async def do(execute: Execute, command: AnyCommand) -> None:
    """Carry out a command, or raise its refusal."""
    reply = await execute(command)
    if isinstance(reply, Refused):
        raise Refusal(reply.code, reply.message, reply.rule)


def new_id() -> str:
    """Return an id for a command of ours."""
    return secrets.token_hex(8)


def _part(wanted: str | None, part: str) -> str:
    """Return the id of a command that is a part of a request: the same if the request is sent again."""
    return new_id() if wanted is None else sha256(f"{wanted} {part}".encode()).hexdigest()[:32]
