"""What a server logs, and what it never logs."""

import asyncio
import io
import json
import logging
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heckmeck.server.ops import logs
from heckmeck.server.ops.logs import (
    ROUTED,
    ConsoleFormatter,
    JsonFormatter,
    RepeatFilter,
    RequestIdMiddleware,
    configure_logging,
    redact,
    redact_field,
    request_id,
)
from heckmeck.server.table.codes import LETTERS, RECORD_LENGTH, TABLE_LENGTH


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def _loggers_as_before() -> Iterator[None]:
    names = [*ROUTED, "uvicorn.access", "uvicorn.error"]
    before = {name: (logging.getLogger(name).handlers[:], logging.getLogger(name).level) for name in names}
    yield
    for name, (handlers, level) in before.items():
        logger = logging.getLogger(name)
        logger.handlers[:] = handlers
        logger.setLevel(level)
        logger.propagate = True


def record(message: str, *args: object, **fields: object) -> logging.LogRecord:
    made = logging.makeLogRecord({"name": "heckmeck.hub", "levelname": "INFO", "msg": message, "args": args})
    made.__dict__.update(fields, created=1_700_000_000.25)
    return made


def test_a_line_is_one_json_object_with_its_fields() -> None:
    line = JsonFormatter().format(record("table %s made\nby hand", 7, seats=3, game="barbecue", timer=None))
    assert "\n" not in line
    assert json.loads(line) == {
        "at": "2023-11-14T22:13:20.250Z",
        "level": "info",
        "logger": "heckmeck.hub",
        "message": "table 7 made\nby hand",
        "seats": 3,
        "game": "barbecue",
        "timer": None,
    }


def test_marks_of_other_packages_are_no_fields() -> None:
    record = logging.makeLogRecord({"msg": "a move", "_ray_timestamp_ns": "1", "table": "K7PQ2MXA"})
    line = json.loads(JsonFormatter().format(record))
    assert "_ray_timestamp_ns" not in line
    assert "table" in line


def test_people_get_a_readable_line_that_cannot_play_tricks_with_the_terminal() -> None:
    line = ConsoleFormatter().format(record("name \x1b[2J\r\nforged", seats=3))
    assert line == "22:13:20 info    name \\x1b[2J\\r\\nforged  seats=3"


@pytest.mark.parametrize("value", [10**40, "\ud800", {"\ud800": 1}, float("nan"), b"\xff", object])
def test_no_value_stops_a_line(value: object) -> None:
    line = JsonFormatter().format(record("odd", value=value))
    assert json.loads(line)["message"] == "odd"


def test_fields_cannot_take_the_place_of_what_a_line_is_about() -> None:
    line = json.loads(JsonFormatter().format(record("true", level="forged", at="never")))
    assert (line["level"], line["at"]) == ("info", "2023-11-14T22:13:20.250Z")


TOKEN, CODE = "hm_X5VOAUP56EmPG3pTI6M6OI8xCZeijD6Nn-guUD9OZvo", "QWERTZSP"


@pytest.mark.parametrize(
    "text",
    [
        f"Authorization: Bearer {TOKEN}",
        f"authorization=Basic {TOKEN}",
        f"bearer {TOKEN} was refused",
        f"the token is {TOKEN}.",
        f"GET /api/x?access_token={TOKEN}&since=3",
        f"[(b'host', b'x'), (b'authorization', b'Basic {TOKEN}'), (b'accept', b'*')]",
        f"Cookie: theme=dark; heckmeck={TOKEN[3:]}; x=y",
        f"{{'set-cookie': '__Host-heckmeck={TOKEN[3:]}; Path=/'}}",
        f"(b'cookie', b'a=b; heckmeck={TOKEN[3:]}')",
        f"heckmeck={TOKEN[3:]}",
        f"postgresql://ann:{TOKEN}@db/heckmeck",
        f"client_seed={TOKEN[3:]}",
        f'{{"seed": "{TOKEN[3:]}", "seats": 3}}',
        f"chain_secret: {TOKEN[3:]}",
        f"password={TOKEN[3:]}",
    ],
)
def test_secrets_are_taken_out_of_texts(text: str) -> None:
    assert TOKEN[3:] not in redact(text)
    assert "…" in redact(text)
    assert redact(redact(text)) == redact(text)


@pytest.mark.parametrize("text", ["GET /link/{} 200", "/link/{}?x", "code {}"])
def test_codes_that_link_a_device_are_not_logged(text: str) -> None:
    link = "QWERTZSPDF"
    assert redact(text.format(link)) == text.format("…")
    assert "WERTZ" not in redact(f"/link/{link[:5]}-{link[5:]}")
    assert redact("POST /api/link/offer 404") == "POST /api/link/offer 404"


