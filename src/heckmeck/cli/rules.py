"""`heckmeck rules`: the rules of a game."""

from __future__ import annotations

import re
from pathlib import Path

from rich.markdown import Markdown

from heckmeck.cli.console import out
from heckmeck.cli.options import GameName
from heckmeck.games import get

INSTALLED = Path(__file__).parent / "rules"
IN_CHECKOUT = Path(__file__).parents[3] / "docs" / "rules"


def rules(game: GameName) -> None:
    """Show the rules of a game, with their numbers."""
    chosen = get(game)
    pages = ["roll-and-keep", chosen.name] if "RK" in chosen.rules else [chosen.name]
    for page in pages:
        # Links lead nowhere in a terminal.
        out.print(Markdown(re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", page_text(page))))


def page_text(page: str) -> str:
    """Return a page of the rules as it was written."""
    folder = INSTALLED if INSTALLED.is_dir() else IN_CHECKOUT
    return (folder / f"{page}.md").read_text("utf-8")
