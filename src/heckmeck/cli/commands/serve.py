"""`heckmeck serve`: a server for tables with people, bots and programs."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from heckmeck.cli import browser as screen
from heckmeck.cli.console import out

if TYPE_CHECKING:
    from heckmeck.server.config import Config

ANYWHERE = ("0.0.0.0", "::")  # noqa: S104 - compared, not bound
OTHER_PORTS = 20
"""Number of ports tried after the default one, if no port was chosen."""
PATIENCE = 2.0
"""Seconds to wait for an answer from another program, or for the browser."""
FAREWELL = "heckmeck has stopped. All games are saved and can be continued."
NO_PAGES = "The pages are not built yet: run scripts/web and restart the server. Programs can already connect."


def serve(
    host: Annotated[str | None, typer.Option(help="The address to listen on.", show_default="127.0.0.1")] = None,
    port: Annotated[int | None, typer.Option(help="The port.", show_default="8765")] = None,
    database: Annotated[
        str | None,
        typer.Option(help="sqlite:///FILE or postgresql://…", show_default="a file in the data folder"),
    ] = None,
    data: Annotated[
        Path | None, typer.Option(help="The folder for keys and the database.", show_default="the user's own")
    ] = None,
    workers: Annotated[
        int | None, typer.Option(help="Number of server processes; more than one needs PostgreSQL.", show_default="1")
    ] = None,
    public_url: Annotated[
        str | None,
        typer.Option(help="The address that people use, such as https://play.example.org.", show_default=False),
    ] = None,
    lan: Annotated[
        bool | None, typer.Option("--lan", help="Serve the home network, and show a QR code for phones.")
    ] = None,
    bot_pace: Annotated[
        int | None, typer.Option(help="Milliseconds that a bot takes for the first move of a turn.", show_default="900")
    ] = None,
    log_level: Annotated[
        str | None, typer.Option(help="debug, info, warning or error.", show_default="info, warning at a terminal")
    ] = None,
    browser: Annotated[
        bool | None,
        typer.Option(help="Open the game in the browser.", show_default="if there is a screen"),
    ] = None,
) -> None:
    """Host tables for all games, and open the game in the browser.

    Every option except the last can also be set by an environment variable, such as HECKMECK_PORT.
    """
    import msgspec

    from heckmeck.server.config import Config, configure, named_in
    from heckmeck.server.net.lan import url_of
    from heckmeck.server.ops.run import listen, run

    values = {
        "host": host, "port": port, "database": database, "data": data, "workers": workers, "public_url": public_url,
        "lan": lan, "bot_pace": bot_pace, "log_level": log_level,
    }  # fmt: skip
    config = configure(values)
    opens = at_a_screen(config) if browser is None else browser
    usual = url_of(_local_address(config.host), config.port)
    if config == Config() and _serves(usual):
        typer.echo(f"heckmeck is running already, at {usual}")
        if opens:
            screen.open_page(usual).join(PATIENCE)
        return
    chosen = {*named_in(os.environ)} | {name for name, value in values.items() if value is not None}
    if "log_level" not in chosen and sys.stderr.isatty():
        # At a terminal the address matters, not the log of the start-up.
        config = msgspec.structs.replace(config, log_level="warning")
    named = "port" in chosen
    sock = listen(config, 0 if named else OTHER_PORTS)
    bound = sock.getsockname()[1]

    def ready() -> None:
        _announce(config, bound, taken=not named and bound != config.port)
        if opens and _built():
            screen.open_page(url_of(_local_address(config.host), bound))

    try:
        run(config, sock, ready)
    except KeyboardInterrupt:
        typer.echo(f"\n{FAREWELL}" if out.is_terminal else FAREWELL)


def _announce(config: Config, port: int, *, taken: bool) -> None:
    """Print the address of the server and further information."""
    from heckmeck.server.net.lan import addresses, invitation, url_of

    typer.echo(f"heckmeck serves at {config.public_url or url_of(_local_address(config.host), port)} (Ctrl-C ends it)")
    if taken:
        typer.echo(f"Port {config.port} is in use by another program, so port {port} is used this time.")
    if not _built():
        typer.echo(NO_PAGES)
    if config.lan:
        found = addresses() if config.host in ANYWHERE else [config.host]
        typer.echo(invitation(found, port, colour=out.is_terminal))


def _built() -> bool:
    from heckmeck.server.net.built_files import BUILT

    return BUILT.joinpath("index.html").exists()


def at_a_screen(config: Config) -> bool:
    """Return whether this is a private server, started where the user would see a browser."""
    own = config.public_url is None and config.workers == 1 and config.database.startswith("sqlite:")
    return own and screen.is_visible(out.is_terminal)


def _serves(url: str) -> bool:
    """Return whether a heckmeck server answers at this address."""
    from http.client import HTTPException
    from urllib.request import ProxyHandler, build_opener

    try:
        with build_opener(ProxyHandler({})).open(f"{url}api/games", timeout=PATIENCE) as answer:
            return b"bratwurmeck" in answer.read(10_000)
    except (OSError, ValueError, HTTPException):
        return False


def _local_address(host: str) -> str:
    """Return the address by which this machine reaches the server."""
    return "127.0.0.1" if host in ANYWHERE else host
