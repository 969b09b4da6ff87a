"""The application behind the port: WebSockets, the HTTP API, and the pages of the game."""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import Callable
from types import FrameType
from typing import Any

from heckmeck.server.config import Config
from heckmeck.server.net.asgi import App, Receive, Scope, Send, is_handshake
from heckmeck.server.net.connection import PLAIN
from heckmeck.server.net.gate import CLIENT, Gate, refuse
from heckmeck.server.net.pages import Pages
from heckmeck.server.net.rate_limits import TOO_FAST
from heckmeck.server.net.ws_app import WsApplication
from heckmeck.server.service import Service

API_PATHS = frozenset({"/api", "/healthz", "/readyz", "/metrics"})
"""Paths of the HTTP API besides those that begin with `/api/`."""


class Application:
    """The ASGI application of one process."""

    def __init__(self, config: Config, own: tuple[str, ...] = ()) -> None:
        """`own` are this machine's names in the home network."""
        self.service = Service(config)
        self._ws = WsApplication(self.service)
        self._pages = Pages()
        self._api: App | None = None
        self._gate = Gate(self._route, config, own, on_refusal=self.service.metrics.refusals.add)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request, or the start and stop of the process."""
        await self._gate(scope, receive, send)

    async def _route(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._lifespan(scope, receive, send)
        elif is_handshake(scope):
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

    async def _lifespan(self, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        try:
            await self.service.start()
        except Exception as error:
            await send({"type": "lifespan.startup.failed", "message": str(error)})
            raise
        scope["state"][PLAIN] = self.service.plain
        _call_at_signal(self.service.hang_up)
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await self.service.stop()
        await send({"type": "lifespan.shutdown.complete"})


def _call_at_signal(act: Callable[[], object]) -> None:
    """Act as soon as a signal tells the server to stop, which otherwise waits for open connections first."""
    if threading.current_thread() is not threading.main_thread():
        return  # only the main thread gets signals
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        usual = signal.getsignal(number)

        def handle(number: int, frame: FrameType | None, usual: Any = usual) -> None:
            loop.call_soon_threadsafe(act)
            if callable(usual):
                usual(number, frame)

        signal.signal(number, handle)
