"""`heckmeck rules`: the rules of a game."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer
from rich.markdown import Markdown

from heckmeck.cli.console import out
from heckmeck.cli.options import GameName
from heckmeck.cli.rulebook import has_page, pages
from heckmeck.games import BadSetup, get


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
    if not has_page(chosen, language):
        raise BadSetup("no_rules", f"There is no rules page for {chosen.title}; its own package may have one.")
    for page in pages(chosen, language):
        out.print(Markdown(page))
