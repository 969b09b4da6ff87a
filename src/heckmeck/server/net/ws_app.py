"""Tables over WebSocket: who may connect, and what is sent first."""

from __future__ import annotations

from contextlib import aclosing
from functools import partial

from heckmeck.games import GameError
from heckmeck.server.live.live_table import LiveTable
from heckmeck.server.live.subscription import Since, Subscription
from heckmeck.server.live.wire import read_since
from heckmeck.server.net.conversation import Conversation, Socket
from heckmeck.server.net.gate import Receive, Scope, Send, refuse
from heckmeck.server.net.http_protocol import PROTOCOL
from heckmeck.server.net.ws_protocol import WsProtocol
from heckmeck.server.service import STORE_FAILED, Service, Visit
from heckmeck.server.store import StoreError
from heckmeck.server.table.hosted_games import public_message
from heckmeck.server.table.messages import Bye, encoder


class WsApplication:
    """The ASGI application behind `/ws/CODE?since=N` and `/ws/CODE?from=game`."""

    def __init__(self, service: Service) -> None:
        self._service = service

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one connection."""
        path, _, code = scope["path"].rpartition("/")
        if path != "/ws":
            await self._refuse(scope, send, "not_found", "There is nothing here.")
            return
        try:
            visit = await self._service.visit(scope)
            self._service.connect(visit)
        except GameError as error:
            await self._refuse_error(scope, send, error)
            return
        try:
            await self._serve(scope, receive, send, code, visit)
        finally:
            self._service.disconnect(visit)

    async def _serve(self, scope: Scope, receive: Receive, send: Send, code: str, visit: Visit) -> None:
        try:
            since = read_since(scope["query_string"].decode("latin-1"))
            table = await self._service.table(code, visit)
        except GameError as error:
            await self._refuse_error(scope, send, error)
            return
        with table.held():
            await self._follow(scope, receive, send, table, since, visit)

    async def _follow(
        self, scope: Scope, receive: Receive, send: Send, table: LiveTable, since: Since, visit: Visit
    ) -> None:
        service = self._service
        await receive()
        await send({"type": "websocket.accept"})
        protocol: WsProtocol = scope["extensions"][PROTOCOL]
        socket = Socket(service, visit, protocol.transport)
        subscription = Subscription(service.hub, table, socket, since, visit.group)
        try:
            try:
                async with aclosing(subscription.missed()) as missed:
                    async for payload in missed:
                        await send({"type": "websocket.send", "text": payload.decode()})
            except StoreError:
                await _bye(send, Bye("restart", STORE_FAILED))
                return
            if service.is_shut_out(visit):
                socket.abort()
            if socket.is_gone():
                return
            subscription.start()
            conversation = Conversation(service, table, visit, socket, partial(_bye, send))
            protocol.on_message = conversation.receive_now
            await _listen(receive, conversation)
        finally:
            subscription.stop()

    async def _refuse_error(self, scope: Scope, send: Send, error: GameError) -> None:
        if isinstance(error, StoreError):
            await self._refuse(scope, send, "store_failed", STORE_FAILED)
        else:
            await self._refuse(scope, send, error.code, public_message(error))

    async def _refuse(self, scope: Scope, send: Send, code: str, sentence: str) -> None:
        self._service.metrics.refusals.add(code)
        await refuse(scope, send, code, sentence)


async def _listen(receive: Receive, conversation: Conversation) -> None:
    """Pass on the messages of a client, one after another, until it disconnects."""
    while (message := await receive())["type"] == "websocket.receive":
        await conversation.receive(message["bytes"])
    await conversation.finish()


async def _bye(send: Send, bye: Bye) -> None:
    await send({"type": "websocket.send", "text": encoder.encode(bye).decode()})
    await send({"type": "websocket.close", "code": 1008, "reason": bye.code})
