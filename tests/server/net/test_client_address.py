"""The addresses of clients, also behind proxies."""

import pytest

from heckmeck.server.config import Config
from heckmeck.server.net.asgi import header
from heckmeck.server.net.client_address import ClientAddress, ClientAddressReader
from helpers.scopes import PUBLIC, scope


def client_at(client: str, config: Config = PUBLIC, **headers: str) -> ClientAddress:
    return ClientAddressReader(config)({**scope(**headers), "client": (client, 1)})


@pytest.mark.parametrize(
    ("client", "forwarded", "address"),
    [
        ("203.0.113.9", "198.51.100.1", "203.0.113.9"),
        ("127.0.0.1", "198.51.100.1", "198.51.100.1"),
        ("127.0.0.1", "1.1.1.1, 198.51.100.1", "198.51.100.1"),
        ("127.0.0.1", "1.1.1.1, 198.51.100.1, 10.1.2.3", "198.51.100.1"),
        ("127.0.0.1", "10.1.2.3, 10.1.2.4", "10.1.2.3"),
        ("127.0.0.1", "1.1.1.1, rubbish, 10.1.2.3", "10.1.2.3"),
        ("127.0.0.1", "rubbish", "127.0.0.1"),
        ("::ffff:127.0.0.1", "2001:db8::1", "2001:db8::1"),
        ("fd00::7", "198.51.100.1", "198.51.100.1"),
    ],
)
def test_forwarded_addresses_are_read_from_the_right_and_only_from_trusted_proxies(
    client: str, forwarded: str, address: str
) -> None:
    assert client_at(client, x_forwarded_for=forwarded) == ClientAddress(address, secure=False, local=False)


def test_repeated_headers_are_joined_by_their_own_separators() -> None:
    pairs = [(b"cookie", b"a=b"), (b"via", b"x"), (b"cookie", b"c=d"), (b"via", b"y")]
    assert header(pairs, b"cookie") == "a=b; c=d"
    assert header(pairs, b"via") == "x,y"
    assert header(pairs, b"host") == ""


def test_forwarded_headers_that_are_there_twice_are_one_list() -> None:
    to = scope(x_forwarded_for="1.1.1.1")
    to["headers"].append((b"x-forwarded-for", b"198.51.100.1"))
    assert ClientAddressReader(PUBLIC)(to).address == "198.51.100.1"


def test_tls_is_known_from_the_connection_the_proxy_or_the_public_url() -> None:
    assert client_at("127.0.0.1", x_forwarded_proto="https").secure
    assert client_at("127.0.0.1", x_forwarded_proto="http, https").secure
    assert not client_at("127.0.0.1", x_forwarded_proto="https, http").secure
    assert not client_at("203.0.113.9", x_forwarded_proto="https").secure
    assert client_at("203.0.113.9", host="Play.example.org").secure
    assert not client_at("203.0.113.9", Config(public_url="http://play.example.org"), host="play.example.org").secure
    assert ClientAddressReader(Config())({**scope(), "scheme": "https"}).secure


def test_only_this_machine_itself_is_local() -> None:
    assert client_at("127.0.0.1").local
    assert client_at("::1").local
    assert not client_at("192.168.1.5").local
    assert not client_at("127.0.0.1", Config(), x_forwarded_for="127.0.0.1").local
    assert ClientAddressReader(PUBLIC)({**scope(), "client": None}) == ClientAddress("", secure=False, local=False)


@pytest.mark.parametrize(
    ("host", "local"),
    [
        ("localhost:8765", True),
        ("LocalHost.", True),
        ("127.0.0.1:8765", True),
        ("[::1]:8765", True),
        ("play.example.org", False),
        ("192.168.1.5:8765", False),
        ("", False),
        ("localhost@play.example.org", False),
    ],
)
def test_a_proxy_on_this_machine_that_says_nothing_of_its_clients_does_not_make_them_local(
    host: str, local: bool
) -> None:
    assert client_at("127.0.0.1", Config(), host=host).local is local


def test_rate_limits_count_ipv4_addresses_and_ipv6_households() -> None:
    groups = [
        client_at(address).group for address in ("2001:db8::1", "2001:db8::ffff:1", "2001:db8:0:1::1", "192.0.2.1")
    ]
    assert groups == ["2001:db8::/64", "2001:db8::/64", "2001:db8:0:1::/64", "192.0.2.1"]
    assert ClientAddress("", secure=False, local=False).group == ""
