"""Log output of a server: one line per event, as JSON or readable text, without secrets."""

from __future__ import annotations

import logging
import re
import secrets
import time
from collections.abc import Awaitable, Callable, MutableMapping
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any, TextIO

import msgspec

from heckmeck.server.net.identity import LINK_LENGTH
from heckmeck.server.table.codes import LETTERS, RECORD_LENGTH, TABLE_LENGTH

ROUTED = ("heckmeck", "uvicorn", "litestar", "sqlalchemy", "alembic", "asyncio")
"""The loggers whose output we format; their own handlers are removed."""
HIDDEN = "…"
MAX_TEXT = 20_000
"""Maximum number of characters of one field; the rest is cut off."""

REPEAT_INTERVAL = 1.0
"""Seconds between two lines about the same problem."""
MAX_KINDS = 1000
"""Number of kinds of problems above which old ones are forgotten."""
_NUMBER = re.compile(r"0x[0-9a-f]+|[0-9]+")

request_id: ContextVar[str | None] = ContextVar("request_id", default=None)
"""The id of the current request, which is part of every line written during the request."""

_STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "color_message"}
_SECRET = re.compile(r"cookie|authoriz|token|seed|secret|chain|passw|key|link|signature|bearer", re.IGNORECASE)
_CODES = frozenset({"table", "code", "tables", "codes"})

_LETTER = f"[{LETTERS}]"
_REST = rf"(?:[-\s]?{_LETTER}){{{TABLE_LENGTH - 2}}}(?![\w-])"
_RECORD_REST = rf"(?:[-\s]?{_LETTER}){{{RECORD_LENGTH - 2}}}(?![\w-])"
_QUOTE = r"""(?:b?["'])?"""
_HEADERS = r"(?:set-)?cookie|(?:proxy-)?authorization"
_NAMES = r"(?:token|seed|secret|chain|passw|signature|heckmeck(?==))[\w-]{0,20}"
"""A pattern of bounded length, so that matching takes bounded time."""
_PATTERNS = (
    # Headers that are secret as a whole, up to the end of the line or the closing quote.
    (re.compile(rf"""(?i)\b({_HEADERS})(["']?\s*[:=,]\s*{_QUOTE})[^"'\r\n]+"""), rf"\1\2{HIDDEN}"),
    # Anything of the form name=value whose name says that it is secret.
    (re.compile(rf"""(?i)({_NAMES})(["']?\s*[:=]\s*{_QUOTE})[^\s"',;&)}}\]]+"""), rf"\1\2{HIDDEN}"),
    (re.compile(r"(?i)\bbearer\s+\S+"), f"Bearer {HIDDEN}"),
    (re.compile(r"\bhm_[\w-]{8,}"), f"hm_{HIDDEN}"),
    (re.compile(r"\b(\w+://)[^/\s@]+@"), rf"\1{HIDDEN}@"),
    # A code that links a device, in capitals anywhere, and in any spelling in its URL.
    (re.compile(rf"\b{_LETTER}{{{LINK_LENGTH}}}\b"), HIDDEN),
    (re.compile(r"""(?i)((?<!/api)/link/)[^\s"'?#]+"""), rf"\1{HIDDEN}"),
    # A code in capitals, anywhere.
    (re.compile(rf"\b({_LETTER}{{2}}){_LETTER}{{{TABLE_LENGTH - 2}}}\b"), rf"\1{HIDDEN}"),
    (re.compile(rf"\b({_LETTER}{{2}}){_LETTER}{{{RECORD_LENGTH - 2}}}\b"), rf"\1{HIDDEN}"),
    (re.compile(rf"(/{_LETTER}{{2}}){_REST}"), rf"\1{HIDDEN}"),
    # A code in any spelling, but only in URLs: elsewhere it may be a word, such as "heckmeck".
    (re.compile(rf"(?i)(/(?:t|ws|tables)/{_LETTER}{{2}}){_REST}"), rf"\1{HIDDEN}"),
    (re.compile(rf"(?i)(/(?:r|records)/{_LETTER}{{2}}){_RECORD_REST}"), rf"\1{HIDDEN}"),
)

FALSE_ALARMS = ("Unsupported upgrade request.", "No supported WebSocket library detected.")
"""uvicorn logs this for every WebSocket, because the application accepts them itself."""


def redact(text: str) -> str:
    """Remove secrets from a text: tokens, cookies, passwords, seeds, and all but two letters of codes.

    >>> redact("GET /ws/ABCDEFGH?since=3 Authorization: Bearer hm_0123456789")
    'GET /ws/AB…?since=3 Authorization: …'
    """
    text = text[:MAX_TEXT].encode("utf-8", "replace").decode()  # lone surrogates cannot be encoded later
    for pattern, instead in _PATTERNS:
        text = pattern.sub(instead, text)
    return text


def shorten(code: str) -> str:
    """Return the part of a table's code that may be logged.

    >>> shorten("ABCDEFGH")
    'AB…'
    """
    return code[:2] + HIDDEN


