"""The address of a client and whether it uses TLS, also behind a proxy."""

from __future__ import annotations

import re
from collections.abc import Sequence
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from heckmeck.server.config import Config, Network
from heckmeck.server.net.asgi import Headers, header

Address = IPv4Address | IPv6Address


class ClientAddress(NamedTuple):
    """The other end of a connection."""

    address: str
    """An IP address, or "" for a Unix socket."""
    secure: bool
    """Whether the browser uses TLS."""
    local: bool
    """Whether the client is on this machine and uses one of its names, and is not a proxy."""

    @property
    def group(self) -> str:
        """The key of rate limits: an IPv4 address, or the /64 of an IPv6 household.

        >>> ClientAddress("2001:db8::1:2:3:4", False, False).group
        '2001:db8::/64'
        """
        return self._within(64)

    @property
    def network(self) -> str:
        """The largest network that one attacker may own: an IPv4 address, or an IPv6 /48.

        >>> ClientAddress("2001:db8::1:2:3:4", False, False).network
        '2001:db8::/48'
        """
        return self._within(48)

    def _within(self, bits: int) -> str:
        address = read_address(self.address)
        if isinstance(address, IPv6Address):
            return str(IPv6Network((address, bits), strict=False))
        return self.address


class ClientAddressReader:
    """Reads the client of an ASGI connection. Forwarded headers count only if a trusted proxy sent them."""

    def __init__(self, config: Config) -> None:
        self._proxies = config.proxies
        self._public = urlsplit(config.public_url or "")

    def __call__(self, scope: dict[str, Any]) -> ClientAddress:
        """Return the client of a connection."""
        headers: Sequence[tuple[bytes, bytes]] = scope["headers"]
        client = scope.get("client")
        address = read_address(client[0]) if client else None
        secure = scope.get("scheme") in {"https", "wss"} or self._is_public_tls(headers)
        forwarded = any(name in _FORWARDED for name, _ in headers)
        if address and forwarded and self._trusts(address):
            secure = secure or _last(header(headers, b"x-forwarded-proto")).lower() in {"https", "wss"}
            address = self._client(address, header(headers, b"x-forwarded-for"))
        # A proxy on this machine forwards clients from anywhere, which are not local. Not every proxy identifies
        # itself, but its clients use the name of the site.
        local = address is not None and address.is_loopback and not forwarded and _is_loopback(headers)
        return ClientAddress("" if address is None else str(address), secure, local)

    def _trusts(self, address: Address) -> bool:
        return any(_within(address, network) for network in self._proxies)

    def _client(self, address: Address, chain: str) -> Address:
        """Read X-Forwarded-For from the right, as far as it was written by trusted proxies.

        Everything further left may have been forged by the client.
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


def host_name(host: str) -> str | None:
    """Return the name or address in a Host header, without port and brackets.

    >>> host_name("[::1]:8765")
    '::1'
    """
    found = _HOST.fullmatch(host.lower())
    return found[1].strip("[]").rstrip(".") if found else None


def _is_loopback(headers: Headers) -> bool:
    name = host_name(header(headers, b"host")) or ""
    address = read_address(name)
    return name == "localhost" if address is None else address.is_loopback


_HOST = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9_.-]+)(?::([0-9]{1,5}))?")
_FORWARDED = frozenset({b"x-forwarded-for", b"x-forwarded-proto", b"forwarded", b"via"})


def read_address(text: str) -> Address | None:
    """Read an IP address. An IPv4-mapped IPv6 address becomes IPv4.

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
