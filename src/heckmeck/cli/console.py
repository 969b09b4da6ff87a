"""The terminal: a console for results and one for messages, their colours, and reading what is typed."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence

from rich.console import Console
from rich.text import Text
from rich.theme import Theme

from heckmeck.games import Drawing, Screen
from heckmeck.games.pieces import seat_span

with contextlib.suppress(ImportError):  # enables line editing in `input`; not every Python has it
    import readline  # noqa: F401

THEME = Theme(
    {
        "frame": "#E4572E",
        "active": "#E4572E",
        "sum": "bold",
        "worm": "bold #D8452E",
        "portion": "bold #2B211B on #FFF7DF",
        "portion_worm": "bold #D8452E on #FFF7DF",
        "turned": "#8A8580 on #3B3633",
        "gone": "dim",
        "snail": "bold #C58A2B",
        "die": "bold #2B211B on #FFFFFF",
        "die_worm": "bold #C03420 on #FFFFFF",
        "barbecue_die": "bold #FFFFFF on #1F5F7A",
        "barbecue_die_worm": "bold #FFC9BC on #1F5F7A",
        "kept_die": "bold #2B211B on #E9C46A",
        "kept_die_worm": "bold #9C2412 on #E9C46A",
        "hint": "dim",
        "key": "bold green",
        "error": "bold red",
        "seat0": "bold #4C9BD6",
        "seat1": "bold #E8833A",
        "seat2": "bold #2DB58C",
        "seat3": "bold #B07CC6",
        "seat4": "bold #CFA11F",
        "seat5": "bold #E0558A",
        "seat6": "bold #8FA3AD",
    }
)
"""The style of each role in a drawing, and of our messages. Text with an unknown role is shown plain."""

ASCII_FRAME = str.maketrans("╭╮╰╯─│", "++++-|")
QUIT = ("q", "quit", "exit")


class Leave(KeyboardInterrupt):
    """The person asks to leave the game."""


out = Console(theme=THEME, highlight=False)
err = Console(theme=THEME, highlight=False, stderr=True)


def screen() -> Screen:
    """Return the size of the terminal."""
    return Screen(out.width, out.height)


def styled(drawing: Drawing) -> Text:
    """Return a drawing in colour; where the terminal knows ASCII only, with another frame."""
    lines = [Text.assemble(*line) for line in drawing.lines]
    text = Text("\n").join(lines)
    if out.options.ascii_only:
        text.plain = text.plain.translate(ASCII_FRAME)
    return text


def display_names(names: Sequence[str]) -> list[str]:
    """Return names to show: bots without their prefix, numbered where several have the same name.

    >>> display_names(["Ann", "bot:random", "bot:random"])
    ['Ann', 'random 1', 'random 2']
    """
    shown: list[str] = []
    for seat, name in enumerate(names):
        number = f" {names[: seat + 1].count(name)}" if names.count(name) > 1 else ""
        shown.append(printable(name).removeprefix("bot:") + number)
    return shown


def printable(text: str) -> str:
    """Replace characters that could control the terminal."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def read_line(prompt: str = "> ") -> str:
    """Read a line that a person types. Raises Leave for `q` and at the end of the input."""
    out.file.flush()
    try:
        text = input(prompt).strip()
    except EOFError:
        raise Leave from None
    if text.lower() in QUIT:
        raise Leave
    return text


def listing(names: Sequence[str]) -> str:
    """Return names joined for a sentence.

    >>> listing(["Ann", "Bo", "Cleo"])
    'Ann, Bo and Cleo'
    """
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def seat_text(seat: int, name: str) -> Text:
    """Return a player's name in the colour and with the shape of the seat."""
    return Text(*seat_span(seat, name))