def redact_field(name: str, value: object) -> object:
    """Return a field's value without secrets. Numbers, booleans and None are safe unless the name says otherwise."""
    if _SECRET.search(name):
        return HIDDEN
    if name in _CODES:
        return shorten(value) if isinstance(value, str) else HIDDEN
    if value is None or isinstance(value, float) or (isinstance(value, int) and abs(value) < 2**53):
        return value
    if isinstance(value, dict):
        return {redact(str(key)): redact_field(str(key), part) for key, part in value.items()}
    return redact(str(value))


class RepeatFilter(logging.Filter):
    """Passes equal warnings or errors once a second, and adds the number of suppressed ones to the next.

    A client that causes the same problem again and again must not be able to fill the disk.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._last: dict[tuple[object, ...], tuple[float, int]] = {}
        """When each kind of problem was last logged, and how often it was suppressed since."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether a record is written."""
        if record.levelno < logging.WARNING:
            return True
        now, kind = self._clock(), _repeat_key(record)
        at, left_out = self._last.get(kind, (now - REPEAT_INTERVAL, 0))
        if now - at < REPEAT_INTERVAL:
            self._last[kind] = at, left_out + 1
            return False
        if left_out:
            record.repeated = left_out
        self._forget(now)
        self._last[kind] = now, 0
        return True

    def _forget(self, now: float) -> None:
        if len(self._last) >= MAX_KINDS:
            self._last = {kind: seen for kind, seen in self._last.items() if now - seen[0] < REPEAT_INTERVAL}


def _repeat_key(record: logging.LogRecord) -> tuple[object, ...]:
    """Return a key for equal problems: the first line without numbers, and where the error was raised."""
    text = _NUMBER.sub("", str(record.msg).partition("\n")[0])
    error = record.exc_info[1] if record.exc_info else None
    place = error.__traceback__ if error is not None else None
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    where = None if place is None else (place.tb_frame.f_code.co_filename, place.tb_lineno)
    return record.name, record.levelno, text, type(error), where


class RedactingFormatter(logging.Formatter):
    """Splits a log record into the fields of a line, without secrets."""

    def fields(self, record: logging.LogRecord) -> dict[str, object]:
        """Return the fields of a line, in order."""
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
            # Other packages mark records for themselves with names that begin like that.
            if name not in _STANDARD and not name.startswith("_"):
                found.setdefault(name, redact_field(name, value))
        if record.exc_info:
            found["error"] = redact(self.formatException(record.exc_info))
        return found


class JsonFormatter(RedactingFormatter):
    """Formats a record as a JSON object on one line, for programs."""

    def format(self, record: logging.LogRecord) -> str:
        """Format a record."""
        return msgspec.json.encode(self.fields(record)).decode()


class ConsoleFormatter(RedactingFormatter):
    """Formats a record as a line for people, with the traceback below."""

    def format(self, record: logging.LogRecord) -> str:
        """Format a record. Text from clients cannot move the cursor or begin a new line."""
        fields = self.fields(record)
        at, level, _, message = (str(fields.pop(name)) for name in ("at", "level", "logger", "message"))
        error = fields.pop("error", None)
        rest = "".join(f"  {name}={value}" for name, value in fields.items())
        line = f"{at[11:19]} {level:7} {message}{rest}"
        return f"{_visible(line)}\n{_visible(str(error), breaks=True)}" if error else _visible(line)


def _visible(text: str, *, breaks: bool = False) -> str:
    """Escape control characters, including line breaks unless they are wanted."""
    kept = "\n" if breaks else ""
    return "".join(letter if letter.isprintable() or letter in kept else repr(letter)[1:-1] for letter in text)


def configure_logging(level: str, stream: TextIO) -> None:
    """Send the lines of our loggers to a stream: as JSON, or as readable text on a terminal.

    Start uvicorn with `log_config=None`, so that it does not change this.
    """
    handler = logging.StreamHandler(stream)
    handler.setFormatter(ConsoleFormatter() if stream.isatty() else JsonFormatter())
    handler.addFilter(lambda record: not str(record.msg).startswith(FALSE_ALARMS))
    handler.addFilter(RepeatFilter())
    for name, child in list(logging.root.manager.loggerDict.items()):
        if name.partition(".")[0] in ROUTED and isinstance(child, logging.Logger):
            child.handlers.clear()
            child.propagate = True
            child.setLevel(logging.NOTSET)
    wanted: int = logging.getLevelNamesMapping()[level.upper()]
    # Libraries log several lines for every request and socket; we log what matters ourselves.
    theirs = logging.INFO if wanted == logging.DEBUG else max(wanted, logging.WARNING)
    for name in ROUTED:
        logger = logging.getLogger(name)
        logger.handlers[:] = [handler]
        logger.propagate = False
        logger.setLevel(wanted if name == "heckmeck" else theirs)


class RequestIdMiddleware:
    """An ASGI middleware that gives every request an id, for the log and for error reports."""

    def __init__(self, app: Callable[..., Awaitable[None]]) -> None:
        self._app = app

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Handle a connection. Ids from clients are ignored, because they could contain anything."""
        if scope["type"] != "http":
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
