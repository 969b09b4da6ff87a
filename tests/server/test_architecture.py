"""Rules about the server's own code that the import contracts in pyproject.toml cannot express."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import heckmeck.server
from heckmeck.games import GAMES

ROOT = Path(heckmeck.server.__file__).parent
MODULES = sorted(ROOT.rglob("*.py"))
NAMES = re.compile("|".join(GAMES), re.IGNORECASE)
WAITING = {"asyncio", "concurrent", "multiprocessing", "select", "socket", "sqlite3", "subprocess", "threading"}
"""Parts of the standard library that a table must not need either."""


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def docstrings(tree: ast.AST) -> set[ast.AST]:
    """Strings that are statements: docstrings of modules, classes, functions and attributes."""
    return {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}


def imported(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield str(node.module)


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_no_game_is_named(path: Path) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    free = docstrings(tree)
    constants = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and node not in free]
    strings = [value for value in constants if isinstance(value, str)]
    identifiers = [node.id for node in ast.walk(tree) if isinstance(node, ast.Name)]
    assert [each for each in strings + identifiers if NAMES.search(each)] == []


@pytest.mark.parametrize("path", sorted((ROOT / "table").glob("*.py")), ids=name_of)
def test_a_table_needs_only_games_msgspec_and_the_standard_library(path: Path) -> None:
    allowed = {"msgspec"} | (set(sys.stdlib_module_names) - WAITING)
    for module in imported(ast.parse(path.read_text("utf-8"))):
        ours = module.startswith(("heckmeck.games", "heckmeck.server.table"))
        assert ours or module.partition(".")[0] in allowed, module
