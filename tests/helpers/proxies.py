"""nginx, Caddy and HAProxy before a server, with the configurations in `deploy/`."""

from __future__ import annotations

import getpass
import os
import signal
import socket
import ssl
import subprocess
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest
from websockets.asyncio.client import connect

from helpers import programs
from helpers.wire import Address

DEPLOY = Path(__file__).parents[2] / "deploy"
NAME = "play.example.org"
"""The name of the site in all configurations."""
ENVIRONMENT = {"HECKMECK_PUBLIC_URL": f"https://{NAME}", "HECKMECK_TRUSTED_PROXIES": "127.0.0.1"}
"""What the configurations require of the server."""
SECONDS = 20.0
"""Maximum time for a start on a busy machine."""

REQUEST_SECONDS = 3
"""Time for a request to arrive, where a configuration limits it to 10 seconds."""


class Certificate(NamedTuple):
    """A certificate that is valid only for tests."""

    certificate: Path
    key: Path
    both: Path

    @classmethod
    def new(cls, folder: Path) -> Certificate:
        made = cls(folder / "certificate.pem", folder / "key.pem", folder / "both.pem")
        subprocess.run(
            [program("openssl"), "req", "-x509", "-nodes", "-days", "2",
             "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
             "-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}",
             "-keyout", made.key, "-out", made.certificate],
            check=True, capture_output=True,
        )  # fmt: skip
        made.both.write_bytes(made.certificate.read_bytes() + made.key.read_bytes())
        return made

    def trusted(self, *, http2: bool = False) -> ssl.SSLContext:
        """Return what a client needs that trusts this certificate alone."""
        context = ssl.create_default_context(cafile=self.certificate)
        if http2:
            context.set_alpn_protocols(["h2", "http/1.1"])
        return context


class Ports(NamedTuple):
    """The ports of a proxy."""

    http: int
    https: int


class Setup(NamedTuple):
    """What a test replaces in a configuration and adds to it."""

    folder: Path
    ports: Ports
    servers: tuple[int, ...]
    """The ports of the processes behind the proxy."""
    certificate: Certificate


Arguments = tuple[str, ...]
"""The arguments of the program for the configuration that was written."""


def nginx(setup: Setup) -> Arguments:
    """The shipped file belongs into the http block; the rest is for a user who may not write to /var."""
    line = "    server 127.0.0.1:8765 max_fails=0;\n"
    site = replaced(
        "nginx.conf",
        {
            line: "".join(line.replace("8765", str(port)) for port in setup.servers),
            "listen 80;": f"listen 127.0.0.1:{setup.ports.http};",
            "listen [::]:80;": f"listen 127.0.0.2:{setup.ports.http};",
            "listen 443 ssl;": f"listen 127.0.0.1:{setup.ports.https} ssl;",
            "listen [::]:443 ssl;": f"listen 127.0.0.2:{setup.ports.https} ssl;",
            f"/etc/letsencrypt/live/{NAME}/fullchain.pem": str(setup.certificate.certificate),
            f"/etc/letsencrypt/live/{NAME}/privkey.pem": str(setup.certificate.key),
            "_timeout 10s;": f"_timeout {REQUEST_SECONDS}s;",
        },
    )
    folder = setup.folder
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    temporary = "".join(f"    {kind}_temp_path {folder / kind};\n" for kind in kinds)
    (folder / "site.conf").write_text(site)
    (folder / "nginx.conf").write_text(
        f"user {getpass.getuser()};\npid {folder / 'pid'};\nevents {{}}\nhttp {{\n    access_log off;\n{temporary}"
        f"    include {folder / 'site.conf'};\n}}\n"
    )
    return ("-p", str(folder), "-c", str(folder / "nginx.conf"), "-e", "stderr", "-g", "daemon off;")


def caddy(setup: Setup) -> Arguments:
    """The ports are global options, of which the shipped file has some, too."""
    options = {"admin": "off", "default_bind": "127.0.0.1", "skip_install_trust": ""}
    options |= {"http_port": str(setup.ports.http), "https_port": str(setup.ports.https)}
    site = replaced(
        "Caddyfile",
        {
            "\n{\n": "\n{\n" + "".join(f"\t{name} {value}\n" for name, value in options.items()),
            f"\n{NAME} {{\n": f"\n{NAME} {{\n\ttls {setup.certificate.certificate} {setup.certificate.key}\n",
            "127.0.0.1:8765": " ".join(f"127.0.0.1:{port}" for port in setup.servers),
            "read_header 10s": f"read_header {REQUEST_SECONDS}s",
            "read_body 10s": f"read_body {REQUEST_SECONDS}s",
        },
    )
    file = setup.folder / "Caddyfile"
    file.write_text(site)
    return ("run", "--config", str(file), "--adapter", "caddyfile")


def haproxy(setup: Setup) -> Arguments:
    """The shipped file has everything but the global section."""
    line = "    server one 127.0.0.1:8765\n"
    site = replaced(
        "haproxy.cfg",
        {
            line: "".join(line.replace("one", f"at{port}").replace("8765", str(port)) for port in setup.servers),
            "bind :80\n": f"bind 127.0.0.1:{setup.ports.http}\n",
            "bind :::80 v6only\n": f"bind 127.0.0.2:{setup.ports.http}\n",
            "bind :443 ": f"bind 127.0.0.1:{setup.ports.https} ",
            "bind :::443 v6only ": f"bind 127.0.0.2:{setup.ports.https} ",
            f"/etc/haproxy/certs/{NAME}.pem": str(setup.certificate.both),
            "timeout http-request 10s": f"timeout http-request {REQUEST_SECONDS}s",
        },
    )
    file = setup.folder / "haproxy.cfg"
    file.write_text(f"global\n    log stderr format raw local0\n\n{site}")
    return ("-db", "-f", str(file))


