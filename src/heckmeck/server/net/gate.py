"""The gate in front of the application: checks hosts, origins and the size of bodies, and adds security headers."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial
from urllib.parse import urlsplit

import msgspec

from heckmeck.server.config import Config
from heckmeck.server.net.asgi import (
    App,
    Headers,
    Message,
    Receive,
    Scope,
    Send,
    declares_body,
    header,
    is_handshake,
    read_absolute_target,
)
from heckmeck.server.net.client_address import ClientAddress, ClientAddressReader, host_name, read_address
from heckmeck.server.net.connection import CONNECTION, Connection
from heckmeck.server.net.headers import HOST, NOTHING, POLICY, Header, secured
from heckmeck.server.net.identity import read_bearer
from heckmeck.server.net.status import status_of

MAX_BODY = 64 * 1024
"""Maximum number of bytes in the body of a request."""
CLIENT = "heckmeck.client"
"""The key of the scope under which the gate stores the `ClientAddress`."""
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
HEALTH = frozenset({"/healthz", "/readyz"})
"""Paths that are served under any host name: monitoring uses the address, and the answers reveal nothing."""


class Hosts:
    """The host names that this server answers to.

    This prevents DNS rebinding: a foreign site can point its own name at this machine, but not a name of this server.
    """

    def __init__(self, config: Config, own: Collection[str] = ()) -> None:
        """Allow the configured hosts and, in the home network, the machine's `own` names and addresses."""
        self._lan = config.lan
        self._names = {"localhost", *(name.lower().rstrip(".") for name in own if config.lan)}
        if config.public_url:
            self._names.add(host_name(urlsplit(config.public_url).netloc) or "")
        listening = read_address(config.host)
        if listening and not listening.is_unspecified:
            self._names.add(str(listening))

    def allow(self, host: str, arrived: str | None = None) -> bool:
        """Return whether a Host header is allowed; `arrived` is the local address of the connection."""
        name = host_name(host)
        if name is None:
            return False
        address = read_address(name)
        if address is None:
            return name in self._names
        # In the home network the machine may get another address at any time.
        here = self._lan and arrived is not None and address == read_address(arrived)
        return here or address.is_loopback or str(address) in self._names


def same_origin(origin: str, host: str, *, secure: bool, public_url: str | None = None) -> bool:
    """Return whether a page of this origin was served by this host, over the same scheme, or by the public URL.

    A man in the middle can serve any page over http: it must not act for the https site of the same name.

    >>> same_origin("http://localhost:8765", "localhost:8765", secure=False)
    True
    >>> same_origin("http://localhost:8765", "localhost:8765", secure=True)
    False
    >>> same_origin("https://evil.example", "localhost:8765", secure=True)
    False
    """
    scheme, _, place = origin.lower().partition("://")
    wanted, default = ("https", ":443") if secure else ("http", ":80")
    served = scheme == wanted and place != "" and place.removesuffix(default) == host.lower().removesuffix(default)
    return served or origin.lower() == public_url


def may_change(method: str, headers: Headers, *, secure: bool, public_url: str | None = None) -> bool:
    """Return whether an HTTP request may change something: it was not sent by a foreign page in a guest's name.

    Browsers send the origin of a request: all of them in Origin, newer ones in secure contexts also in Sec-Fetch-Site.
    Programs send neither, and have either a token or no identity yet.
    """
    if method in SAFE or read_bearer(header(headers, b"authorization")):
        return True
    if site := header(headers, b"sec-fetch-site"):
        return site in {"same-origin", "none"}
    if origin := header(headers, b"origin"):
        return same_origin(origin, header(headers, b"host"), secure=secure, public_url=public_url)
    return not header(headers, b"cookie")


def may_connect(headers: Headers, *, secure: bool, public_url: str | None = None) -> bool:
    """Return whether a WebSocket may be opened: by a page of this server, or by a program with a token."""
    if origin := header(headers, b"origin"):
        return same_origin(origin, header(headers, b"host"), secure=secure, public_url=public_url)
    return read_bearer(header(headers, b"authorization")) is not None


