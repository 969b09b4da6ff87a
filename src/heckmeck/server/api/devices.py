"""The devices of a player over HTTP: listing and revoking them, and linking another one by a code."""

from __future__ import annotations

import time
from typing import Annotated, Literal

from litestar import Response, delete, get, post
from litestar.params import JSONBody, PathParameter
from msgspec import Meta, Struct

from heckmeck.server.api.requests import (
    AnyRequest,
    base_for_others,
    body_errors,
    caller_of,
    drop_cookie,
    error_responses,
    service_of,
    visit_of,
)
from heckmeck.server.net.asgi import header
from heckmeck.server.net.identity import new_device, new_link_code, read_link_code
from heckmeck.server.net.rate_limits import TOO_FAST
from heckmeck.server.service import Service, Visit
from heckmeck.server.store import Profile
from heckmeck.server.store.devices import token_device
from heckmeck.server.table.environment import Caller, Refusal
from heckmeck.server.table.messages import Me

LINK_TIME = 300
"""Seconds for which a code that links another device is valid."""

MAX_DEVICES = 50
"""Maximum number of browsers of one player."""

DeviceId = Annotated[str, PathParameter(pattern="^[0-9a-z]{8,40}$", max_length=40)]


class DeviceInfo(Struct, frozen=True):
    """A device of the player, or a token for programs. Times are milliseconds since 1970."""

    id: str
    kind: Literal["browser", "program"]
    browser: str
    system: str
    """Both empty if unknown, and for programs."""
    at: int
    """When it was added."""
    seen: int | None
    """When it was last used, to within a day; unknown for programs."""
    this: bool
    """Whether it is the device that sent the request."""


class LinkCode(Struct, frozen=True):
    """A code that links another device to the same player, once. Times are milliseconds since 1970."""

    code: str
    link: str
    """For a QR code: a page that asks before it links."""
    until: int
    now: int
    """The current time of the server."""


class UseLink(Struct, frozen=True, forbid_unknown_fields=True):
    """A code that was shown on another device, as it was typed."""

    code: Annotated[str, Meta(max_length=40)]


class LinkOffer(Struct, frozen=True):
    """The player that a device would become with a code, and the player that it is now; no name if it is unknown."""

    name: str
    portrait: str
    now: str | None


@get("/api/me/devices", responses=error_responses(401))
async def devices(request: AnyRequest) -> list[DeviceInfo]:
    """The player's devices, the most recently used first, and the tokens for programs."""
    service, visit = service_of(request), await visit_of(request)
    caller = caller_of(visit)
    return await list_devices(service, caller.player, visit.device)


async def list_devices(service: Service, player: str, this: str | None) -> list[DeviceInfo]:
    """Return the devices and tokens of a player; `this` is the one that sent the request."""
    browsers = [
        DeviceInfo(each.id, "browser", each.browser, each.system, each.at, each.seen, each.id == this)
        for each in await service.store.devices(player)
    ]
    programs = [
        DeviceInfo(token_device(digest), "program", "", "", at, None, token_device(digest) == this)
        for digest, at in await service.store.tokens(player)
    ]
    return browsers + programs


@delete("/api/me/devices/{device:str}", responses=error_responses(400, 401, 404, 429))
async def revoke(request: AnyRequest, device: DeviceId) -> None:
    """Revoke a device or a token: it no longer identifies the player, and its connections are closed."""
    service, visit = service_of(request), await visit_of(request)
    caller = _changing(service, visit)
    known = [each.id for each in await service.store.devices(caller.player) if each.id == device]
    tokens = [each for each, _ in await service.store.tokens(caller.player) if token_device(each) == device]
    if not known and not tokens:
        raise Refusal("no_device", "You have no such device.")
    await _revoke(service, caller, known, tokens)
    if device == visit.device:
        drop_cookie(request, visit)


@delete("/api/me/devices", responses=error_responses(401, 429))
async def revoke_others(request: AnyRequest) -> None:
    """Sign out everywhere else: revoke all devices and tokens of the player except the one that sent the request."""
    service, visit = service_of(request), await visit_of(request)
    caller = _changing(service, visit)
    kept = visit.device or ""
    known = {each.id for each in await list_devices(service, caller.player, kept)}
    if kept not in known:
        await service.devices.add(caller.player, kept, _user_agent(request))
    await service.store.revoke_others(caller.player, kept, _now())
    # Devices added meanwhile are revoked too, and disconnected with the next heartbeat.
    service.scheduler.revocations.cut(known - {kept})


