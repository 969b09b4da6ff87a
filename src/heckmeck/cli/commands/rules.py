"""`heckmeck rules`: the rules of a game."""

from __future__ import annotations

import re
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.markdown import Markdown

from heckmeck.cli.console import out
from heckmeck.cli.options import GameName
from heckmeck.games import get

INSTALLED = Path(__file__).parents[1] / "rules"
IN_CHECKOUT = Path(__file__).parents[4] / "docs" / "rules"


class Language(StrEnum):
    """The languages that the rules are written in."""

    EN = "en"
    DE = "de"
    RO = "ro"


def rules(
    game: GameName,
    language: Annotated[Language, typer.Option("--language", "-l", help="English, German or Romanian.")] = Language.EN,
) -> None:
    """Show the rules of a game, with their numbers."""
    chosen = get(game)
    pages = ["roll-and-keep", chosen.name] if "RK" in chosen.rules else [chosen.name]
    for page in pages:
        # Links lead nowhere in a terminal.
        out.print(Markdown(re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", page_text(page, language))))


def page_text(page: str, language: str = Language.EN) -> str:
    """Return a page of the rules as it was written."""
    folder = INSTALLED if INSTALLED.is_dir() else IN_CHECKOUT
    if language != Language.EN:
        folder /= language
    return (folder / f"{page}.md").read_text("utf-8")