@pytest.mark.parametrize(
    "text",
    [
        f"GET /ws/{CODE}?since=3",
        f"POST /api/tables/{CODE}/commands",
        f"no table {CODE}.",
        f"/t/{CODE.lower()}",
        f"/t/{CODE[:4]}-{CODE[4:]} 404",
        f"/t/{CODE[:4].lower()}-{CODE[4:].lower()}",
        f"/somewhere/{CODE[:4]}-{CODE[4:]}",
        f"GET /ws/{CODE.lower()}?since=3",
        f"http://127.0.0.1:8765/api/tables/{CODE.lower()}/games/1/review",
        f"/t/{CODE.title()}/games/2",
        f"/T/{CODE.lower()}",
    ],
)
def test_only_two_letters_of_a_code_are_logged(text: str) -> None:
    told = redact(text)
    assert CODE[:2].lower() + "…" in told.lower()
    assert CODE[2:4] not in told.replace(CODE[:2], "")
    assert CODE[4:].lower() not in told.lower()


@pytest.mark.parametrize(
    "text",
    [
        "took 27 from the grill",
        "GET /healthz 200",
        "127.0.0.1:8765",
        "listening at 12:30",
        "/home/ann/.local/share/heckmeck/heckmeck.db cannot be opened",
        'File "/usr/lib/heckmeck/server/gate.py", line 7, in __call__',
        "https://play.example.org/learn/barbecue",
    ],
)
def test_what_is_not_secret_is_logged(text: str) -> None:
    assert redact(text) == text


def test_a_text_without_end_is_cut() -> None:
    assert len(redact("took 27, " * 100_000)) == 20_000


@given(st.text(max_size=300))
def test_no_text_breaks_it_and_no_token_gets_through(text: str) -> None:
    assert TOKEN not in redact(f"{text} {TOKEN} {text}")


@given(
    st.text(LETTERS + LETTERS.lower(), min_size=TABLE_LENGTH, max_size=TABLE_LENGTH),
    st.sampled_from(["/t/", "/ws/", "/api/tables/"]),
    st.sampled_from(["", "/games/1", "?since=3", " 404", "'"]),
)
def test_no_code_in_an_address_gets_through_however_it_is_written(code: str, before: str, after: str) -> None:
    assert redact(before + code + after) == before + code[:2] + "…" + after
    assert redact(before + code[:4] + "-" + code[4:] + after) == before + code[:2] + "…" + after


@given(
    st.text(LETTERS + LETTERS.lower(), min_size=RECORD_LENGTH, max_size=RECORD_LENGTH),
    st.sampled_from(["/r/", "/api/records/"]),
    st.sampled_from(["", "/replay", " 404", "'"]),
)
def test_no_code_of_a_record_gets_through(code: str, before: str, after: str) -> None:
    assert redact(before + code + after) == before + code[:2] + "…" + after
    assert redact(f"{code.upper()} is unknown") == f"{code[:2].upper()}… is unknown"


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("cookie", "x", "…"),
        ("Authorization", "x", "…"),
        ("client_seeds", [1, 2], "…"),
        ("token", None, "…"),
        ("signing_key", b"x", "…"),
        ("table", CODE, CODE[:2] + "…"),
        ("codes", [CODE], "…"),
        ("seats", 3, 3),
        ("path", f"/ws/{CODE}", f"/ws/{CODE[:2]}…"),
        ("headers", {"cookie": "x", "accept": "*/*"}, {"cookie": "…", "accept": "*/*"}),
        ("headers", [(b"cookie", b"secret")], "[(b'cookie', b'…')]"),
    ],
)
def test_fields_are_logged_by_their_names(name: str, value: object, told: object) -> None:
    assert redact_field(name, value) == told


@pytest.mark.parametrize("line", [JsonFormatter(), ConsoleFormatter()])
def test_errors_are_logged_without_secrets(line: logging.Formatter) -> None:
    try:
        raise ValueError(f"bad token {TOKEN} at table {CODE}\x1b[2J")
    except ValueError:
        made = record("failed")
        made.exc_info = sys.exc_info()
    told = line.format(made)
    assert "ValueError" in told
    assert "test_logs.py" in told
    assert TOKEN not in told
    assert CODE not in told
    assert "\x1b" not in told


