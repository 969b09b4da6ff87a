"""Run the server on another network engine: `bench/serve_engine.py ENGINE serve --data FOLDER --port 0`.

It prints the address of the server and, where they have their own, the port of the WebSockets.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import os
import socket
import sys
from pathlib import Path
from typing import Any

import uvicorn

sys.path.insert(0, str(Path(__file__).parents[1]))
from bench.plain_asgi import make_app

from heckmeck.server.app import Application
from heckmeck.server.config import Config, configure
from heckmeck.server.net.asgi import App
from heckmeck.server.net.connection import Connection
from heckmeck.server.net.keys import KeyRing
from heckmeck.server.ops import logs
from heckmeck.server.ops.open_files import fit_connections
from heckmeck.server.ops.run import BACKLOG, listen, to_environment


def announce(port: int, sockets: int | None = None) -> None:
    """Print the ports."""
    print(f"http://127.0.0.1:{port}/", f"sockets at :{sockets}/" if sockets else "", flush=True)


def uvicorn_alone(config: Config) -> None:
    """Serve by uvicorn's own protocols."""
    sock = listen(config)
    announce(sock.getsockname()[1])
    uvicorn.Server(_uvicorn(config, make_app(config), ws="websockets-sansio", http="h11")).run([sock])


def granian(config: Config) -> None:
    """Serve by granian: a process that only supervises, and one worker."""
    from granian import Granian
    from granian.constants import Interfaces, Loops
    from granian.log import LogLevels

    # granian opens its port with SO_REUSEPORT, so this socket, which does not listen, keeps the port for it.
    sock = socket.socket()
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    sock.bind((config.host, config.port))
    port = sock.getsockname()[1]
    announce(port)
    os.environ.update(to_environment(config))
    connections = config.max_sockets + config.max_plain_connections
    multiprocessing.set_start_method("spawn")  # as the server starts its own workers; a fork would share memory
    Granian(
        "bench.plain_asgi:from_environment", config.host, port, factory=True, interface=Interfaces.ASGI, workers=1,
        loop=Loops.asyncio, backlog=BACKLOG, backpressure=connections, log_level=LogLevels.warning,
    ).serve()  # fmt: skip


def picows(config: Config) -> None:
    """Serve WebSockets by picows on a second port, and everything else as usual."""
    from bench.plain_picows import serve_sockets

    app = Application(config)
    sock = listen(config)

    async def serve() -> None:
        sockets = await serve_sockets(app.service, config)
        announce(sock.getsockname()[1], sockets.sockets[0].getsockname()[1])
        await uvicorn.Server(_uvicorn(config, logs.RequestIdMiddleware(app), ws="none", http=Connection)).serve([sock])

    asyncio.run(serve())


def _uvicorn(config: Config, app: App, **protocols: Any) -> uvicorn.Config:
    """Return the usual configuration but for the protocols."""
    return uvicorn.Config(
        app, **protocols, ws_max_size=config.max_frame, ws_per_message_deflate=False, loop="asyncio", lifespan="on",
        log_config=None, access_log=False, server_header=False, proxy_headers=False, timeout_graceful_shutdown=5,
        backlog=BACKLOG,
    )  # fmt: skip


ENGINES = {"uvicorn": uvicorn_alone, "granian": granian, "picows": picows}


def main() -> None:
    """Serve until stopped."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine", choices=ENGINES)
    parser.add_argument("command", choices=["serve"])
    parser.add_argument("--data", type=Path)
    parser.add_argument("--port", type=int)
    parser.add_argument("--log-level")
    options = vars(parser.parse_args())
    engine = ENGINES[options.pop("engine")]
    del options["command"]
    config = configure(options)
    config.make_data()
    KeyRing(config.keys).rotate_if_older()
    logs.configure_logging(config.log_level, sys.stderr)
    sys.setswitchinterval(0.0005)
    engine(fit_connections(config))


if __name__ == "__main__":
    main()
