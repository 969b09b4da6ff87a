"""Tables by WebSocket: who may connect, and what comes first."""

from __future__ import annotations

from functools import partial
from urllib.parse import parse_qs

from heckmeck.games import GameError
from heckmeck.server.live.live_table import LiveTable
from heckmeck.server.net.conversation import Conversation, Socket
from heckmeck.server.net.gate import Receive, Scope, Send, refuse
from heckmeck.server.net.http_protocol import LINE
from heckmeck.server.net.ws_protocol import FrameProtocol
from heckmeck.server.service import STORE_FAILED, Service, Visit
from heckmeck.server.store import StoreError
from heckmeck.server.table.messages import Bye, encoder

_STATUS = {"no_table": 404, "too_fast": 429}


class Sockets:
    """The application behind `/ws/CODE?since=N`."""

    def __init__(self, service: Service) -> None:
        self._service = service

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one connection."""
        service = self._service
        path, _, code = scope["path"].rpartition("/")
        if path != "/ws":
            await self._refuse(scope, send, 404, "not_found", "There is nothing here.")
            return
        try:
            visit = await service.visit(scope)
        except GameError as error:
            await self._refuse(scope, send, *_refusal(error))
            return
        if (refusal := service.may_connect(visit)) is not None:
            await self._refuse(scope, send, *refusal)
            return
        try:
            await self._serve(scope, receive, send, code, visit)
        finally:
            service.disconnected(visit)

    async def _refuse(self, scope: Scope, send: Send, status: int, code: str, sentence: str) -> None:
        self._service.metrics.refusals.add(code)
        await refuse(scope, send, status, code, sentence)

    async def _serve(self, scope: Scope, receive: Receive, send: Send, code: str, visit: Visit) -> None:
        service = self._service
        try:
            since = _since(scope)
            table = await service.table(code, visit)
        except GameError as error:
            await self._refuse(scope, send, *_refusal(error))
            return
        with table.held():
            await self._follow(scope, receive, send, table, since, visit)

    async def _follow(
        self, scope: Scope, receive: Receive, send: Send, table: LiveTable, since: int | None, visit: Visit
    ) -> None:
        service = self._service
        await receive()
        await send({"type": "websocket.accept"})
        line: FrameProtocol = scope["extensions"][LINE]
        socket = Socket(service, visit.caller and visit.caller.player, line.transport)
        if since is not None:
            try:
                since = await self._send_missed(send, table, since, socket.player)
            except StoreError:
                await _bye(send, Bye("restart", STORE_FAILED))
                return
        # From here to `follow` nothing waits, so that nothing is missed between.
        for happening in table.recent(since, socket.player) or () if since is not None else ():
            socket.send(encoder.encode(happening))
        socket.send(encoder.encode(table.welcome(socket.player)))
        service.hub.follow(table, socket)
        conversation = Conversation(service, table, visit, socket, partial(_bye, send))
        line.listener = conversation.hear_now
        try:
            await _listen(receive, conversation)
            await conversation.finish()
        finally:
            service.hub.unfollow(table, socket)

    async def _send_missed(self, send: Send, table: LiveTable, since: int, player: str | None) -> int:
        """Send what is no longer at hand, at the pace of the reader; return how far that went."""
        await table.reach(since)
        while table.recent(since, player) is None:
            async for page in table.older(since, player):
                for happening in page:
                    since = happening.seq
                    await send({"type": "websocket.send", "text": encoder.encode(happening).decode()})
        return since


async def _listen(receive: Receive, conversation: Conversation) -> None:
    """Pass on what does not come by the short way, until the client goes."""
    while (message := await receive())["type"] == "websocket.receive":
        text = message.get("text")
        await conversation.hear(text.encode() if text is not None else message.get("bytes") or b"")


async def _bye(send: Send, bye: Bye) -> None:
    await send({"type": "websocket.send", "text": encoder.encode(bye).decode()})
    await send({"type": "websocket.close", "code": 1008, "reason": bye.code})


def _refusal(error: GameError) -> tuple[int, str, str]:
    if isinstance(error, StoreError):
        return 503, "store_failed", STORE_FAILED
    return _STATUS.get(error.code, 400), error.code, error.message


def _since(scope: Scope) -> int | None:
    values = parse_qs(scope["query_string"].decode("latin-1")).get("since")
    if values is None:
        return None
    if not values[0].isdecimal() or len(values[0]) > 12:
        raise GameError("bad_since", "`since` is the number of the last entry that was seen.")
    return int(values[0])
