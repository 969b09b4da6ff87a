"""The terminal: one console for results, one for messages, and how seats look."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence

from rich.console import Console
from rich.text import Text
from rich.theme import Theme

with contextlib.suppress(ImportError):  # for the keys that edit what is typed; not everywhere there is one
    import readline  # noqa: F401

THEME = Theme(
    {
        "worm": "bold #D8452E",
        "portion": "bold #2B211B on #FFF7DF",
        "turned": "#8A8580 on #3B3633",
        "gone": "dim",
        "ember": "#E4572E",
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
SHAPES = "●▲■◆★✚⬢"

LEAVING = ("q", "quit", "exit")


class Leave(KeyboardInterrupt):
    """The person wants to leave the game, and says so politely."""


out = Console(theme=THEME, highlight=False)
err = Console(theme=THEME, highlight=False, stderr=True)


def display_names(names: Sequence[str]) -> list[str]:
    """Return names to show: bots without their prefix, numbered where several are of a kind.

    >>> display_names(["Ann", "bot:random", "bot:random"])
    ['Ann', 'random 1', 'random 2']
    """
    shown: list[str] = []
    for seat, name in enumerate(names):
        number = f" {names[: seat + 1].count(name)}" if names.count(name) > 1 else ""
        shown.append(printable(name).removeprefix("bot:") + number)
    return shown


def printable(text: str) -> str:
    """Return text that cannot do anything to a terminal but show up in it."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def read_line(prompt: str = "> ") -> str:
    """Read what a person types. Raises Leave for a `q`, or where nothing more will come."""
    out.file.flush()
    try:
        text = input(prompt).strip()
    except EOFError:
        raise Leave from None
    if text.lower() in LEAVING:
        raise Leave
    return text


def listing(names: Sequence[str]) -> str:
    """Return names in a sentence.

    >>> listing(["Ann", "Bo", "Cleo"])
    'Ann, Bo and Cleo'
    """
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def seat_text(seat: int, name: str) -> Text:
    """Return a player's name in the colour and with the shape of the seat."""
    return Text(f"{SHAPES[seat]} {name}", style=f"seat{seat}")
