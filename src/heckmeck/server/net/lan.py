"""The home network: the addresses of this machine there, and an invitation with a QR code for phones."""

from __future__ import annotations

import io
import socket
from collections.abc import Callable, Iterable
from ipaddress import IPv4Address, ip_network
from urllib.parse import urlsplit

from heckmeck.server.net.client_address import Address, read_address

_HOMES = tuple(ip_network(text) for text in ("192.168.0.0/16", "10.0.0.0/8", "172.16.0.0/12"))
_ELSEWHERE = ("10.255.255.255", "192.0.2.1")
"""Destinations whose routes reveal our addresses. Nothing is sent there."""

_INK = "\x1b[38;5;231;48;5;16m"
"""Fixed colours: some phones cannot read codes in theme colours or inverted ones."""
_PLAIN = "\x1b[0m"


def addresses(candidates: Iterable[str] | None = None) -> list[str]:
    """Return the IPv4 addresses by which others in the network reach this machine, the most likely first.

    Home networks come first (192.168, 10, 172.16 to 172.31). IPv6 is left out: every phone at home has IPv4, whose
    addresses are easier to type.

    >>> addresses(["127.0.0.1", "fd00::5", "203.0.113.5", "10.1.1.5", "192.168.1.5", "169.254.7.7"])
    ['192.168.1.5', '10.1.1.5', '203.0.113.5']
    """
    texts = _candidates() if candidates is None else candidates
    found = dict.fromkeys(address for text in texts if (address := read_address(text)) and _reachable(address))
    return [str(address) for address in sorted(found, key=_rank)]


def _reachable(address: Address) -> bool:
    nowhere = address.is_loopback or address.is_link_local or address.is_unspecified or address.is_multicast
    return isinstance(address, IPv4Address) and not nowhere


def _rank(address: Address) -> int:
    return next((rank for rank, home in enumerate(_HOMES) if address in home), len(_HOMES))


def _candidates() -> list[str]:
    """Ask the system for the addresses that it would send from, and for those of its name. Works without internet."""
    found = [address for place in _ELSEWHERE if (address := _route(place))]
    try:
        named = socket.getaddrinfo(socket.gethostname(), None, type=socket.SOCK_STREAM)
    except OSError:
        named = []
    return found + [str(entry[4][0]) for entry in named]


def _route(place: str) -> str | None:
    """Return the address from which this machine would send to another. Connecting a datagram socket sends nothing."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect((place, 9))
            return str(probe.getsockname()[0])
    except OSError:
        return None


def own_names(hostname: Callable[[], str] = socket.gethostname) -> list[str]:
    """Return the names of this machine in the home network: the full name, the short name, and the one with `.local`.

    >>> own_names(lambda: "Laptop.fritz.box")
    ['laptop.fritz.box', 'laptop', 'laptop.local']
    """
    name = hostname().lower()
    short = name.partition(".")[0]
    return list(dict.fromkeys(found for found in (name, short, short and f"{short}.local") if found))


def url_of(address: str, port: int) -> str:
    """Return the URL of the server.

    >>> url_of("192.168.1.5", 8765), url_of("fd00::5", 80)
    ('http://192.168.1.5:8765/', 'http://[fd00::5]/')
    """
    host = f"[{address}]" if ":" in address else address
    return f"http://{host}/" if port == 80 else f"http://{host}:{port}/"


def for_others(base: str, found: Callable[[], list[str]] = addresses) -> str:
    """Return a base URL that others can reach, given the one that a browser on this machine used.

    >>> for_others("http://127.0.0.1:8765", lambda: ["192.168.1.5"])
    'http://192.168.1.5:8765'
    >>> for_others("http://laptop.local:8765", lambda: ["192.168.1.5"])
    'http://laptop.local:8765'
    """
    parts = urlsplit(base)
    address = read_address(parts.hostname or "")
    here = parts.hostname == "localhost" or (address is not None and address.is_loopback)
    if not here or not (reachable := found()):
        return base
    return url_of(reachable[0], parts.port or 80).rstrip("/")


def qr_code(text: str, *, colour: bool) -> str:
    """Draw a QR code with half blocks, in fixed colours if the terminal has colours."""
    import segno  # needed only by servers in a home network

    drawn = io.StringIO()
    segno.make(text, error="m", micro=False).terminal(drawn, compact=True)
    lines = drawn.getvalue().splitlines()
    return "\n".join(f"{_INK}{line}{_PLAIN}" for line in lines) if colour else "\n".join(lines)


def invitation(found: list[str], port: int, *, colour: bool) -> str:
    """Return the invitation to show in the terminal; `found` are the addresses of this machine."""
    if not found:
        return f"This machine is not connected to a network. On this machine, the game is at http://localhost:{port}/"
    first, *others = (url_of(address, port) for address in found)
    more = f"If that does not work, try {' or '.join(others)}\n" if others else ""
    return (
        f"{qr_code(first, colour=colour)}\n"
        f"The game is at {first}\n"
        "Scan the code with the camera of a phone in the same Wi-Fi, or type the address into its browser.\n"
        f"{more}"
    )
