"""What every response tells the browser: run nothing but our own, frame nothing, tell nobody."""

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

NOTHING = {"default-src": "'none'", "base-uri": "'none'", "form-action": "'none'", "frame-ancestors": "'none'"}
"""The policy of what is no page: a browser that shows it all the same runs nothing."""

_ALWAYS: tuple[Header, ...] = (
    (b"x-content-type-options", b"nosniff"),
    # A table's code is part of its address, and no other site shall learn it. Forms have to be sent by fetch: with
    # this policy a browser sends `Origin: null` with a plain form.
    (b"referrer-policy", b"no-referrer"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
_HSTS: Header = (b"strict-transport-security", b"max-age=31536000")
_UNSAID: Header = (b"cache-control", b"no-store")


def written(policy: dict[str, str], *, host: str, secure: bool) -> str:
    """Write a policy. `host` has to be one that was checked.

    Where a page may connect to its own origin, its WebSockets are named as well: current browsers take 'self' for
    both, Safari before 15.4 does not.

    >>> written({"default-src": "'none'", "connect-src": "'self'"}, host="localhost:8765", secure=False)
    "default-src 'none'; connect-src 'self' ws://localhost:8765"
    """
    socket = "" if host.startswith("[") else f" {'wss' if secure else 'ws'}://{host}"  # no policy knows IPv6
    return "; ".join(f"{name} {value}{socket if name == 'connect-src' else ''}" for name, value in policy.items())


def secured(headers: list[Header], policy: dict[str, str], *, host: str, secure: bool) -> list[Header]:
    """Return the headers of a response with ours, which take the place of others of the same name.

    What does not say how long it may be kept is not kept.
    """
    ours = [(b"content-security-policy", written(policy, host=host, secure=secure).encode()), *_ALWAYS]
    if secure:
        ours.append(_HSTS)
    names = {name for name, _ in ours}
    theirs = [(name.lower(), value) for name, value in headers]
    if not any(name == _UNSAID[0] for name, _ in theirs):
        ours.append(_UNSAID)
    return [(name, value) for name, value in theirs if name not in names] + ours
