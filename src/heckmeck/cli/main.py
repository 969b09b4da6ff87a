"""The command `heckmeck`."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Annotated

import typer
from rich.text import Text

from heckmeck import __version__
from heckmeck.cli.console import err
from heckmeck.foreign_code import format_failure
from heckmeck.games import GameError
from heckmeck.games.entry_points import BrokenPlugin

COMMANDS = (
    "play", "rules", "bots", "simulate", "replay", "review", "odds", "arena", "solve", "train", "serve", "site",
    "export", "verify", "db", "admin",
)  # fmt: skip
"""The commands, each a module of `heckmeck.cli.commands` with a function or a command group of the same name."""

ABOUT = "Reiner Knizia's three Heckmeck games, complete and exact."


def make_app(names: Sequence[str] = COMMANDS) -> typer.Typer:
    """Return the program with some of its commands; modules of the others are not loaded."""
    app = typer.Typer(help=ABOUT, no_args_is_help=True, pretty_exceptions_enable=False, add_completion=False)
    app.callback()(options)
    for name in names:
        command = getattr(import_module(f"heckmeck.cli.commands.{name}"), name)
        if isinstance(command, typer.Typer):
            app.add_typer(command)
        else:
            app.command()(command)
    return app


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"heckmeck {__version__}")
        raise typer.Exit


def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Reiner Knizia's three Heckmeck games, complete and exact."""


def main() -> None:
    """Run a command. Errors are explained in one line, with exit code 2; errors in foreign code with a traceback."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # show a question mark rather than fail
    first = sys.argv[1:2]
    try:
        make_app(first if first and first[0] in COMMANDS else COMMANDS)()
    except BrokenPlugin as error:
        if error.__cause__ is not None:
            err.print(Text(format_failure(error.__cause__)), soft_wrap=True)
        _fail(str(error))
    except GameError as error:
        _fail(str(error))
    except BrokenPipeError:
        # The reader of our output has closed it, as `head` does: discard the rest.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:
        _fail(f"{error.filename or 'A file'}: {error.strerror or error}")


def _fail(message: str) -> None:
    err.print(Text(f"heckmeck: {message}", style="error"), soft_wrap=True)
    sys.exit(2)
