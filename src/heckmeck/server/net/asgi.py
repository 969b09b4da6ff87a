"""Requests as ASGI passes them on."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any
from urllib.parse import unquote, urlsplit

Scope = dict[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]
Headers = Iterable[tuple[bytes, bytes]]


def header(headers: Headers, name: bytes) -> str:
    """Return the value of a header, "" if it is missing. Repeated ones are joined by commas, cookies by semicolons."""
    between = "; " if name == b"cookie" else ","
    return between.join(value.decode("latin-1") for key, value in headers if key == name)


def is_handshake(scope: Scope) -> bool:
    """Return whether a request asks for a WebSocket."""
    return header(scope["headers"], b"upgrade").strip().lower() == "websocket"


def declares_body(headers: Headers) -> bool:
    """Return whether a request has a body, according to its head.

    >>> declares_body([(b"content-length", b"0")])
    True
    """
    return any(name in (b"content-length", b"transfer-encoding") for name, _ in headers)


def read_absolute_target(scope: Scope) -> None:
    """Read the host and the path of a request for `http://host/path`, which is meant for a proxy.

    The host in the target replaces the one in the Host header (RFC 9112, 3.2.2).

    >>> scope = {"path": "http://a.example/x%20y", "raw_path": b"http://a.example/x%20y", "headers": [(b"host", b"b")]}
    >>> read_absolute_target(scope)
    >>> scope
    {'path': '/x y', 'raw_path': b'/x%20y', 'headers': [(b'host', b'a.example')]}
    """
    if "://" not in scope["path"] or scope["path"].startswith("/"):
        return
    try:
        target = urlsplit(scope["raw_path"].decode("latin-1"))
    except ValueError:  # such as for a wrong IPv6 address
        host, path = "", "/"
    else:
        host, path = target.netloc, target.path or "/"
    others = [(name, value) for name, value in scope["headers"] if name != b"host"]
    scope["headers"] = [*others, (b"host", host.encode("latin-1"))]
    scope["path"], scope["raw_path"] = unquote(path), path.encode("latin-1")
