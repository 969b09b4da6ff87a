"""The other end of a connection: its address and whether it came by TLS, also when a proxy stands between."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from heckmeck.server.ops.config import Config, Network

Address = IPv4Address | IPv6Address
Headers = Iterable[tuple[bytes, bytes]]


class Peer(NamedTuple):
    """Who is at the other end."""

    address: str
    """An address, or "" if there is none, as for a unix socket."""
    secure: bool
    """Whether it came by TLS, as far as the browser is concerned."""
    local: bool
    """Whether it is this machine itself, and no proxy on it."""

    @property
    def group(self) -> str:
        """What credits are counted by: an IPv4 address, or the /64 that one IPv6 household has.

        >>> Peer("2001:db8::1:2:3:4", False, False).group
        '2001:db8::/64'
        """
        return self._within(64)

    @property
    def network(self) -> str:
        """All that somebody may have at once: an IPv4 address, or a /48 of IPv6.

        >>> Peer("2001:db8::1:2:3:4", False, False).network
        '2001:db8::/48'
        """
        return self._within(48)

    def _within(self, bits: int) -> str:
        address = read_address(self.address)
        if isinstance(address, IPv6Address):
            return str(IPv6Network((address, bits), strict=False))
        return self.address


class PeerFinder:
    """Works out who is at the other end. Forwarded headers count only if a trusted proxy sent them."""

    def __init__(self, config: Config) -> None:
        self._proxies = config.proxies
        self._public = urlsplit(config.public_url or "")

    def __call__(self, scope: dict[str, Any]) -> Peer:
        """Look at an ASGI connection."""
        headers: Sequence[tuple[bytes, bytes]] = scope["headers"]
        client = scope.get("client")
        address = read_address(client[0]) if client else None
        secure = scope.get("scheme") in {"https", "wss"} or self._is_public_tls(headers)
        forwarded = any(name in _FORWARDED for name, _ in headers)
        if address and forwarded and self._trusts(address):
            secure = secure or _last(header(headers, b"x-forwarded-proto")).lower() in {"https", "wss"}
            address = self._client(address, header(headers, b"x-forwarded-for"))
        # A proxy on this machine serves the whole world: its guests are not "this machine".
        local = address is not None and address.is_loopback and not forwarded
        return Peer("" if address is None else str(address), secure, local)

    def _trusts(self, address: Address) -> bool:
        return any(_within(address, network) for network in self._proxies)

    def _client(self, address: Address, chain: str) -> Address:
        """Go through X-Forwarded-For from the right, as long as trusted proxies wrote it.

        What stands further left is whatever the client liked to send.
        """
        for text in reversed(chain.split(",")):
            if not self._trusts(address):
                break
            before = read_address(text.strip())
            if before is None:
                break
            address = before
        return address

    def _is_public_tls(self, headers: Headers) -> bool:
        return self._public.scheme == "https" and header(headers, b"host").lower() == self._public.netloc


_FORWARDED = frozenset({b"x-forwarded-for", b"x-forwarded-proto", b"forwarded", b"via"})


def header(headers: Headers, name: bytes) -> str:
    """Return the value of a header, "" without one. Several are joined: cookies by semicolons, others by commas."""
    between = "; " if name == b"cookie" else ","
    return between.join(value.decode("latin-1") for key, value in headers if key == name)


def read_address(text: str) -> Address | None:
    """Read an address; IPv4 written as IPv6 is IPv4.

    >>> read_address("::ffff:192.0.2.1")
    IPv4Address('192.0.2.1')
    """
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def _within(address: Address, network: Network) -> bool:
    return address.version == network.version and address in network


def _last(values: str) -> str:
    return values.rpartition(",")[2].strip()
