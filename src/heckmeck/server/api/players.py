"""Players over HTTP: guests with names and cookies, programs with tokens."""

from __future__ import annotations

import time

from litestar import Response, delete, get, post
from litestar.params import JSONBody

from heckmeck.server.api.requests import AnyRequest, body_errors, caller_of, error_responses, service_of, visit_of
from heckmeck.server.net.asgi import header
from heckmeck.server.net.identity import new_device, new_player, new_token, token_digest
from heckmeck.server.net.rate_limits import TOO_FAST
from heckmeck.server.store import Profile
from heckmeck.server.store.devices import token_device
from heckmeck.server.table.environment import Caller, Refusal
from heckmeck.server.table.messages import Me, NewName, NewToken
from heckmeck.server.table.text import clean_name


@get("/api/me", responses=error_responses())
async def me(request: AnyRequest) -> Me:
    """The player who sent the request. An old cookie is renewed, as with all requests."""
    visit = await visit_of(request)
    return Me(None) if visit.caller is None else Me(visit.caller.name, visit.caller.portrait)


@post("/api/me", status_code=200, responses=body_errors(429))
async def set_name(request: AnyRequest, data: JSONBody[NewName]) -> Response[Me]:
    """Set the player's name and portrait. A cookie identifies the player from now on."""
    service, visit = service_of(request), await visit_of(request)
    if visit.caller is not None and not service.limits.commands.spend(visit.group):
        raise Refusal("too_fast", TOO_FAST)
    if visit.caller is None and not service.limits.players.spend(visit.group):
        raise Refusal("too_fast", "Too many new players come from your address: try again later.")
    shown = _shown(data, visit.caller)
    player = visit.caller.player if visit.caller else new_player()
    await service.store.add_player(player, shown, _now())
    device = visit.device if visit.caller and visit.device else new_device()
    if visit.caller is None:
        await service.devices.add(player, device, header(request.scope["headers"], b"user-agent"))
    cookie = service.guests.cookie(player, device, secure=visit.client.secure)
    return Response(Me(*shown), headers={"set-cookie": cookie})


@post("/api/tokens", responses=body_errors(401, 429))
async def add_token(request: AnyRequest, data: JSONBody[NewName]) -> NewToken:
    """Get a token for programs: for the same player if known, else for a new one."""
    service, visit = service_of(request), await visit_of(request)
    if not service.limits.tokens.spend(visit.group):
        raise Refusal("too_fast", "Too many tokens: try again later.")
    player = visit.caller.player if visit.caller else new_player()
    await service.store.add_player(player, _shown(data, visit.caller), _now())
    token = new_token()
    await service.store.add_token(token_digest(token) or b"", player, visit.device or "", _now())
    if visit.caller is not None:
        # Checked again: a device that was revoked meanwhile must not get a valid token.
        caller_of(await visit_of(request))
    return NewToken(token)


@delete("/api/tokens", responses=error_responses(401, 429))
async def drop_tokens(request: AnyRequest) -> None:
    """Revoke all tokens of the player."""
    service, visit = service_of(request), await visit_of(request)
    player = caller_of(visit).player
    if not service.limits.commands.spend(visit.group):
        raise Refusal("too_fast", TOO_FAST)
    tokens = [digest for digest, _ in await service.store.tokens(player)]
    await service.store.revoke(player, (), tokens, _now())
    service.scheduler.revocations.cut(list(map(token_device, tokens)))


def _shown(data: NewName, caller: Caller | None) -> Profile:
    """Return the new profile of a player. Without a new portrait the old one is kept."""
    before = caller.portrait if caller else ""
    return Profile(clean_name(data.name), before if data.portrait is None else data.portrait)


def _now() -> int:
    return time.time_ns() // 1_000_000


ROUTES = (me, set_name, add_token, drop_tokens)
