"""Conduct over HTTP: muting and blocking other players, and reporting them to the operator."""

from __future__ import annotations

import logging
import secrets
import time
from typing import Annotated, NamedTuple

from litestar import delete, get, post
from litestar.params import JSONBody, PathParameter, QueryParameter

from heckmeck.server.api.requests import AnyRequest, Code, body_errors, caller_of, error_responses, service_of, visit_of
from heckmeck.server.net.rate_limits import TOO_FAST
from heckmeck.server.service import DEFAULT_NAME, Service, Visit
from heckmeck.server.store import Block, Report
from heckmeck.server.table import entries
from heckmeck.server.table.conduct import MAX_BLOCKS, MAX_NOTE, BlockedSeat, BlockInfo, NewBlock, NewReport
from heckmeck.server.table.environment import Refusal
from heckmeck.server.table.text import clean_chat

logger = logging.getLogger("heckmeck.server")

Seat = Annotated[int | None, QueryParameter(ge=0, le=6)]
Entry = Annotated[int | None, QueryParameter(ge=1, le=10**9)]
BlockId = Annotated[str, PathParameter(max_length=40)]


class Person(NamedTuple):
    """Another player, found at a table."""

    player: str
    name: str
    table: str
    number: int
    """The game that was played, or played last."""
    seq: int
    """The entry by which the player was found; 0 if it was by a seat."""


@post("/api/tables/{code:str}/blocks", responses=body_errors(401, 404, 409, 429))
async def add_block(request: AnyRequest, code: Code, data: JSONBody[NewBlock]) -> BlockInfo:
    """Mute or block a player at a table."""
    service, visit = await _begin(request)
    player = caller_of(visit).player
    person = await _person_at(service, visit, code, data.seat, data.entry)
    known = await service.store.blocks(player)
    before = next((block for block in known if block.subject == person.player), None)
    if before is None and len(known) >= MAX_BLOCKS:
        raise Refusal("too_many_blocks", f"You already mute and block {MAX_BLOCKS} people: remove some of them first.")
    block = before or Block(secrets.token_hex(8), player, person.player, data.kind, person.name, _now())
    await service.store.set_block(block._replace(kind=data.kind))
    await service.hub.mutes.read([player])
    return block_info(block._replace(kind=data.kind))


@get("/api/tables/{code:str}/blocks", responses=error_responses(400, 401, 404, 429))
async def blocked_seats(request: AnyRequest, code: Code) -> list[BlockedSeat]:
    """The seats of a table whose players the caller mutes or blocks."""
    service, visit = await _begin(request)
    seats = (await service.table(code, visit)).state.seats
    kinds = {block.subject: block.kind for block in await service.store.blocks(caller_of(visit).player)}
    return [
        BlockedSeat(seat, kinds[holder.player])
        for seat, holder in enumerate(seats)
        if holder is not None and holder.player in kinds
    ]


@delete("/api/tables/{code:str}/blocks", responses=error_responses(400, 401, 404, 409, 429))
async def drop_block_at(request: AnyRequest, code: Code, seat: Seat = None, entry: Entry = None) -> None:
    """Stop muting and blocking a player at a table."""
    service, visit = await _begin(request)
    player = caller_of(visit).player
    person = await _person_at(service, visit, code, seat, entry)
    for block in await service.store.blocks(player):
        if block.subject == person.player:
            await service.store.drop_block(player, block.id)
    await service.hub.mutes.read([player])


@get("/api/me/blocks", responses=error_responses(401, 429))
async def blocks(request: AnyRequest) -> list[BlockInfo]:
    """The players whom the caller mutes and blocks, the latest first."""
    service, visit = await _begin(request)
    return [block_info(block) for block in await service.store.blocks(caller_of(visit).player)]


@delete("/api/me/blocks/{block:str}", responses=error_responses(400, 401, 429))
async def drop_block(request: AnyRequest, block: BlockId) -> None:
    """Stop muting and blocking a player. Does nothing if there is no such block."""
    service, visit = await _begin(request)
    player = caller_of(visit).player
    await service.store.drop_block(player, block)
    await service.hub.mutes.read([player])


