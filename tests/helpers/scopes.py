"""ASGI scopes of requests, and the configurations of servers that they are sent to."""

from types import SimpleNamespace
from typing import Any

from heckmeck.server.config import Config
from heckmeck.server.net.connection import CONNECTION

HOME = Config(lan=True, host="0.0.0.0")
PUBLIC = Config(public_url="https://play.example.org", trusted_proxies=("127.0.0.1", "10.0.0.0/8", "fd00::/8"))


def scope(kind: str = "http", method: str = "GET", path: str = "/", **headers: str) -> dict[str, Any]:
    """Return the scope of a request to a server at home."""
    named = {"host": "localhost:8765", **headers}
    return {
        "type": kind,
        "method": method,
        "path": path,
        "scheme": "http" if kind == "http" else "ws",
        "client": ("127.0.0.1", 50_000),
        "server": ("127.0.0.1", 8765),
        "state": {CONNECTION: SimpleNamespace(arrived=lambda: None, answered=lambda: None)},
        "headers": [(key.replace("_", "-").encode(), value.encode("latin-1")) for key, value in named.items()],
    }