def test_uvicorn_and_ours_go_to_the_same_stream_once() -> None:
    stream = io.StringIO()
    error = logging.getLogger("uvicorn.error")
    error.addHandler(logging.StreamHandler(stream))
    configure_logging("info", stream)
    configure_logging("info", stream)
    error.info("connection open")
    error.warning("Unsupported upgrade request.")
    error.error("failed")
    logging.getLogger("heckmeck.server.live.hub").info("table made", extra={"table": CODE})
    logging.getLogger("heckmeck.server.live.hub").debug("not told")
    logging.getLogger("uvicorn.access").info("GET /ws/%s", CODE)
    logging.getLogger("alembic.runtime").info("not told either")
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert [line["message"] for line in lines] == ["failed", "table made"]
    assert lines[1]["table"] == CODE[:2] + "…"


def test_debug_tells_more_and_a_terminal_gets_readable_lines() -> None:
    stream = Terminal()
    configure_logging("debug", stream)
    logging.getLogger("heckmeck").debug("told")
    logging.getLogger("uvicorn.access").info('%s - "%s %s"', "127.0.0.1", "GET", f"/ws/{CODE}")
    logging.getLogger("asyncio").debug("not told")
    first, second = stream.getvalue().splitlines()
    assert first[8:] == " debug   told"
    assert second[8:] == f' info    127.0.0.1 - "GET /ws/{CODE[:2]}…"'


def test_every_request_has_an_id_in_the_log_and_in_the_answer() -> None:
    lines: list[dict[str, Any]] = []
    sent: list[dict[str, Any]] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        lines.append(json.loads(JsonFormatter().format(record("working"))))
        await send({"type": "http.response.start", "status": 200, "headers": [(b"a", b"b")]})
        await send({"type": "http.response.body"})

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    async def main() -> None:
        await RequestIdMiddleware(app)({"type": "lifespan"}, None, send)
        for _ in range(2):
            await RequestIdMiddleware(app)({"type": "http", "headers": [(b"x-request-id", b"forged")]}, None, send)
        assert request_id.get() is None

    asyncio.run(main())
    assert "request" not in lines.pop(0)
    assert sent[0]["headers"] == [(b"a", b"b")]
    names = [line["request"] for line in lines]
    assert len(set(names)) == 2
    starts = [message for message in sent[2:] if message["type"] == "http.response.start"]
    assert [message["headers"] for message in starts] == [
        [(b"a", b"b"), (b"x-request-id", name.encode())] for name in names
    ]


def test_lines_outside_of_requests_have_no_id() -> None:
    assert "request" not in json.loads(JsonFormatter().format(record("started")))


def test_the_same_problem_is_logged_once_a_second() -> None:
    now = 100.0
    repeats = RepeatFilter(lambda: now)

    def told(text: str, level: int = logging.WARNING, error: Exception | None = None) -> tuple[bool, int | None]:
        about = (type(error), error, error.__traceback__) if error else None
        record = logging.LogRecord("asyncio", level, "", 1, text, (), about)
        return repeats.filter(record), getattr(record, "repeated", None)

    def raised(kind: type[Exception]) -> Exception:
        try:
            raise kind("7")
        except kind as error:
            return error

    assert told("no files for <socket fd=7>") == (True, None)
    assert [told(f"no files for <socket fd={n}>\nsocket: 0x7f{n}") for n in range(100)] == [(False, None)] * 100
    assert told("another trouble") == (True, None)
    assert told("no files for <socket fd=7>", logging.ERROR) == (True, None)
    assert [told("it failed", error=raised(kind)) for kind in (KeyError, ValueError, KeyError)] == [
        (True, None),
        (True, None),
        (False, None),
    ]
    assert [told("a table was opened", logging.INFO) for _ in range(3)] == [(True, None)] * 3
    now = 101.0
    assert told("no files for <socket fd=9>") == (True, 100)
    assert told("another trouble") == (True, None)
    now = 102.0
    assert told("no files for <socket fd=9>") == (True, None)


def test_kinds_of_trouble_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logs, "MAX_KINDS", 3)
    now = 0.0
    repeats = RepeatFilter(lambda: now)
    for now in map(float, range(0, 20, 2)):
        assert repeats.filter(logging.LogRecord("asyncio", logging.ERROR, "", 1, chr(97 + int(now)), (), None))
    assert len(repeats._last) <= 3


def test_a_flood_of_errors_is_one_line_in_the_log() -> None:
    stream = io.StringIO()
    configure_logging("info", stream)
    for number in range(1000):
        logging.getLogger("asyncio").error("Task exception was never retrieved %d", number)
    assert 1 <= stream.getvalue().count("\n") < 10
