"""What a server tells about itself: a line for each thing that happened, for programs or people, without secrets."""

from __future__ import annotations

import logging
import re
import secrets
from collections.abc import Awaitable, Callable, MutableMapping
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any, TextIO

import msgspec

from heckmeck.server.net.identity import CODE_LENGTH, CODE_LETTERS

ROUTED = ("heckmeck", "uvicorn", "litestar", "sqlalchemy", "alembic", "asyncio")
"""The loggers whose lines we write; what they make of their own is taken away."""
HIDDEN = "…"
LONGEST = 20_000
"""Characters of one text; what is beyond is not told."""

request_id: ContextVar[str | None] = ContextVar("request_id", default=None)
"""The request that is being worked on; it stands in every line written meanwhile."""

_STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "color_message"}
_SECRET = re.compile(r"cookie|authoriz|token|seed|secret|chain|passw|key|link|signature|bearer", re.IGNORECASE)
_CODES = frozenset({"table", "code", "tables", "codes"})

_LETTER = f"[{CODE_LETTERS}]"
_REST = rf"(?:[-\s]?{_LETTER}){{{CODE_LENGTH - 2}}}(?![\w-])"
_QUOTE = r"""(?:b?["'])?"""
_HEADERS = r"(?:set-)?cookie|(?:proxy-)?authorization"
_NAMES = r"(?:token|seed|secret|chain|passw|signature|heckmeck(?==))[\w-]{0,20}"  # bounded: the time must be, too
_PATTERNS = (
    # Headers that are secret as a whole, up to the end of the line or of the quotes around.
    (re.compile(rf"""(?i)\b({_HEADERS})(["']?\s*[:=,]\s*{_QUOTE})[^"'\r\n]+"""), rf"\1\2{HIDDEN}"),
    # Anything of the form name=value whose name says that it is secret.
    (re.compile(rf"""(?i)({_NAMES})(["']?\s*[:=]\s*{_QUOTE})[^\s"',;&)}}\]]+"""), rf"\1\2{HIDDEN}"),
    (re.compile(r"(?i)\bbearer\s+\S+"), f"Bearer {HIDDEN}"),
    (re.compile(r"\bhm_[\w-]{8,}"), f"hm_{HIDDEN}"),
    (re.compile(r"\b(\w+://)[^/\s@]+@"), rf"\1{HIDDEN}@"),
    # A table's code in capitals, wherever it stands.
    (re.compile(rf"\b({_LETTER}{{2}}){_LETTER}{{{CODE_LENGTH - 2}}}\b"), rf"\1{HIDDEN}"),
    (re.compile(rf"(/{_LETTER}{{2}}){_REST}"), rf"\1{HIDDEN}"),
    # However it is written, after what codes stand behind in addresses; elsewhere it may be a word, as "heckmeck" is.
    (re.compile(rf"(?i)(/(?:t|ws|tables)/{_LETTER}{{2}}){_REST}"), rf"\1{HIDDEN}"),
)

_FALSE_ALARM = "ASGI callable returned without completing handshake."
"""uvicorn says so, as an error, of every WebSocket that was answered with a proper refusal."""


def redact(text: str) -> str:
    """Take out of a text what must not be told: tokens, cookies, passwords, seeds, and all but two letters of codes.

    >>> redact("GET /ws/ABCDEFGH?since=3 Authorization: Bearer hm_0123456789")
    'GET /ws/AB…?since=3 Authorization: …'
    """
    text = text[:LONGEST].encode("utf-8", "replace").decode()  # half a character would stop the line
    for pattern, instead in _PATTERNS:
        text = pattern.sub(instead, text)
    return text


def shorten(code: str) -> str:
    """Return as much of a table's code as may be told.

    >>> shorten("ABCDEFGH")
    'AB…'
    """
    return code[:2] + HIDDEN