@post("/api/me/link", responses=error_responses(401, 409, 429))
async def offer_link(request: AnyRequest) -> LinkCode:
    """Get a code that links another device to the player. It is valid for five minutes, and for one use."""
    service, visit = service_of(request), await visit_of(request)
    caller = _changing(service, visit)
    await _check_room(service, caller.player)
    code, now = new_link_code(), _now()
    until = now + LINK_TIME * 1000
    await service.store.add_link(service.guests.link_digests(code)[0], caller.player, visit.device or "", now, until)
    # Checked again: a device that was revoked meanwhile must not get a valid code.
    caller_of(await visit_of(request))
    return LinkCode(code, f"{await base_for_others(request)}/link/{code}", until, now)


@post("/api/link/offer", status_code=200, responses=body_errors(404, 409, 429))
async def look_at_link(request: AnyRequest, data: JSONBody[UseLink]) -> LinkOffer:
    """The player that this device would become with a code. Nothing is changed."""
    service, visit = service_of(request), await visit_of(request)
    *_, shown = await _find_link(service, visit, data)
    return LinkOffer(shown.name, shown.portrait, visit.caller and visit.caller.name)


@post("/api/link", status_code=200, responses=body_errors(404, 409, 429))
async def link(request: AnyRequest, data: JSONBody[UseLink]) -> Response[Me]:
    """Link this browser to the player who created the code. It no longer identifies the player it was before."""
    service, visit = service_of(request), await visit_of(request)
    code, owner, shown = await _find_link(service, visit, data)
    await _check_room(service, owner)
    if not service.limits.players.spend(visit.group):
        raise Refusal("too_fast", "Too many new players and devices come from your address: try again later.")
    device = service.devices.describe(new_device(), _user_agent(request))
    player = await service.store.use_link(service.guests.link_digests(code), device, _now())
    if player is None:  # another device was faster
        raise _no_link()
    if visit.caller is not None and visit.device is not None:
        before = [each.id for each in await service.store.devices(visit.caller.player) if each.id == visit.device]
        await _revoke(service, visit.caller, before, [])
    cookie = service.guests.cookie(player, device.id, secure=visit.client.secure)
    return Response(Me(*shown), headers={"set-cookie": cookie})


async def _find_link(service: Service, visit: Visit, data: UseLink) -> tuple[str, str, Profile]:
    """Return a valid code, its player, and their profile. Wrong codes count against the limit for codes of tables."""
    code = read_link_code(data.code)
    if not service.limits.try_code(visit.client, visit.caller and visit.caller.player):
        raise Refusal("too_fast", "Too many wrong codes: try again later.")
    player = await service.store.link(service.guests.link_digests(code), _now())
    shown = None if player is None else await service.store.player(player)
    if player is None or shown is None:
        raise _no_link()
    service.limits.code_found(visit.client, visit.caller and visit.caller.player, code)
    if visit.caller is not None and player == visit.caller.player:
        raise Refusal("linked_already", "This device is one of that player already.")
    return code, player, shown


async def _check_room(service: Service, player: str) -> None:
    if len(await service.store.devices(player)) >= MAX_DEVICES:
        raise Refusal("too_many_devices", f"{MAX_DEVICES} devices are linked already: sign out some of them first.")


async def _revoke(service: Service, caller: Caller, devices: list[str], tokens: list[bytes]) -> None:
    await service.store.revoke(caller.player, devices, tokens, _now())
    service.scheduler.revocations.cut([*devices, *map(token_device, tokens)])


def _changing(service: Service, visit: Visit) -> Caller:
    """Return the player who requests a change, within the rate limit of commands."""
    caller = caller_of(visit)
    if not service.limits.commands.spend(visit.group):
        raise Refusal("too_fast", TOO_FAST)
    return caller


def _no_link() -> Refusal:
    return Refusal("no_link", "This code is wrong, was used, or is too old: get a new one on the other device.")


def _user_agent(request: AnyRequest) -> str:
    return header(request.scope["headers"], b"user-agent")


def _now() -> int:
    return time.time_ns() // 1_000_000


ROUTES = (devices, revoke, revoke_others, offer_link, look_at_link, link)
