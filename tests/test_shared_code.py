"""Code shared by all games asks the game: it neither imports the code of one game nor names one."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import heckmeck
from heckmeck.games import GAMES

ROOT = Path(heckmeck.__file__).parent
SHARED = ("solve", "bots", "play")
BUILTIN = ROOT / "bots" / "builtin.py"
"""The list of our bots, which has to name them."""


def shared_modules() -> list[Path]:
    """Return the modules that belong to no single game."""
    paths = [path for room in SHARED for path in sorted((ROOT / room).rglob("*.py"))]
    return [path for path in paths if path != BUILTIN and GAMES.keys().isdisjoint(path.parts)]


def docstrings(tree: ast.AST) -> set[int]:
    """Return string constants that are statements: docstrings of modules, classes, functions and names."""
    return {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}


def names_of_games(tree: ast.AST) -> Iterator[str]:
    """Yield the imports and the string constants that name a game."""
    documented = docstrings(tree)
    for node in ast.walk(tree):
        texts: list[str] = []
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documented:
            texts = [node.value]
        elif isinstance(node, ast.ImportFrom):
            texts = [node.module or "", *(alias.name for alias in node.names)]
        elif isinstance(node, ast.Import):
            texts = [alias.name for alias in node.names]
        yield from (text for text in texts if any(name in text.lower() for name in GAMES))


@pytest.mark.parametrize("path", shared_modules(), ids=lambda path: str(path.relative_to(ROOT)))
def test_no_game_is_named(path: Path) -> None:
    assert list(names_of_games(ast.parse(path.read_text("utf-8")))) == []


def test_names_would_be_found() -> None:
    assert len(shared_modules()) > 25
    tree = ast.parse('"""Bratwurmeck."""\nfrom heckmeck.games import karteneck\nx = "barbecue"\n"""Barbecue."""\n')
    assert sorted(names_of_games(tree)) == ["barbecue", "karteneck"]
