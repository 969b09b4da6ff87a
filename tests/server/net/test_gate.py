"""The gate: hosts, origins, headers and bodies, by hand and before a real application."""

import asyncio
from collections.abc import AsyncIterator, MutableMapping
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar import Litestar, post
from litestar.params import JSONBody

from heckmeck.server.config import Config
from heckmeck.server.net.asgi import App, Message
from heckmeck.server.net.client_address import ClientAddress
from heckmeck.server.net.gate import CLIENT, MAX_BODY, Gate, Hosts, may_change, may_connect, same_origin
from heckmeck.server.net.headers import POLICY
from heckmeck.server.net.identity import new_token
from helpers.in_process_server import serving_table
from helpers.scopes import HOME, PUBLIC, scope


async def hello(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Answer everything, and read bodies to their end."""
    while (await receive()).get("more_body"):
        pass
    await send({"type": "http.response.start", "status": 200, "headers": [(b"X-Content-Type-Options", b"loose")]})
    await send({"type": "http.response.body", "body": b"hello"})


def through(app: App, to: dict[str, Any], chunks: list[bytes] | None = None) -> list[Message]:
    """Send a request through an application and return all its messages."""
    sent: list[Message] = []
    left = list(chunks or [b""])

    async def receive() -> Message:
        if not left:
            return {"type": "http.disconnect"}
        return {"type": "http.request", "body": left.pop(0), "more_body": bool(left)}

    async def send(message: Message) -> None:
        sent.append(message)

    async def main() -> None:
        await app(to, receive, send)

    asyncio.run(main())
    return sent


def headers_of(messages: list[Message]) -> dict[str, str]:
    pairs = [(name.decode(), value.decode()) for name, value in messages[0]["headers"]]
    assert len(pairs) == len(dict(pairs)), "a header is there twice"
    return dict(pairs)


@pytest.mark.parametrize(
    "host", ["localhost", "LOCALHOST:8765", "127.0.0.1:1", "127.8.9.1", "[::1]:8765", "localhost."]
)
def test_this_machine_is_known_by_its_own_names(host: str) -> None:
    assert Hosts(Config()).allow(host)


@pytest.mark.parametrize(
    "host",
    [
        *("", "evil.example", "localhost.evil.example", "localhost:8765,evil.example", "lоcalhost", "localhost "),
        *("192.168.1.5:8765", "laptop", "0.0.0.0", "2130706433", "localhost:123456", "user@localhost", "localhost/x"),
        "[::1",
    ],
)
def test_other_names_are_not_known(host: str) -> None:
    assert not Hosts(Config(), own=["laptop", "192.168.1.5"]).allow(host, arrived="192.168.1.5")


def test_the_home_network_knows_the_names_of_the_machine_and_the_address_a_connection_came_to() -> None:
    hosts = Hosts(HOME, own=["Laptop", "laptop.local", "192.168.1.5"])
    for host in ("laptop:8765", "LAPTOP.local:8765", "192.168.1.5:8765"):
        assert hosts.allow(host)
    assert hosts.allow("192.168.1.77:8765", arrived="192.168.1.77")
    assert not hosts.allow("192.168.1.77:8765", arrived="192.168.1.5")
    assert not hosts.allow("evil.example", arrived="192.168.1.5")


@pytest.mark.parametrize(
    ("path", "status"), [("/healthz", 200), ("/readyz", 200), ("/healthz/x", 421), ("/metrics", 421)]
)
def test_monitoring_may_ask_for_the_health_by_any_name(path: str, status: int) -> None:
    answer = through(Gate(hello, Config()), scope(path=path, host="10.2.3.4:8765"))
    assert answer[0]["status"] == status
    assert "10.2.3.4" not in str(answer)


def test_the_public_url_and_the_address_listened_on_are_known() -> None:
    assert Hosts(PUBLIC).allow("play.example.org")
    assert Hosts(Config(public_url="http://[fd00::1]:8080")).allow("[fd00::1]:8080")
    assert Hosts(Config(host="192.168.1.5")).allow("192.168.1.5:8765")
    assert not Hosts(Config(host="0.0.0.0")).allow("0.0.0.0:8765")


@pytest.mark.parametrize("path", ["/", "/api/tables"])
def test_an_unknown_host_gets_a_sentence_and_nothing_else(path: str) -> None:
    answer = through(Gate(hello, Config()), scope(path=path, host="evil.example"))
    assert answer[0]["status"] == 421
    assert b"--public-url" in answer[1]["body"]
    assert headers_of(answer)["content-security-policy"].startswith("default-src 'none'; base-uri")
    assert "evil" not in str(answer)


@pytest.mark.parametrize(
    ("origin", "host", "same"),
    [
        ("http://localhost:8765", "localhost:8765", True),
        ("http://LOCALHOST:8765", "localhost:8765", True),
        ("http://laptop.local", "laptop.local:80", True),
        ("https://play.example.org", "10.0.0.3:8765", True),
        ("https://play.example.org", "play.example.org:443", True),
        ("http://localhost:5173", "localhost:8765", False),
        ("http://localhost", "localhost:8765", False),
        ("https://localhost:8765", "localhost:8765", False),
        ("https://evil.example", "play.example.org", False),
        ("https://play.example.org.evil.example", "play.example.org", False),
        ("null", "null", False),
        ("file://", "", False),
        ("http://", "", False),
        ("", "", False),
    ],
)
def test_an_origin_is_the_host_that_served_the_page_or_the_public_url(origin: str, host: str, same: bool) -> None:
    assert same_origin(origin, host, secure=False, public_url="https://play.example.org") is same


@pytest.mark.parametrize(
    ("origin", "host", "same"),
    [
        ("https://laptop.local:8765", "laptop.local:8765", True),
        ("https://laptop.local", "LAPTOP.local:443", True),
        ("https://laptop.local:443", "laptop.local", True),
        ("https://laptop.local", "laptop.local:80", False),
        ("https://evil.example", "laptop.local", False),
        ("http://laptop.local:8765", "laptop.local:8765", False),
        ("http://laptop.local", "laptop.local", False),
        ("http://laptop.local:80", "laptop.local", False),
        ("http://play.example.org", "10.0.0.3:8765", True),
        ("https://", "", False),
        ("", "", False),
    ],
)
def test_over_tls_an_origin_has_to_be_of_tls_too_unless_it_is_the_public_url(
    origin: str, host: str, same: bool
) -> None:
    assert same_origin(origin, host, secure=True, public_url="http://play.example.org") is same


PROXIED = Config(trusted_proxies=("127.0.0.1",))
TLS = {"x_forwarded_proto": "https", "x_forwarded_for": "198.51.100.1"}


@pytest.mark.parametrize(
    ("config", "headers", "http", "https"),
    [
        pytest.param(Config(), {}, True, False, id="plain, at home"),
        pytest.param(PROXIED, TLS, False, True, id="a trusted proxy with TLS"),
        pytest.param(PROXIED, {**TLS, "x_forwarded_proto": "wss"}, False, True, id="one that names sockets"),
        pytest.param(PROXIED, {**TLS, "x_forwarded_proto": "http"}, True, False, id="a trusted proxy without TLS"),
        pytest.param(Config(), TLS, True, False, id="a proxy that is not trusted"),
        pytest.param(PUBLIC, {**TLS, "host": "play.example.org"}, False, True, id="a public URL"),
        pytest.param(
            Config(public_url="https://play.example.org"), {**TLS, "host": "play.example.org"}, False, True,
            id="a public URL behind a proxy that is not trusted",
        ),
        pytest.param(
            Config(public_url="https://localhost"), {"host": "localhost:8765"}, True, False,
            id="plain, beside a public URL",
        ),
    ],
)  # fmt: skip
def test_a_page_by_plain_http_cannot_speak_for_the_https_site_of_the_same_name(
    config: Config, headers: dict[str, str], http: bool, https: bool
) -> None:
    gate = Gate(hello, config)
    for scheme, may in (("http", http), ("https", https)):
        asked = {"host": "localhost:8765", "cookie": "a=b", **headers}
        asked["origin"] = f"{scheme}://{asked['host']}"
        answer = through(gate, scope(path="/ws/ABCDEFGH", upgrade="websocket", **asked))
        assert answer[0]["status"] == (200 if may else 403), scheme
        answer = through(gate, scope(method="POST", path="/api/tables", **asked))
        assert answer[0]["status"] == (200 if may else 403), scheme
        assert may or b"--public-url" in answer[1]["body"]


def test_a_connection_by_tls_itself_takes_pages_by_tls_alone() -> None:
    for origin, status in (("https://localhost:8765", 200), ("http://localhost:8765", 403)):
        to = {**scope(method="POST", path="/api/tables", origin=origin), "scheme": "https"}
        assert through(Gate(hello, Config()), to)[0]["status"] == status


@pytest.mark.parametrize(
    ("method", "headers", "may"),
    [
        ("GET", {"origin": "https://evil.example", "cookie": "a=b"}, True),
        ("POST", {"origin": "http://localhost:8765", "cookie": "a=b"}, True),
        ("POST", {"sec_fetch_site": "same-origin", "cookie": "a=b"}, True),
        ("POST", {}, True),
        ("POST", {"authorization": f"Bearer {new_token()}", "cookie": "a=b"}, True),
        ("POST", {"cookie": "a=b"}, False),
        ("POST", {"origin": "https://evil.example", "cookie": "a=b"}, False),
        ("POST", {"origin": "https://evil.example"}, False),
        ("POST", {"origin": "null", "cookie": "a=b"}, False),
        ("POST", {"sec_fetch_site": "cross-site", "cookie": "a=b"}, False),
        ("POST", {"sec_fetch_site": "same-site", "origin": "http://localhost:8765"}, False),
        ("DELETE", {"origin": "https://evil.example", "cookie": "a=b"}, False),
        ("POST", {"authorization": "Bearer x", "cookie": "a=b"}, False),
    ],
)
def test_no_foreign_page_changes_anything_in_a_guests_name(method: str, headers: dict[str, str], may: bool) -> None:
    to = scope(method=method, path="/api/tables", **headers)
    assert may_change(method, to["headers"], secure=False) is may
    answer = through(Gate(hello, Config()), to)
    assert answer[0]["status"] == (200 if may else 403)
    assert may or b'"code":"foreign_origin"' in answer[1]["body"]


@pytest.mark.parametrize(
    ("headers", "may"),
    [
        ({"origin": "http://localhost:8765"}, True),
        ({"authorization": f"Bearer {new_token()}"}, True),
        ({}, False),
        ({"cookie": "heckmeck=x"}, False),
        ({"origin": "https://evil.example"}, False),
        ({"origin": "https://evil.example", "authorization": f"Bearer {new_token()}"}, False),
        ({"origin": "null"}, False),
    ],
)
def test_websockets_are_for_our_pages_and_for_programs_with_a_token(headers: dict[str, str], may: bool) -> None:
    to = scope(path="/ws/ABCDEFGH", upgrade="WebSocket", **headers)
    assert may_connect(to["headers"], secure=False) is may
    answer = through(Gate(hello, Config()), to)
    assert answer[0]["status"] == (200 if may else 403)


@pytest.mark.parametrize("path", ["/ws/ABCDEFGH", "/healthz"])
def test_a_handshake_that_is_refused_ends_the_connection(path: str) -> None:
    answer = through(Gate(hello, Config()), scope(path=path, host="evil.example", upgrade="websocket"))
    assert answer[0]["status"] == 421
    assert headers_of(answer)["connection"] == "close"


@pytest.mark.parametrize(
    ("target", "host", "path"),
    [
        ("http://localhost:8765/api/tables", "evil.example", "/api/tables"),
        ("HTTP://127.0.0.1:8765/a%20b", "localhost:8765", "/a b"),
        ("http://localhost:8765", "localhost:8765", "/"),
    ],
)
def test_the_host_in_an_absolute_target_is_the_one_that_counts(target: str, host: str, path: str) -> None:
    seen: list[str] = []

    async def app(scope: dict[str, Any], receive: Any, send: Any) -> None:
        seen.append(scope["path"])
        await hello(scope, receive, send)

    to = {**scope(path=target.replace("%20", " "), host=host), "raw_path": target.encode()}
    assert through(Gate(app, Config()), to)[0]["status"] == 200
    assert seen == [path]


@pytest.mark.parametrize("target", ["http://evil.example/", "http://evil.example/healthz/x", "http://[/", "x://"])
def test_an_absolute_target_at_another_host_is_refused(target: str) -> None:
    to = {**scope(path=target), "raw_path": target.encode()}
    answer = through(Gate(hello, Config()), to)
    assert answer[0]["status"] == 421
    assert "evil" not in str(answer)


def test_every_response_has_the_headers_that_keep_a_browser_safe() -> None:
    headers = headers_of(through(Gate(hello, Config()), scope()))
    policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
    assert policy == {**POLICY, "connect-src": "'self' ws://localhost:8765"}
    assert not any("unsafe" in value or "*" in value for value in policy.values())
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-opener-policy"] == headers["cross-origin-resource-policy"] == "same-origin"
    assert headers["cache-control"] == "no-store"
    assert "strict-transport-security" not in headers


def test_ipv6_has_no_place_in_a_policy() -> None:
    headers = headers_of(through(Gate(hello, Config()), scope(host="[::1]:8765")))
    assert "connect-src 'self';" in headers["content-security-policy"]


def test_with_tls_the_browser_is_asked_to_keep_using_it() -> None:
    headers = headers_of(through(Gate(hello, PUBLIC), scope(host="play.example.org")))
    assert headers["strict-transport-security"] == "max-age=31536000"
    assert "connect-src 'self' wss://play.example.org;" in headers["content-security-policy"]


def test_the_api_shows_nothing() -> None:
    gate = Gate(hello, Config())
    assert "script-src" not in headers_of(through(gate, scope(path="/api/tables")))["content-security-policy"]
    assert "script-src" in headers_of(through(gate, scope(path="/tables")))["content-security-policy"]


def test_only_the_worker_that_plays_without_a_server_may_compile_webassembly() -> None:
    gate = Gate(hello, Config())
    policies = {
        path: headers_of(through(gate, scope(path=path)))["content-security-policy"]
        for path in ("/", "/assets/start-1a2b3c.js", "/assets/host-1a2b3c.js", "/offline/pyodide-1a2b3c.mjs")
    }
    assert [path for path in policies if "wasm-unsafe-eval" in policies[path]] == ["/assets/host-1a2b3c.js"]
    assert not any("'unsafe-eval'" in policy for policy in policies.values())


def test_what_an_application_says_about_keeping_is_kept() -> None:
    async def picture(scope: dict[str, Any], receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": [(b"Cache-Control", b"max-age=60")]})

    assert headers_of(through(Gate(picture, Config()), scope()))["cache-control"] == "max-age=60"


@pytest.mark.parametrize(("length", "status"), [("65536", 200), ("65537", 413), ("9" * 4000, 413), ("x", 200)])
def test_a_body_that_says_it_is_too_long_is_refused_at_once(length: str, status: int) -> None:
    assert through(Gate(hello, Config()), scope(method="POST", content_length=length))[0]["status"] == status


def test_a_body_that_gets_too_long_is_refused() -> None:
    half = bytes(MAX_BODY // 2)
    assert through(Gate(hello, Config()), scope(method="POST"), [half, half])[0]["status"] == 200
    answer = through(Gate(hello, Config()), scope(method="POST"), [half, half, b"x", half])
    assert [message["type"] for message in answer] == ["http.response.start", "http.response.body"]
    assert answer[0]["status"] == 413


def test_whatever_an_application_makes_of_a_body_that_is_too_long_the_answer_is_the_same() -> None:
    async def stubborn(scope: dict[str, Any], receive: Any, send: Any) -> None:
        kinds = [(await receive())["type"] for _ in range(4)]
        assert kinds == ["http.request", "http.disconnect", "http.disconnect", "http.disconnect"]
        await send({"type": "http.response.start", "status": 500})
        raise RuntimeError("hung up")

    answer = through(Gate(stubborn, Config()), scope(method="POST"), [b"x", bytes(MAX_BODY), b"x", b"x"])
    assert [message.get("status") for message in answer] == [413, None]


def test_an_application_that_fails_still_fails() -> None:
    async def broken(scope: dict[str, Any], receive: Any, send: Any) -> None:
        raise RuntimeError("broken")

    with pytest.raises(RuntimeError, match="broken"):
        through(Gate(broken, Config()), scope())


def test_before_litestar_a_long_stream_is_413_and_a_short_one_passes() -> None:
    @post("/echo", sync_to_thread=False)
    def echo(data: JSONBody[dict[str, str]]) -> int:
        return len(data["x"])

    async def stream(size: int) -> AsyncIterator[bytes]:
        yield b'{"x": "'
        for _ in range(size // 1024):
            yield b"x" * 1024
        yield b'"}'

    async def main() -> list[httpx.Response]:
        gate = Gate(Litestar([echo], openapi_config=None), Config())  # type: ignore[arg-type] # narrower types of scopes

        async def connected(to: MutableMapping[str, Any], receive: Any, send: Any) -> None:
            await gate({**to, "state": scope()["state"]}, receive, send)

        async with httpx.AsyncClient(transport=httpx.ASGITransport(connected), base_url="http://localhost") as client:
            return [await client.post("/echo", content=stream(size)) for size in (10_240, 100_000)]

    short, long = asyncio.run(main())
    assert (short.status_code, short.text) == (201, "10240")
    assert (long.status_code, long.text) == (413, "The request is too large: at most 64 KB are allowed.\n")


def test_the_application_learns_who_is_at_the_other_end_and_other_events_pass() -> None:
    to = scope()
    through(Gate(hello, Config()), to)
    assert to[CLIENT] == ClientAddress("127.0.0.1", secure=False, local=True)

    async def lifespan(scope: dict[str, Any], receive: Any, send: Any) -> None:
        await send({"type": "lifespan.startup.complete"})

    assert through(Gate(lifespan, Config()), {"type": "lifespan"}) == [{"type": "lifespan.startup.complete"}]


def test_over_the_wire_pages_of_other_sites_get_no_socket_and_other_names_no_page(tmp_path: Path) -> None:
    async def request(port: int, code: str, **headers: str) -> tuple[int, bytes]:
        """Request a WebSocket as a browser does, and return the status and the rest of the answer."""
        lines = {"host": f"127.0.0.1:{port}", "connection": "Upgrade", "upgrade": "websocket"}
        lines |= {"sec-websocket-version": "13", "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==", **headers}
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write("\r\n".join([f"GET /ws/{code} HTTP/1.1", *map(": ".join, lines.items()), "", ""]).encode())
        answer = await reader.readuntil(b"\r\n\r\n")
        rest = b"" if b" 101 " in answer else await reader.read()
        writer.close()
        return int(answer.split()[1]), rest

    async def main() -> list[tuple[int, bytes]]:
        async with serving_table(tmp_path / "data") as (here, _, code):
            asked = partial(request, here.port, code)
            return [
                await asked(origin=here.url),
                await asked(origin="https://evil.example"),
                await asked(host="evil.example", origin="http://evil.example"),
                await asked(),
                await asked(authorization=f"Bearer {new_token()}"),
            ]

    answers = asyncio.run(main())
    assert [status for status, _ in answers] == [101, 403, 421, 403, 101]
    assert b"another site" in answers[1][1]
    assert b"--public-url" in answers[2][1]
