"""The rules need nothing but Python, so that their folder can be used on its own."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import heckmeck.games

FOLDER = Path(heckmeck.games.__path__[0])
MODULES = sorted(FOLDER.rglob("*.py"))


def imported(path: Path) -> Iterator[str]:
    """Yield the name of every module that a file imports, wherever in it."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            yield node.module or ""


@pytest.mark.parametrize("path", MODULES, ids=[str(path.relative_to(FOLDER)) for path in MODULES])
def test_a_module_of_the_rules_imports_the_standard_library_and_other_rules(path: Path) -> None:
    others = {name for name in imported(path) if name.partition(".")[0] not in sys.stdlib_module_names}
    assert {name for name in others if name != "heckmeck.games" and not name.startswith("heckmeck.games.")} == set()


def test_the_games_are_played_where_no_other_package_can_be_imported() -> None:
    code = f"""
import sys
sys.path.insert(0, {str(FOLDER.parents[1])!r})
from random import Random
from heckmeck.games import CHANCE, GAMES
for name in ("numpy", "msgspec"):
    try:
        __import__(name)
    except ImportError:
        continue
    raise AssertionError(name)
for game in GAMES.values():
    state, source = game.start(game.setup(seats=2)), Random(1)
    while (actor := game.to_act(state)) is not None:
        action = game.sample(state, source) if actor is CHANCE else source.choice(game.legal_moves(state))
        state = game.apply(state, action).state
    print(game.name, game.outcome(state).reason)
"""
    # Without site-packages (-S), and without what the environment adds (-I).
    done = subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert [line.split()[0] for line in done.stdout.splitlines()] == ["bratwurmeck", "barbecue", "karteneck"]
