"""Connections: HTTP and WebSockets, the gate in front, addresses, rate limits, identity, and client pages."""

__all__ = [
    "asgi",
    "built_files",
    "client_address",
    "connection",
    "gate",
    "headers",
    "identity",
    "keys",
    "lan",
    "pages",
    "rate_limits",
    "status",
    "web_socket",
    "ws_app",
]