def clean_field(name: str, value: object) -> object:
    """Return a named value as it may be told; numbers, truth and nothing tell no secrets unless their name says so."""
    if _SECRET.search(name):
        return HIDDEN
    if name in _CODES:
        return shorten(value) if isinstance(value, str) else HIDDEN
    if value is None or isinstance(value, float) or (isinstance(value, int) and abs(value) < 2**53):
        return value
    if isinstance(value, dict):
        return {redact(str(key)): clean_field(str(key), part) for key, part in value.items()}
    return redact(str(value))


class Line(logging.Formatter):
    """A record as the parts of a line, without secrets."""

    def parts(self, record: logging.LogRecord) -> dict[str, object]:
        """Return what a line says, in order."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        found: dict[str, object] = {
            "at": at.replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": redact(record.getMessage()),
        }
        if request := request_id.get():
            found["request"] = request
        for name, value in vars(record).items():
            if name not in _STANDARD:
                found.setdefault(name, clean_field(name, value))
        if record.exc_info:
            found["error"] = redact(self.formatException(record.exc_info))
        return found


class JsonLine(Line):
    """One JSON object a line, for programs."""

    def format(self, record: logging.LogRecord) -> str:
        """Write a record."""
        return msgspec.json.encode(self.parts(record)).decode()


class ConsoleLine(Line):
    """A line for people, with the error below."""

    def format(self, record: logging.LogRecord) -> str:
        """Write a record. What others sent cannot move the cursor or begin a new line."""
        parts = self.parts(record)
        at, level, _, message = (str(parts.pop(name)) for name in ("at", "level", "logger", "message"))
        error = parts.pop("error", None)
        fields = "".join(f"  {name}={value}" for name, value in parts.items())
        line = f"{at[11:19]} {level:7} {message}{fields}"
        return f"{_visible(line)}\n{_visible(str(error), breaks=True)}" if error else _visible(line)


def _visible(text: str, *, breaks: bool = False) -> str:
    """Write out what would do something to a terminal, line breaks too unless they are wanted."""
    kept = "\n" if breaks else ""
    return "".join(letter if letter.isprintable() or letter in kept else repr(letter)[1:-1] for letter in text)


def set_up(level: str, stream: TextIO) -> None:
    """Send the lines of our loggers to a stream: as JSON, or readable where it is a terminal.

    Start uvicorn with `log_config=None`, so that it leaves this alone.
    """
    handler = logging.StreamHandler(stream)
    handler.setFormatter(ConsoleLine() if stream.isatty() else JsonLine())
    handler.addFilter(lambda record: record.msg != _FALSE_ALARM)
    for name, child in list(logging.root.manager.loggerDict.items()):
        if name.partition(".")[0] in ROUTED and isinstance(child, logging.Logger):
            child.handlers.clear()
            child.propagate = True
            child.setLevel(logging.NOTSET)
    wanted: int = logging.getLevelNamesMapping()[level.upper()]
    # Others have a line or three for every request and every socket; what matters has one of ours.
    theirs = logging.INFO if wanted == logging.DEBUG else max(wanted, logging.WARNING)
    for name in ROUTED:
        logger = logging.getLogger(name)
        logger.handlers[:] = [handler]
        logger.propagate = False
        logger.setLevel(wanted if name == "heckmeck" else theirs)


class RequestIds:
    """An ASGI application that gives every request an id, for the log and for whoever reports a problem."""

    def __init__(self, app: Callable[..., Awaitable[None]]) -> None:
        self._app = app

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Handle a connection. An id that came along is not taken: it could be anything."""
        if scope["type"] not in {"http", "websocket"}:
            await self._app(scope, receive, send)
            return
        name = secrets.token_hex(6)
        before = request_id.set(name)

        async def named_send(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message.get("headers", ()), (b"x-request-id", name.encode())]}
            await send(message)

        try:
            await self._app(scope, receive, named_send)
        finally:
            request_id.reset(before)
