"""The command `heckmeck`."""

from __future__ import annotations

import io
import os
import sys
from typing import Annotated

import typer
from rich.text import Text

from heckmeck import __version__
from heckmeck.cli.arena import arena
from heckmeck.cli.console import err
from heckmeck.cli.db import db
from heckmeck.cli.export import export
from heckmeck.cli.odds import odds
from heckmeck.cli.play import play
from heckmeck.cli.replay import replay
from heckmeck.cli.rules import rules
from heckmeck.cli.serve import serve
from heckmeck.cli.simulate import simulate
from heckmeck.cli.solve import solve
from heckmeck.cli.verify import verify
from heckmeck.games import GameError

app = typer.Typer(
    help="Reiner Knizia's three Heckmeck games, complete and exact.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
)
for command in (play, rules, simulate, replay, odds, arena, solve, serve, export, verify):
    app.command()(command)
app.add_typer(db)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"heckmeck {__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and leave.")
    ] = False,
) -> None:
    """Reiner Knizia's three Heckmeck games, complete and exact."""


def main() -> None:
    """Run a command. What goes wrong is said in one line, with exit code 2."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # better a question mark than a traceback
    try:
        app()
    except GameError as error:
        _fail(str(error))
    except BrokenPipeError:
        # Whoever read our output has gone, as `head` does; what is left has nowhere to go.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:
        _fail(f"{error.filename or 'A file'}: {error.strerror or error}")


def _fail(message: str) -> None:
    err.print(Text(f"heckmeck: {message}", style="error"), soft_wrap=True)
    sys.exit(2)
