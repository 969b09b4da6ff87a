"""Players over HTTP: guests by their names and cookies, programs by their tokens."""

from __future__ import annotations

import time

from litestar import Response, delete, get, post
from litestar.params import JSONBody

from heckmeck.server.api.requests import AnyRequest, caller_of, may_say, service_of, visit_of
from heckmeck.server.net.identity import clean_name, new_player, new_token, token_digest
from heckmeck.server.net.rate_limits import TOO_FAST
from heckmeck.server.table.decisions import Refusal
from heckmeck.server.table.messages import Me, NewName, NewToken


@get("/api/me", responses=may_say())
async def me(request: AnyRequest) -> Response[Me]:
    """Who one is here. A cookie that is getting old is renewed."""
    service, visit = service_of(request), await visit_of(request)
    if visit.caller is None:
        return Response(Me(None))
    cookie = service.guests.cookie(visit.caller.player, secure=visit.peer.secure)
    return Response(Me(visit.caller.name), headers={"set-cookie": cookie} if visit.renew else {})


@post("/api/me", status_code=200, responses=may_say(400, 429))
async def be(request: AnyRequest, data: JSONBody[NewName]) -> Response[Me]:
    """Tell one's name: a cookie makes one known from now on."""
    service, visit = service_of(request), await visit_of(request)
    if visit.caller is not None and not service.credits.commands.spend(visit.group):
        raise Refusal("too_fast", TOO_FAST)
    if visit.caller is None and not service.credits.players.spend(visit.group):
        raise Refusal("too_fast", "Too many new players come from your address: try again later.")
    name = clean_name(data.name)
    player = visit.caller.player if visit.caller else new_player()
    await service.store.add_player(player, name, _now())
    cookie = service.guests.cookie(player, secure=visit.peer.secure)
    return Response(Me(name), headers={"set-cookie": cookie})


@post("/api/tokens", responses=may_say(400, 429))
async def add_token(request: AnyRequest, data: JSONBody[NewName]) -> NewToken:
    """Get a token for programs: under one's own name where one is known, as a new player otherwise."""
    service, visit = service_of(request), await visit_of(request)
    if not service.credits.tables.spend(visit.group):
        raise Refusal("too_fast", "Too many tokens: try again later.")
    player = visit.caller.player if visit.caller else new_player()
    await service.store.add_player(player, clean_name(data.name), _now())
    token = new_token()
    await service.store.add_token(token_digest(token) or b"", player, _now())
    return NewToken(token)


@delete("/api/tokens", responses=may_say(401, 429))
async def drop_tokens(request: AnyRequest) -> None:
    """Make all one's tokens worthless."""
    service, visit = service_of(request), await visit_of(request)
    player = caller_of(visit).player
    if not service.credits.commands.spend(visit.group):
        raise Refusal("too_fast", TOO_FAST)
    await service.store.drop_tokens(player)


def _now() -> int:
    return time.time_ns() // 1_000_000


ROUTES = (me, be, add_token, drop_tokens)
