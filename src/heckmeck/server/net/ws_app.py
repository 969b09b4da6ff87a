"""Tables over WebSocket: who may connect."""

from __future__ import annotations

from websockets.http11 import Request, Response
from websockets.server import ServerProtocol

from heckmeck.games import GameError
from heckmeck.server.live.wire import read_since
from heckmeck.server.net.asgi import Receive, Scope, Send
from heckmeck.server.net.connection import CONNECTION, Connection
from heckmeck.server.net.gate import refuse
from heckmeck.server.net.web_socket import WebSocket
from heckmeck.server.service import STORE_FAILED, Service
from heckmeck.server.store import StoreError
from heckmeck.server.table.environment import Refusal
from heckmeck.server.table.hosted_games import public_message


class WsApplication:
    """The ASGI application for opening handshakes: `GET /ws/CODE?since=N` and `GET /ws/CODE?from=game`.

    Until it is accepted, a handshake is an ordinary request: in the limits of requests, and refused in HTTP.
    """

    def __init__(self, service: Service) -> None:
        self._service = service

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one handshake, and run the WebSocket until it ends."""
        protocol = ServerProtocol(max_size=self._service.config.max_frame)
        try:
            response = _answer(protocol, scope)
            if response.status_code == 101:
                protocol.send_response(response)
                await self._serve(scope, protocol)
            else:
                await _send_response(send, response)
        except StoreError:
            await self._refuse(scope, send, "store_failed", STORE_FAILED)
        except GameError as error:
            await self._refuse(scope, send, error.code, public_message(error))

    async def _serve(self, scope: Scope, protocol: ServerProtocol) -> None:
        """Accept a handshake, unless the client may not connect or has left."""
        service, connection = self._service, scope["state"][CONNECTION]
        assert isinstance(connection, Connection)
        visit = await service.visit(scope)
        service.connect(visit)
        try:
            since = read_since(scope["query_string"].decode("latin-1"))
            table = await service.table(scope["path"].rpartition("/")[2], visit)
            with table.held():
                web_socket = WebSocket(service, table, visit, protocol)
                if connection.hand_over(web_socket):
                    with service.keeping(web_socket):
                        await web_socket.run(since)
        finally:
            service.disconnect(visit)

    async def _refuse(self, scope: Scope, send: Send, code: str, sentence: str) -> None:
        self._service.metrics.refusals.add(code)
        await refuse(scope, send, code, sentence)


def _answer(protocol: ServerProtocol, scope: Scope) -> Response:
    """Return the library's answer to a handshake, or raise a Refusal."""
    if scope["path"].rpartition("/")[0] != "/ws":
        raise Refusal("not_found", "There is nothing here.")
    query = b"?" + scope["query_string"] if scope["query_string"] else b""
    first = b"%s %s%s HTTP/%s" % (scope["method"].encode(), scope["raw_path"], query, scope["http_version"].encode())
    lines = (first, *(b"%s: %s" % line for line in scope["headers"]), b"", b"")
    protocol.receive_data(b"\r\n".join(lines))
    if protocol.handshake_exc is not None:  # such as for a body, too many headers, or a line that is too long
        reason = protocol.handshake_exc.__cause__ or protocol.handshake_exc
        raise Refusal("bad_handshake", f"This request cannot open a WebSocket: {reason}.")
    (request,) = protocol.events_received()
    assert isinstance(request, Request)
    return protocol.accept(request)


async def _send_response(send: Send, response: Response) -> None:
    headers = [
        (name.encode("latin-1"), value.encode("latin-1"))
        for name, value in response.headers.raw_items()
        if name.lower() != "date"  # which the server adds to every response
    ]
    await send({"type": "http.response.start", "status": response.status_code, "headers": headers})
    await send({"type": "http.response.body", "body": response.body})