def replaced(name: str, by: Mapping[str, str]) -> str:
    """Return a configuration in `deploy/` with other names, ports and paths; each of them must be in it."""
    text = (DEPLOY / name).read_text()
    for old, new in by.items():
        assert old in text, f"{old!r} is not in {name}"
        text = text.replace(old, new)
    return text


SETUPS: dict[str, Callable[[Setup], Arguments]] = {"nginx": nginx, "caddy": caddy, "haproxy": haproxy}


class Proxy:
    """A proxy with TLS before one or several processes of a server."""

    def __init__(self, name: str, folder: Path, certificate: Certificate, *servers: int) -> None:
        self.name = name
        self._program = program(name)
        self._write = SETUPS[name]
        self._folder = folder
        self.certificate = certificate
        self._servers = servers
        self._process: subprocess.Popen[bytes] | None = None
        self.trusted = certificate.trusted()
        self.ports = Ports(0, 0)

    def start(self) -> None:
        """Start it, and wait until it answers; again on the same ports if it was killed."""
        for _ in range(5):
            ports = self.ports if self.ports.https else free_ports()
            if self._starts(ports):
                self.ports = ports
                return
        raise AssertionError(self.log())

    def _starts(self, ports: Ports) -> bool:
        """Return whether it runs on these ports, which another program may have taken in the meantime."""
        arguments = self._write(Setup(self._folder, ports, self._servers, self.certificate))
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [self._program, *arguments], stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=self._folder,
                env={**os.environ, "HOME": str(self._folder)}, start_new_session=True,
            )  # fmt: skip
        deadline = time.monotonic() + SECONDS
        while self._process.poll() is None and time.monotonic() < deadline:
            if self._answers(ports):
                return True
            time.sleep(0.02)
        self.kill()
        return False

    def _answers(self, ports: Ports) -> bool:
        try:
            with raw_line(ports.https, self.trusted, "127.0.0.1") as line:
                line.sendall(f"GET /healthz HTTP/1.1\r\nHost: {NAME}\r\nConnection: close\r\n\r\n".encode())
                return line.recv(100).startswith(b"HTTP/1.1 200 ")
        except OSError:
            return False

    def kill(self) -> None:
        """End it, its children included, and break all connections."""
        if self._process is not None:
            with suppress(ProcessLookupError):  # it has ended by itself
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait(SECONDS)
            self._process = None

    def log(self) -> str:
        return (self._folder / "log").read_text()

    def visitor(self) -> Visitor:
        """Return the address of the site for a client on another machine than all others."""
        number = next(_numbers)
        return Visitor(self, f"127.1.{number // 250}.{number % 250 + 1}")


_numbers = count()


class Visitor(Address):
    """The site behind a proxy, as a client with its own address sees it: every 127.x.x.x is this machine."""

    def __init__(self, proxy: Proxy, address: str) -> None:
        super().__init__(proxy.ports.https)
        self.proxy = proxy
        self.address = address

    @property
    def url(self) -> str:
        return f"https://127.0.0.1:{self.port}"

    def http(self, timeout: float = 20, **options: Any) -> httpx.AsyncClient:
        headers = {"host": NAME, **options.pop("headers", {})}
        transport = httpx.AsyncHTTPTransport(verify=self.proxy.trusted, local_address=self.address)
        hooks: dict[str, Any] = {"request": [_name_the_site]}
        return super().http(timeout, transport=transport, headers=headers, event_hooks=hooks, **options)

    def websocket(self, path: str, headers: dict[str, str], **options: Any) -> connect:
        uri = f"wss://{NAME}{path}"
        where: dict[str, Any] = {"host": "127.0.0.1", "port": self.port, "local_addr": (self.address, 0)}
        options = {**where, "ssl": self.proxy.trusted, "proxy": None, **options}
        return connect(uri, additional_headers=headers, compression=None, **options)

    def line(self, trusted: ssl.SSLContext | None = None) -> ssl.SSLSocket:
        """Connect without sending anything."""
        return raw_line(self.port, trusted or self.proxy.trusted, self.address)


async def _name_the_site(request: httpx.Request) -> None:
    request.extensions["sni_hostname"] = NAME


def raw_line(port: int, trusted: ssl.SSLContext, address: str) -> ssl.SSLSocket:
    """Connect to a port from an address, with TLS."""
    plain = socket.create_connection(("127.0.0.1", port), timeout=SECONDS, source_address=(address, 0))
    try:
        return trusted.wrap_socket(plain, server_hostname=NAME)
    except OSError:
        plain.close()
        raise


def free_ports() -> Ports:
    """Return two ports that were free a moment ago."""
    with socket.socket() as one, socket.socket() as other:
        for sock in (one, other):
            sock.bind(("127.0.0.1", 0))
        return Ports(one.getsockname()[1], other.getsockname()[1])


def program(name: str) -> Path:
    """Return one of the programs for tests of proxies; skip the test if there is none, but never in CI."""
    title, find = programs.FINDERS[name]
    found = find()
    if found is None:
        text = f"There is no {title} here: scripts/test gets it as root."
        if os.environ.get("CI") == "true":
            pytest.fail(text)
        pytest.skip(text)
    return found.path
