"""The terminal: a console for results and one for messages, their colours, and reading what is typed."""

from __future__ import annotations

import contextlib
import os
import select
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import Future, wait
from typing import Any

from rich.console import Console
from rich.text import Text
from rich.theme import Theme

from heckmeck.games import Drawing, Screen
from heckmeck.games.pieces import SHAPES, seat_span

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
        "good": "bold green",
        "risky": "bold #B8741A",
        "poor": "bold red",
        "seat0": "bold #4C9BD6",
        "seat1": "bold #E8833A",
        "seat2": "bold #2DB58C",
        "seat3": "bold #B07CC6",
        "seat4": "bold #CFA11F",
        "seat5": "bold #E0558A",
        "seat6": "bold #8FA3AD",
    }
)
"""The style of each role in a drawing, and of messages. Text with an unknown role is shown plain."""

BEST = "★"
"""Marks the best choice."""
ASCII_DRAWING = str.maketrans(f"╭╮╰╯─│≋·▒▶{SHAPES}", "++++-|=.#>ABCDEFG")
"""Replacements for terminals with only ASCII. The shapes of the seats become letters."""
ASCII_SIGNS = str.maketrans({BEST: "*", "±": "+-"})
COERCED = ("C.UTF-8", "C.utf8", "UTF-8")
"""The value to which Python sets LC_CTYPE if the locale is C (PEP 538)."""
POLL = 0.05
"""Seconds between two checks for an answer or for input."""
QUIT = ("q", "quit", "exit")


class Leave(KeyboardInterrupt):
    """Raised when a person wants to leave the game."""


def is_ascii_locale(environ: Mapping[str, str] = os.environ) -> bool:
    """Return whether the locale, C or POSIX, says that the terminal has only ASCII characters.

    Python writes UTF-8 there anyway. False if no locale is set at all, or if Python's own settings name an encoding.

    >>> is_ascii_locale({"LANG": "C"}), is_ascii_locale({"LANG": "C", "LC_ALL": "de_DE.UTF-8"}), is_ascii_locale({})
    (True, False, False)
    """
    if environ.get("PYTHONIOENCODING") or environ.get("PYTHONUTF8") == "1":
        return False
    names = [environ.get(name, "") for name in ("LC_ALL", "LC_CTYPE", "LANG")]
    return next((name for name in names if name and name not in COERCED), "") in ("C", "POSIX")


class Terminal(Console):
    """A console that draws with ASCII if the locale requires it."""

    @property
    def encoding(self) -> str:
        """The encoding that decides how frames are drawn."""
        return "ascii" if self.is_terminal and is_ascii_locale() else super().encoding


out = Terminal(theme=THEME, highlight=False)
err = Terminal(theme=THEME, highlight=False, stderr=True)


def can_clear() -> bool:
    """Return whether the screen can be cleared."""
    return out.is_terminal and not out.is_dumb_terminal


def screen() -> Screen:
    """Return the size of the terminal."""
    return Screen(out.width, out.height)


def styled(drawing: Drawing) -> Text:
    """Return a drawing in colour, with replacements if the terminal has only ASCII."""
    lines = [Text.assemble(*line) for line in drawing.lines]
    return _drawn(Text("\n").join(lines))


def _drawn(text: Text) -> Text:
    if out.options.ascii_only:
        text.plain = text.plain.translate(ASCII_DRAWING)
    return text


def sign(text: str) -> str:
    """Return text with signs that the terminal can display."""
    return text.translate(ASCII_SIGNS) if out.options.ascii_only else text


def display_names(names: Sequence[str]) -> list[str]:
    """Return names to display: bots without their prefix, numbered if several have the same name.

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
    """Read a line from the keyboard. Raises Leave for `q` and at the end of the input."""
    out.file.flush()
    try:
        text = input(prompt).strip()
    except EOFError:
        raise Leave from None
    if text.lower() in QUIT:
        raise Leave
    return text


def line_comes_before(answer: Future[Any]) -> bool:
    """Wait for an answer of the program; return True as soon as a line is typed before it arrives."""
    if os.name != "posix" or not sys.stdin.isatty():
        wait([answer])
    while not answer.done():
        if select.select([sys.stdin], [], [], POLL)[0]:
            return True
    return False


def listing(names: Sequence[str]) -> str:
    """Return names joined for a sentence.

    >>> listing(["Ann", "Bo", "Cleo"])
    'Ann, Bo and Cleo'
    """
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def seat_text(seat: int, name: str) -> Text:
    """Return a player's name in the colour and with the shape of the seat, or its letter."""
    return _drawn(Text(*seat_span(seat, name)))
