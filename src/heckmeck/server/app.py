"""The application behind the port: WebSockets, the HTTP API, and the pages of the game."""

from __future__ import annotations

from heckmeck.server.config import Config
from heckmeck.server.net.gate import CLIENT, App, Gate, Receive, Scope, Send, refuse
from heckmeck.server.net.pages import Pages
from heckmeck.server.net.rate_limits import TOO_FAST
from heckmeck.server.net.ws_app import WsApplication
from heckmeck.server.service import Service

API_PATHS = frozenset({"/api", "/healthz", "/readyz", "/metrics"})
"""Paths of the HTTP API besides those that begin with `/api/`."""


class Application:
    """The ASGI application of one process."""

    def __init__(self, config: Config) -> None:
        self.service = Service(config)
        self._ws = WsApplication(self.service)
        self._pages = Pages()
        self._api: App | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a connection, or the start and stop of the process."""
        if scope["type"] == "lifespan":
            await self._lifespan(receive, send)
        elif scope["type"] == "websocket":
            await self._ws(scope, receive, send)
        elif (path := scope["path"]).startswith("/api/") or path in API_PATHS:
            await self._request(scope, receive, send)
        else:
            await self._pages(scope, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        service = self.service
        if service.limits.requests.spend(service.limits.group(scope[CLIENT])):
            await self._make_api()(scope, receive, send)
        else:
            service.metrics.refusals.add("too_fast")
            await refuse(scope, send, "too_fast", TOO_FAST)

    def _make_api(self) -> App:
        """Return the HTTP API. It is built on first use, because WebSockets of players need not wait for it."""
        if self._api is None:
            from heckmeck.server.api import make_api

            self._api = make_api(self.service)  # type: ignore[assignment]
        assert self._api is not None
        return self._api

    async def _lifespan(self, receive: Receive, send: Send) -> None:
        await receive()
        try:
            await self.service.start()
        except Exception as error:
            await send({"type": "lifespan.startup.failed", "message": str(error)})
            raise
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await self.service.stop()
        await send({"type": "lifespan.shutdown.complete"})


def application(config: Config, own: tuple[str, ...] = ()) -> Gate:
    """Return the application behind its gate; `own` are this machine's names in the home network."""
    behind = Application(config)
    return Gate(behind, config, own, on_refusal=behind.service.metrics.refusals.add)
