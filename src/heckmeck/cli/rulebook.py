"""The rules pages: where they are, and single rules by their numbers."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from heckmeck.games import AnyGame

INSTALLED = Path(__file__).parent / "rules"
IN_CHECKOUT = Path(__file__).parents[3] / "docs" / "rules"
ENGLISH = "en"

_LINK = re.compile(r"\[([^]]*)\]\([^)]*\)")
_RULE = re.compile(r"^- \*\*([A-Z]+-[\d.]+)\*\* (.*(?:\n  .*)*)", re.MULTILINE)
_SOURCE = re.compile(r"\*Source:.*", re.DOTALL)


def has_page(game: AnyGame, language: str = ENGLISH) -> bool:
    """Return whether there is a rules page for the game; one from another package may have none."""
    return _path(game.name, language).exists()


def pages(game: AnyGame, language: str = ENGLISH) -> list[str]:
    """Return the rules of a game as Markdown, page by page, without links, which do not work in a terminal."""
    names = ["roll-and-keep", game.name] if "RK" in game.rules else [game.name]
    return [_LINK.sub(r"\1", _path(name, language).read_text("utf-8")) for name in names]


@cache
def rules_by_number(game: AnyGame) -> dict[str, str]:
    """Return the rules of a game as plain text, by number and without their sources.

    >>> from heckmeck.games import get
    >>> rules_by_number(get("bratwurmeck"))["RK-1"]
    'Every turn opens with all 8 dice in one roll.'
    """
    if not has_page(game):
        return {}
    found = (match for page in pages(game) for match in _RULE.finditer(page))
    return {match[1]: " ".join(_SOURCE.sub("", match[2]).replace("*", "").replace("`", "").split()) for match in found}


def _path(page: str, language: str) -> Path:
    folder = INSTALLED if INSTALLED.is_dir() else IN_CHECKOUT
    return (folder if language == ENGLISH else folder / language) / f"{page}.md"
