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
from heckmeck.games import BadSetup, get

INSTALLED = Path(__file__).parents[1] / "rules"
IN_CHECKOUT = Path(__file__).parents[4] / "docs" / "rules"
LINK = re.compile(r"\[([^]]*)\]\([^)]*\)")


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
    if not page_path(chosen.name, language).exists():
        raise BadSetup("no_rules", f"There is no rules page for {chosen.title} here; its own package may have one.")
    for page in pages:
        text = page_path(page, language).read_text("utf-8")
        out.print(Markdown(LINK.sub(r"\1", text)))  # links lead nowhere in a terminal


def page_path(page: str, language: Language) -> Path:
    """Return the path of a page of the rules, which need not exist."""
    folder = INSTALLED if INSTALLED.is_dir() else IN_CHECKOUT
    return (folder if language == Language.EN else folder / language) / f"{page}.md"
