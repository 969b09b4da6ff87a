"""Security headers of every response."""

from __future__ import annotations

Header = tuple[bytes, bytes]

POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "font-src": "'self'",
    "media-src": "'self'",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "worker-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
}
"""The Content-Security-Policy of a page."""

HOST = {**POLICY, "script-src": "'self' 'wasm-unsafe-eval'"}
"""The policy of the worker that runs tables in a browser: it compiles Python, which no page may."""

NOTHING = {"default-src": "'none'", "base-uri": "'none'", "form-action": "'none'", "frame-ancestors": "'none'"}
"""The policy of responses that are not pages."""

_ALWAYS: tuple[Header, ...] = (
    (b"x-content-type-options", b"nosniff"),
    # The URL of a table contains its code, which must not leak to other sites. Forms must be sent by fetch: with this
    # policy a browser sends `Origin: null` with a plain form.
    (b"referrer-policy", b"no-referrer"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
_HSTS: Header = (b"strict-transport-security", b"max-age=31536000")
_NO_STORE: Header = (b"cache-control", b"no-store")


def written(policy: dict[str, str], *, host: str, secure: bool) -> str:
    """Return a policy as text. `host` must have been checked.

    If a page may connect to its own origin, its WebSockets are listed as well: for Safari before 15.4, 'self' does not
    include them.

    >>> written({"default-src": "'none'", "connect-src": "'self'"}, host="localhost:8765", secure=False)
    "default-src 'none'; connect-src 'self' ws://localhost:8765"
    """
    # Policies cannot express IPv6 addresses.
    socket = "" if host.startswith("[") else f" {'wss' if secure else 'ws'}://{host}"
    return "; ".join(f"{name} {value}{socket if name == 'connect-src' else ''}" for name, value in policy.items())


def secured(headers: list[Header], policy: dict[str, str], *, host: str, secure: bool) -> list[Header]:
    """Return the headers of a response with the security headers, which replace others of the same name.

    Responses without a caching policy must not be cached.
    """
    ours = [(b"content-security-policy", written(policy, host=host, secure=secure).encode()), *_ALWAYS]
    if secure:
        ours.append(_HSTS)
    names = {name for name, _ in ours}
    theirs = [(name.lower(), value) for name, value in headers]
    if not any(name == _NO_STORE[0] for name, _ in theirs):
        ours.append(_NO_STORE)
    return [(name, value) for name, value in theirs if name not in names] + ours
