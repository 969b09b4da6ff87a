"""The configuration of a server: from the environment and the command line, checked before anything starts."""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Collection, Mapping
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
from platformdirs import user_data_path

from heckmeck.bad_json import explain
from heckmeck.games import BadSetup
from heckmeck.games.setup import show

LEVELS = ("debug", "info", "warning", "error")
Network = IPv4Network | IPv6Network

PREFIX = "HECKMECK_"
"""The option `public_url` is `HECKMECK_PUBLIC_URL` in the environment."""

FLAGS = frozenset({"host", "port", "database", "data", "workers", "public_url", "lan", "bot_pace", "log_level"})
"""The options that are also on the command line."""

_RANGES = {
    "port": (0, 65_535),
    "workers": (1, 64),
    "bot_pace": (0, 60_000),
    "bot_processes": (1, 64),
    "archive_after": (0, 36_500),
    "max_tables": (1, 10**9),
    "max_sockets": (1, 10**7),
    "max_sockets_per_address": (1, 10**7),
    "max_plain_connections": (1, 10**7),
    "max_plain_connections_per_address": (1, 10**7),
    "max_frame": (512, 2**20),
}
_YES = {"1": True, "true": True, "yes": True, "on": True, "0": False, "false": False, "no": False, "off": False}


class Config(msgspec.Struct, frozen=True, kw_only=True):
    """The options of a server. They are checked on creation.

    >>> Config(port=9000).port
    9000
    >>> Config(public_url="https://Play.Example.org/").public_url
    'https://play.example.org'
    """

    host: str = "127.0.0.1"
    """The address to listen on."""
    port: int = 8765
    """0 lets the system choose a port."""
    data: Path = msgspec.field(default_factory=lambda: user_data_path("heckmeck"))
    """The folder for the keys and, by default, the database."""
    database: str = ""
    """A file, `sqlite:///FILE` or `postgresql://…`. If empty, a file in the data folder."""
    workers: int = 1
    public_url: str | None = None
    """The URL of this server, such as `https://play.example.org`: scheme, host and port only."""
    lan: bool = False
    """Whether to serve the home network as well."""
    bot_pace: int = 900
    """Time of a bot for the first move of a turn in milliseconds, so that people can follow. Later moves take less."""
    bot_processes: int = 1
    rotate_keys: bool = True
    """Whether to rotate the keys. Switch it off if several machines have copies of one file."""
    trusted_proxies: tuple[str, ...] = ()
    """Addresses or networks whose X-Forwarded-For and X-Forwarded-Proto headers are trusted."""
    archive_after: int = 7
    """Days after which finished games are moved to the archive; 0 or `never` for never."""
    limit_local: bool = False
    """Whether the rate limits also apply to this machine itself."""
    log_level: str = "info"
    max_tables: int = 100_000
    max_sockets: int = 20_000
    """Maximum number of sockets and streams of one process."""
    max_sockets_per_address: int = 100
    max_plain_connections: int = 4000
    """Maximum number of connections of one process for pages and requests, besides sockets and streams."""
    max_plain_connections_per_address: int = 200
    max_frame: int = 8192
    """Maximum number of bytes of a WebSocket message from a client."""

    def __post_init__(self) -> None:
        for name, (lowest, highest) in _RANGES.items():
            if not lowest <= getattr(self, name) <= highest:
                raise _bad(name, f"must be from {lowest} to {highest}, not {show(getattr(self, name))}")
        if self.log_level not in LEVELS:
            raise _bad("log_level", f"must be one of {', '.join(LEVELS)}, not {show(self.log_level)}")
        _check_host(self.host)
        for proxy in self.trusted_proxies:
            _network(proxy)
        changes = {"public_url": self.public_url and _public_url(self.public_url), "database": self._database()}
        for name, value in changes.items():
            msgspec.structs.force_setattr(self, name, value)
        if self.lan and (self.host == "localhost" or ip_address(self.host).is_loopback):
            raise _bad("lan", f"serves the home network, but {self.host} can only be reached from this machine")
        if self.workers > 1 and self.database.startswith("sqlite:"):
            raise _bad("workers", "can be more than one only with PostgreSQL: name a database with postgresql://")

    def _database(self) -> str:
        if "://" not in self.database:
            file = Path(self.database).expanduser() if self.database else self.data / "heckmeck.db"
            return f"sqlite:///{file.absolute().as_posix()}"
        if not self.database.startswith(("sqlite:///", "postgresql://", "postgres://")):
            # The value is not shown, because it may contain a password.
            raise _bad("database", "must be a file, or begin with postgresql:// or sqlite:///")
        return self.database

    @property
    def proxies(self) -> tuple[Network, ...]:
        """The trusted proxies as networks."""
        return tuple(map(_network, self.trusted_proxies))

    @property
    def keys(self) -> Path:
        """The file with the keys that sign the cookies of guests."""
        return self.data / "keys.json"

    def make_data(self) -> None:
        """Create the data folder, private to its owner. An existing folder is not changed."""
        self.data.mkdir(mode=0o700, parents=True, exist_ok=True)