class Gate:
    """An ASGI middleware that refuses requests that must not reach the application."""

    def __init__(
        self,
        app: App,
        config: Config,
        own: Collection[str] = (),
        on_refusal: Callable[[str], object] = lambda code: None,
    ) -> None:
        self._app = app
        self._hosts = Hosts(config, own)
        self._read_client = ClientAddressReader(config)
        self._public_url = config.public_url
        self._on_refusal = on_refusal

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a connection."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        read_absolute_target(scope)
        client = scope[CLIENT] = self._read_client(scope)
        host = header(scope["headers"], b"host")
        known = self._hosts.allow(host, (scope.get("server") or (None,))[0])
        # A host that is not trusted must not appear in the answer.
        policy, shown = (_policy_of(scope["path"]), host) if known else (NOTHING, "")
        body = _Body(scope, receive, _secured_send(send, policy, shown, client))
        healthy = scope["path"] in HEALTH and scope["method"] in SAFE and not is_handshake(scope)
        if known or healthy:
            await self._pass_on(scope, body)
        else:
            await self._refuse(scope, body.send, "unknown_host", _UNKNOWN)

    async def _pass_on(self, scope: Scope, body: _Body) -> None:
        """Pass on a request for a known host, unless its origin or its size forbid it."""
        headers = scope["headers"]
        allowed = may_connect if is_handshake(scope) else partial(may_change, scope["method"])
        length = header(headers, b"content-length")
        if not allowed(headers, secure=scope[CLIENT].secure, public_url=self._public_url):
            await self._refuse(scope, body.send, "foreign_origin", _FOREIGN)
        elif length.isdecimal() and (len(length) > 9 or int(length) > MAX_BODY):
            await self._refuse(scope, body.send, "too_long", _TOO_LONG)
        else:
            try:
                await self._app(scope, body.receive, body.send)
            except Exception:
                if not body.too_long:
                    raise
            await body.end()

    async def _refuse(self, scope: Scope, send: Send, code: str, sentence: str) -> None:
        self._on_refusal(code)
        await refuse(scope, send, code, sentence)


def _policy_of(path: str) -> dict[str, str]:
    """Return the Content-Security-Policy of what is at a path."""
    if path.startswith("/api/"):
        return NOTHING
    return HOST if path.startswith("/assets/host-") else POLICY


def _secured_send(send: Send, policy: dict[str, str], host: str, client: ClientAddress) -> Send:
    async def secured_send(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = secured(list(message.get("headers", ())), policy, host=host, secure=client.secure)
            message = {**message, "headers": headers}
        await send(message)

    return secured_send


class _Body:
    """Counts the bytes of a request's body, whose length may not be declared, and tells the connection of its end.

    A body that is too long ends like a disconnect, and the response is 413 whatever the application answers.
    """

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._scope = scope
        self._receive = receive
        self._send = send
        self._connection: Connection = scope["state"][CONNECTION]
        # A handshake has not arrived before it is accepted, whatever the application waits for.
        if not (declares_body(scope["headers"]) or is_handshake(scope)):
            self._connection.arrived()
        self._left = MAX_BODY
        self._started = False
        self.too_long = False

    async def receive(self) -> Message:
        if self.too_long:
            return {"type": "http.disconnect"}
        message = await self._receive()
        if message["type"] == "http.request" and not message.get("more_body"):
            self._connection.arrived()
        self._left -= len(message.get("body", b""))
        self.too_long = self._left < 0
        return {"type": "http.disconnect"} if self.too_long else message

    async def send(self, message: Message) -> None:
        if self._started or not self.too_long:
            self._started = True
            await self._send(message)
            if message["type"] == "http.response.body" and not message.get("more_body"):
                self._connection.answered()

    async def end(self) -> None:
        if self.too_long and not self._started:
            await refuse(self._scope, self._send, "too_long", _TOO_LONG)


async def refuse(scope: Scope, send: Send, code: str, sentence: str, *more: Header) -> None:
    """Answer with the status of a code and a sentence, as JSON for the API, else as text, and with `more` headers."""
    json = scope["path"].startswith("/api/")
    body = msgspec.json.encode({"code": code, "message": sentence}) if json else f"{sentence}\n".encode()
    headers = [
        (b"content-type", b"application/json" if json else b"text/plain; charset=utf-8"),
        (b"content-length", str(len(body)).encode()),
        *more,
    ]
    if is_handshake(scope):
        headers.append((b"connection", b"close"))
    await send({"type": "http.response.start", "status": status_of(code), "headers": headers})
    await send({"type": "http.response.body", "body": body})


_UNKNOWN = (
    "This server does not know that host name. Its operator can set it with --public-url, "
    "or serve the home network with --lan."
)
_FOREIGN = (
    "This request came from a page of another site. Please open the game at its own address. "
    "Behind a proxy with TLS, the operator of the server must set that address with --public-url."
)
_TOO_LONG = f"The request is too large: at most {MAX_BODY // 1024} KB are allowed."