@post("/api/tables/{code:str}/reports", status_code=204, responses=body_errors(401, 404, 409, 429))
async def add_report(request: AnyRequest, code: Code, data: JSONBody[NewReport]) -> None:
    """Report a player at a table to the operator. Identical reports are stored once."""
    service, visit = await _begin(request)
    reporter = caller_of(visit).player
    person = await _person_at(service, visit, code, data.seat, data.entry)
    words = " ".join(data.note.split())
    note = clean_chat(words, MAX_NOTE) if words else ""
    if not service.limits.spend(service.limits.reports, visit.client, reporter):
        raise Refusal("too_fast", "Too many reports in too short a time: try again later.")
    where = (person.table, person.number, person.seq)
    await service.store.add_report(
        Report(secrets.token_hex(6), reporter, person.player, person.name, *where, data.reason, note, _now())
    )
    logger.info("a player was reported to the operator", extra={"table": person.table})


async def _begin(request: AnyRequest) -> tuple[Service, Visit]:
    """Identify the player who sent a request, within the rate limit."""
    service, visit = service_of(request), await visit_of(request)
    caller_of(visit)
    if not service.limits.commands.spend(visit.group):
        raise Refusal("too_fast", TOO_FAST)
    return service, visit


async def _person_at(service: Service, visit: Visit, code: str, seat: int | None, entry: int | None) -> Person:
    """Find the player on a seat or the author of an entry, who must be a person other than the caller."""
    if (seat is None) == (entry is None):
        raise Refusal("bad_message", "Name a seat or an entry, and not both.")
    found = await (_by_entry(service, visit, code, entry) if entry else _by_seat(service, visit, code, seat or 0))
    if found.player == caller_of(visit).player:
        raise Refusal("yourself", "This is you: people who play on one device are one player here.")
    return found


async def _by_seat(service: Service, visit: Visit, code: str, seat: int) -> Person:
    table = (await service.table(code, visit)).state
    if seat >= len(table.seats):
        raise Refusal("no_such_seat", "There is no such seat at this table.")
    holder = table.seats[seat]
    if holder is None:
        raise Refusal("seat_free", "Nobody sits there.")
    if holder.player is None:
        raise Refusal("not_a_person", "A bot sits there. Bots cannot be muted, blocked or reported.")
    return Person(holder.player, holder.name, table.code, table.number, 0)


async def _by_entry(service: Service, visit: Visit, code: str, seq: int) -> Person:
    # Read from the store, so that it also works after the table was closed.
    table = (await service.past_table(code, visit)).code
    rows = await service.store.rows(table, seq - 1, 1)
    entry = entries.decode(rows[0].body) if rows and rows[0].seq == seq else None
    if not isinstance(entry, entries.Said | entries.Reacted | entries.Sat) or rows[0].author is None:
        raise Refusal("no_such_entry", "This entry is not a chat message or a reaction.")
    player = rows[0].author
    game, _ = await service.store.game_at(table, seq) or (0, 0)
    if isinstance(entry, entries.Reacted):
        name = await _name_on(service, table, entry.seat, player, game)
    else:
        name = entry.name
    return Person(player, name, table, game, seq)


async def _name_on(service: Service, code: str, seat: int, player: str, game: int) -> str:
    """Return the name of a player at this table, now or in a game. It may differ from their name elsewhere."""
    table = await service.hub.get(code)
    holder = None if table is None else table.state.seats[seat]
    if holder is not None and holder.player == player:
        return holder.name
    games = await service.store.games(code, game + 1, 1)
    names = [result.held.name for each in games for result in each.results if result.held.player == player]
    return names[0] if names else DEFAULT_NAME


def block_info(block: Block) -> BlockInfo:
    """Return a block in the form in which its owner sees it."""
    return BlockInfo(block.id, block.kind, block.name, block.at)


def _now() -> int:
    return time.time_ns() // 1_000_000


ROUTES = (add_block, blocked_seats, drop_block_at, blocks, drop_block, add_report)
