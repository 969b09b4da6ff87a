"""Running a server: one process, or several on one port."""

from __future__ import annotations

import errno
import multiprocessing
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable
from http.client import HTTPConnection, HTTPException
from ipaddress import ip_address
from multiprocessing.process import BaseProcess

import uvicorn
from uvicorn.supervisors import Multiprocess

from heckmeck.games import BadSetup
from heckmeck.server.app import Application
from heckmeck.server.config import PREFIX, Config, configure
from heckmeck.server.net.asgi import App
from heckmeck.server.net.connection import MAX_HEAD, Connection
from heckmeck.server.net.keys import KeyRing
from heckmeck.server.net.lan import addresses, own_names
from heckmeck.server.net.listening_socket import ListeningSocket
from heckmeck.server.ops import logs
from heckmeck.server.ops.open_files import fit_connections

BACKLOG = 4096
"""Maximum number of connections that wait to be accepted: after a restart all clients reconnect at once."""


def listen(config: Config, others: int = 0) -> socket.socket:
    """Open the port before anything else is started. If it is in use, up to `others` ports after it are tried."""
    family = socket.AF_INET6 if ":" in config.host else socket.AF_INET
    for port in range(config.port, min(config.port + others, 65_535) + 1):
        sock = ListeningSocket(family)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            sock.bind((config.host, port))
            sock.listen(BACKLOG)
        except OSError as error:
            sock.close()
            why = error
            if error.errno != errno.EADDRINUSE:
                break
        else:
            sock.set_inheritable(True)
            return sock
    sentence = f"Port {config.port} cannot be used ({why.strerror or why}): choose another with --port."
    raise BadSetup("no_port", sentence) from None


def run(config: Config, sock: socket.socket, ready: Callable[[], object]) -> None:
    """Serve until stopped. `ready` is called when the server, or the first of several processes, is up."""
    config.make_data()
    if config.rotate_keys:
        KeyRing(config.keys).rotate_if_older()
    logs.configure_logging(config.log_level, sys.stderr)
    config = fit_connections(config)
    call_when_up(sock, ready)
    if config.workers == 1:
        uvicorn.Server(_uvicorn(config, _make_app(config))).run([sock])
        return
    # The workers are new interpreters: they read the options from the environment.
    os.environ.update(to_environment(config))
    Multiprocess(_uvicorn(config, "heckmeck.server.ops.run:from_environment"), [sock]).run()


def call_when_up(sock: socket.socket, ready: Callable[[], object]) -> threading.Thread:
    """Call a function when the server, or the first of several processes, answers its first request."""
    host, port = sock.getsockname()[:2]
    address = ip_address(host)
    if address.is_unspecified:
        host = "127.0.0.1" if address.version == 4 else "::1"

    def wait() -> None:
        # The socket listens already: the request waits in its queue until a process accepts it.
        line = HTTPConnection(host, port)
        try:
            line.request("GET", "/healthz")
            line.getresponse().read()
        except (OSError, HTTPException):
            return  # the server has stopped before it was up
        finally:
            line.close()
        ready()

    waiting = threading.Thread(target=wait, daemon=True)
    waiting.start()
    return waiting


def from_environment() -> App:
    """Return the application of a worker."""
    config = configure({})
    logs.configure_logging(config.log_level, sys.stderr)
    threading.Thread(target=_stop_after, args=(multiprocessing.parent_process(),), daemon=True).start()
    return _make_app(config)


def _stop_after(parent: BaseProcess | None) -> None:
    """Stop when the parent process ends; otherwise an orphaned worker would hold the port forever."""
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)


def to_environment(config: Config) -> dict[str, str]:
    """Return all options as environment variables."""
    values = {name: getattr(config, name) for name in config.__struct_fields__ if getattr(config, name) is not None}
    return {PREFIX + name.upper(): _text(value) for name, value in values.items()}


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ",".join(value) if isinstance(value, tuple) else str(value)


def _make_app(config: Config) -> App:
    # The thread that writes to SQLite needs the interpreter lock often and briefly, and must not wait long for it.
    sys.setswitchinterval(0.0005)
    own = (*own_names(), *addresses()) if config.lan else ()
    return logs.RequestIdMiddleware(Application(config, own))


def _uvicorn(config: Config, app: App | str) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        factory=isinstance(app, str),
        http=Connection,  # type: ignore[arg-type] # uvicorn's annotation leaves out buffered protocols
        h11_max_incomplete_event_size=MAX_HEAD,
        ws="none",  # the application accepts WebSockets itself
        # Not uvloop: with thousands of sockets, version 0.23 sometimes left commands unread forever.
        loop="asyncio",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        workers=config.workers,
        timeout_graceful_shutdown=5,
        backlog=BACKLOG,
    )
