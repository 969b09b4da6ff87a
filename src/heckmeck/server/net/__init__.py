"""Connections: protocols, the gate in front of the application, addresses, rate limits, identity, and client pages."""

__all__ = [
    "built_files",
    "client_address",
    "conversation",
    "gate",
    "headers",
    "http_protocol",
    "identity",
    "keys",
    "lan",
    "pages",
    "rate_limits",
    "status",
    "ws_app",
    "ws_protocol",
]
