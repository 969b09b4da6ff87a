"""Arguments and options that several commands share, and their parsers."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from heckmeck.games import GAMES, BadSetup
from heckmeck.games.setup import show

GAME_NAMES = f"{', '.join(GAMES)}, or a game that another package adds"
OWN_BOT = "or your own class: FILE.py:CLASS or MODULE:CLASS"
"""Follows the names of bots in a help text."""
GameName = Annotated[str, typer.Argument(help=f"One of {GAME_NAMES}.", metavar="GAME", show_default=False)]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        "-o",
        metavar="NAME=VALUE",
        help="An option of the game, such as lower_portion=next; the value may be JSON, or @FILE with JSON in it. "
        "May be given several times.",
    ),
]


def parse_options(texts: Sequence[str] | None) -> dict[str, object]:
    """Read the options of a game.

    >>> parse_options(["lower_portion=next", "portions=21-28", "returned_highest_turns=true"])
    {'lower_portion': 'next', 'portions': [21, 28], 'returned_highest_turns': True}
    """
    options: dict[str, object] = {}
    for text in texts or ():
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise BadSetup("bad_option", f"{show(text)} is not an option: write NAME=VALUE.")
        if name in ("seats", "first"):
            raise BadSetup("bad_option", f"{name} is set by --{name}, not by --option.")
        options[name] = _value(value)
    return options


def _value(text: str) -> object:
    lowest, dash, highest = text.partition("-")
    if dash and lowest.isdecimal() and highest.isdecimal() and len(text) < 10:
        return [int(lowest), int(highest)]
    if text.startswith("@"):
        return _json(Path(text[1:]).read_bytes(), text[1:])
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        return text


def _json(content: bytes, name: str) -> object:
    try:
        return msgspec.json.decode(content)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadSetup("bad_option", f"{name} is not JSON: {error}.") from None


def bot_name(text: str) -> str:
    """Return the name of a bot in canonical form, without the prefix that it has in lists of players.

    >>> bot_name("bot:greedy"), bot_name("./my_bot.py:MyBot")
    ('greedy', 'my_bot.py:MyBot')
    """
    from heckmeck.bots import canonical_name  # not every command needs bots

    return canonical_name(text.removeprefix("bot:"))


def split_names(text: str) -> list[str]:
    """Split a comma-separated list."""
    return [name.strip() for name in text.split(",")]
