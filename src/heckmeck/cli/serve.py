"""`heckmeck serve`: a server for tables with friends and bots."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from heckmeck.cli.console import out

ANYWHERE = ("0.0.0.0", "::")  # noqa: S104 - compared, not bound


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
        int | None, typer.Option(help="How many processes serve the port; several need PostgreSQL.", show_default="1")
    ] = None,
    public_url: Annotated[
        str | None, typer.Option(help="Where people find it, such as https://play.example.org.", show_default=False)
    ] = None,
    lan: Annotated[
        bool | None, typer.Option("--lan", help="Serve the home network, and show a QR code for phones.")
    ] = None,
    bot_pace: Annotated[
        int | None, typer.Option(help="Milliseconds that a bot takes for a decision.", show_default="900")
    ] = None,
    log_level: Annotated[str | None, typer.Option(help="debug, info, warning or error.", show_default="info")] = None,
) -> None:
    """Host tables of all three games. Every option can also be an environment variable, as in HECKMECK_PORT."""
    from heckmeck.server.config import configure
    from heckmeck.server.lan import addresses, invitation, url_of
    from heckmeck.server.run import listen, run

    values = {
        "host": host, "port": port, "database": database, "data": data, "workers": workers, "public_url": public_url,
        "lan": lan, "bot_pace": bot_pace, "log_level": log_level,
    }  # fmt: skip
    config = configure(values)
    sock = listen(config)
    bound = sock.getsockname()[1]
    typer.echo(f"heckmeck serves at {config.public_url or url_of(_near(config.host), bound)} (Ctrl-C ends it)")
    if config.lan:
        found = addresses() if config.host in ANYWHERE else [config.host]
        typer.echo(invitation(found, bound, colour=out.is_terminal))
    run(config, sock)


def _near(host: str) -> str:
    """Return where this machine itself finds the server."""
    return "127.0.0.1" if host in ANYWHERE else host