def configure(values: Mapping[str, object], environ: Mapping[str, str] = os.environ) -> Config:
    """Return the options from the command line (None: not given), then the environment, then the defaults.

    >>> configure({"port": 9000, "lan": None}, {"HECKMECK_PORT": "8000", "HECKMECK_LAN": "yes"}).host
    '0.0.0.0'
    """
    known = {field.name: field for field in msgspec.structs.fields(Config)}
    named = named_in(environ)
    for name in sorted(set(named) - set(known)):
        _check_unknown(name, known)
    chosen: dict[str, Any] = {
        name: _read(name, known[name].type, text) for name, text in named.items() if name in known
    }
    chosen |= {name: value for name, value in values.items() if value is not None}
    if chosen.get("lan"):
        chosen.setdefault("host", "0.0.0.0")  # noqa: S104 - that is what was asked for
    try:
        return msgspec.convert(chosen, Config)
    except msgspec.ValidationError as error:
        raise BadSetup("bad_option", f"An option cannot be used: {explain(error)}") from None


def named_in(environ: Mapping[str, str]) -> dict[str, str]:
    """Return the options that are set in the environment, by name.

    If a service is called heckmeck, Kubernetes sets HECKMECK_PORT to its address: that is not our option.

    >>> named_in({"HECKMECK_LAN": "yes", "HECKMECK_PORT": "tcp://10.0.0.1:8765"})
    {'lan': 'yes'}
    """
    named = {key.removeprefix(PREFIX).lower(): text for key, text in environ.items() if key.startswith(PREFIX) and text}
    if named.get("port", "").startswith(("tcp://", "udp://", "sctp://")):
        del named["port"]
    return named


def _check_unknown(name: str, known: Collection[str]) -> None:
    """Refuse a name that looks like a misspelt option. Other programs may use the prefix, too."""
    if near := difflib.get_close_matches(name, known, 1, 0.7):
        option, meant = PREFIX + name.upper(), PREFIX + near[0].upper()
        raise BadSetup("unknown_option", f"There is no option {option}. Did you mean {meant}?")


def _read(name: str, kind: object, text: str) -> object:
    """Convert a value from the environment to the type of the option."""
    text = text.strip()
    if kind is bool:
        if text.lower() not in _YES:
            raise _bad(name, f"must be yes or no, not {show(text)}")
        return _YES[text.lower()]
    if name == "archive_after" and text.lower() == "never":
        return 0
    if kind is int:
        digits = text.removeprefix("-")
        if not (digits.isascii() and digits.isdecimal() and len(digits) <= 12):
            raise _bad(name, f"must be a number, not {show(text)}")
        return int(text)
    if name == "trusted_proxies":
        return tuple(part.strip() for part in text.split(",") if part.strip())
    return Path(text).expanduser() if kind is Path else text


def _check_host(host: str) -> None:
    if host == "localhost":
        return
    try:
        ip_address(host)
    except ValueError:
        raise _bad("host", f"must be an address such as 127.0.0.1, 0.0.0.0 or ::, not {show(host)}") from None


def _network(text: str) -> Network:
    try:
        return ip_network(text)
    except ValueError:
        raise _bad("trusted_proxies", f"must be addresses such as 10.0.0.1 or 10.0.0.0/8, not {show(text)}") from None


def _public_url(text: str) -> str:
    """Return scheme, host and port, in lower case and without the default port."""
    try:
        url = urlsplit(text)
        host, port = url.hostname, url.port
    except ValueError:
        host, port = None, None
    if not host or url.scheme not in {"http", "https"} or url.username is not None:
        raise _bad("public_url", f"must look like https://play.example.org, not like {show(text)}")
    if url.path not in {"", "/"} or url.query or url.fragment:
        raise _bad("public_url", "must not have a path such as /heckmeck: the server needs its own host")
    host = f"[{host}]" if ":" in host else _ascii_host(host)
    if not host:
        raise _bad("public_url", f"has no host that a browser could find: {show(text)}")
    default = port in {None, 80 if url.scheme == "http" else 443}
    return f"{url.scheme}://{host}" if default else f"{url.scheme}://{host}:{port}"


def _ascii_host(host: str) -> str | None:
    """Return a host name as browsers send it, `xn--…` for other alphabets; None if it is invalid."""
    try:
        written = host.encode("idna").decode()
    except UnicodeError:
        return None
    return written if re.fullmatch(r"[a-z0-9_.-]+", written) else None


def _bad(name: str, sentence: str) -> BadSetup:
    variable = PREFIX + name.upper()
    option = f"--{name.replace('_', '-')} ({variable})" if name in FLAGS else variable
    return BadSetup(f"bad_{name}", f"{option} {sentence}.")
