"""The data of a player over HTTP: all of it in one file, and its erasure."""

from __future__ import annotations

import asyncio
import time
from typing import Annotated, Literal

from litestar import Response, get, post
from litestar.params import JSONBody
from msgspec import Meta, Struct

from heckmeck.server.api.conduct import block_info
from heckmeck.server.api.devices import DeviceInfo, list_devices
from heckmeck.server.api.requests import (
    AnyRequest,
    body_errors,
    caller_of,
    drop_cookie,
    error_responses,
    service_of,
    visit_of,
)
from heckmeck.server.live.past_games import public_games
from heckmeck.server.ops.erasure import new_order
from heckmeck.server.ops.own_entries import OwnMessage, OwnTable, own_entries
from heckmeck.server.service import Service
from heckmeck.server.store import Game
from heckmeck.server.table.conduct import BlockInfo, Reason
from heckmeck.server.table.environment import Refusal
from heckmeck.server.table.messages import PlayedGame

MAX_GAMES = 20_000
"""Maximum number of games in an export."""
PAGE = 500

Milliseconds = Annotated[int, Meta(description="since 1970")]


class PersonalData(Struct, frozen=True):
    """Everything that the server stores about a player, except for moves, which are in the records of the games."""

    format: Literal["heckmeck-player/1"]
    at: Milliseconds
    """When the export was made."""
    player: str
    """The id of the player in the log."""
    name: str
    portrait: str
    since: Milliseconds | None
    devices: list[DeviceInfo]
    """Browsers, and tokens for programs without their secrets."""
    sanctions: list[Sanction]
    blocks: list[BlockInfo]
    """The players whom the player mutes and blocks."""
    reports: list[OwnReport]
    """The reports of the player to the operator."""
    tables: tuple[OwnTable, ...]
    games: list[PlayedGame]
    """The finished games, the latest first."""
    chat: tuple[OwnMessage, ...]
    complete: bool
    """False if there was too much for one file."""


class Sanction(Struct, frozen=True):
    """A ban or mute of the player by the operator; `until` is None if it is permanent."""

    kind: str
    at: Milliseconds
    until: Milliseconds | None


class OwnReport(Struct, frozen=True):
    """A report about another player to the operator, with the name that the other player had at the time."""

    name: str
    table: str
    game: int
    """The game that was played, or played last."""
    entry: int | None
    """The reported entry; None if the report is about the player in general."""
    reason: Reason
    note: str
    at: Milliseconds


class EraseMe(Struct, frozen=True, forbid_unknown_fields=True):
    """A request to be erased. The literal text prevents sending it by mistake."""

    confirm: Literal["erase me"]


class OneAtATime:
    """A guard that lets a process search the log for one player at a time, because that takes long."""

    def __init__(self) -> None:
        self._busy = False

    def __enter__(self) -> None:
        if self._busy:
            raise Refusal("busy", "The data of another player is being read: try again in a minute.")
        self._busy = True

    def __exit__(self, *_: object) -> None:
        self._busy = False


@get("/api/me/export", responses=error_responses(401, 429))
async def export(request: AnyRequest) -> Response[PersonalData]:
    """Everything that is stored about the player, as one file."""
    service, visit = service_of(request), await visit_of(request)
    caller = caller_of(visit)
    with request.app.state.exports:
        if not service.limits.spend(service.limits.exports, visit.client):
            raise Refusal("too_fast", "Your data can be read only a few times an hour: try again later.")
        own = await asyncio.to_thread(lambda: asyncio.run(own_entries(service.store.address, caller.player)))
        games = await _games(service, caller.player)
        now = _now()
        data = PersonalData(
            "heckmeck-player/1", now, caller.player, caller.name, caller.portrait, own.since,
            await list_devices(service, caller.player, visit.device),
            [
                Sanction(order.kind, order.at, order.until)
                for order in await service.store.orders(now)
                if order.subject == caller.player
            ],
            [block_info(block) for block in await service.store.blocks(caller.player)],
            [
                OwnReport(each.name, each.table, each.number, each.seq or None, each.reason, each.note, each.at)
                for each in await service.store.reports_by(caller.player)
            ],
            own.tables, public_games(games, caller.player), own.chat, own.complete and len(games) < MAX_GAMES,
        )  # fmt: skip
    return Response(data, headers={"content-disposition": 'attachment; filename="heckmeck-data.json"'})


@post("/api/me/erase", status_code=204, responses=body_errors(401, 429))
async def erase(request: AnyRequest, data: JSONBody[EraseMe]) -> None:
    """Erase the player. Name, devices and tokens are deleted at once, the traces in the log later."""
    service, visit = service_of(request), await visit_of(request)
    caller = caller_of(visit)
    if not service.limits.spend(service.limits.erasures, visit.client):
        raise Refusal("too_fast", "Too many players of your address were erased: try again later.")
    await service.store.forget(*new_order(caller.player))
    service.scheduler.moderation.erase(caller.player)
    drop_cookie(request, visit)


async def _games(service: Service, player: str) -> list[Game]:
    games: list[Game] = []
    while len(games) < MAX_GAMES:
        last = (games[-1].table, games[-1].number) if games else None
        page = await service.store.history(player, last, PAGE)
        games += page
        if len(page) < PAGE:
            break
    return games


def _now() -> int:
    return time.time_ns() // 1_000_000


ROUTES = (export, erase)
