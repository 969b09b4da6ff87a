"""`import heckmeck`: everything that users need, and nothing heavy."""

import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pytest

import heckmeck
import heckmeck.games

SRC = Path(heckmeck.__file__).parents[1]


def run(program: str) -> str:
    """Run a program in a fresh interpreter; return what it prints."""
    environment = {**os.environ, "PYTHONPATH": str(SRC)}
    return subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
    ).stdout


def test_every_name_is_there_and_listed() -> None:
    assert len(heckmeck.__all__) == len(set(heckmeck.__all__))
    for name in heckmeck.__all__:
        assert getattr(heckmeck, name) is not None
    assert {name for name in dir(heckmeck) if not name.startswith("__")} == {*heckmeck.__all__} - {"__version__"}
    assert {"__doc__", "__version__"} <= set(dir(heckmeck))
    assert set(heckmeck._ON_DEMAND) <= set(heckmeck.__all__)


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'chess'"):
        heckmeck.chess  # noqa: B018


def test_an_import_loads_nothing_heavy() -> None:
    loaded = run("import sys, heckmeck; print(*sys.modules)").split()
    assert "heckmeck.games" in loaded
    assert {"numpy", "msgspec", "heckmeck.bots", "heckmeck.play", "importlib.metadata"}.isdisjoint(loaded)


def test_an_import_is_quick() -> None:
    """It is measured in processor time, and the best of several runs counts: other programs may be running."""
    program = "from time import process_time as now; start = now(); import heckmeck; print(now() - start)"
    assert min(float(run(program)) for _ in range(5)) < 0.15


def test_the_games_are_played_without_numpy_and_msgspec() -> None:
    program = """
import sys
sys.modules["numpy"] = sys.modules["msgspec"] = None
from random import Random
import heckmeck
for game in heckmeck.all_games().values():
    state, source = game.start(game.setup(seats=2)), Random(1)
    for _ in range(200):
        actor = game.to_act(state)
        if actor is None:
            break
        action = game.sample(state, source) if actor is heckmeck.CHANCE else source.choice(game.legal_moves(state))
        state = game.apply(state, action).state
    assert heckmeck.from_position(game.position(state)) == state
    print(game.name, str(state).count("\\n"))
"""
    assert [line.split()[0] for line in run(program).splitlines()][:3] == [*heckmeck.GAMES]


@pytest.mark.parametrize(
    "package",
    [
        "heckmeck.games",
        *[module.name for module in walk_packages(heckmeck.games.__path__, "heckmeck.games.") if module.ispkg],
    ],
)
def test_every_package_of_games_says_what_is_public(package: str) -> None:
    module = import_module(package)
    assert module.__all__ == sorted(module.__all__, key=lambda name: (not name.isupper(), not name[0].isupper(), name))
    for name in module.__all__:
        assert hasattr(module, name)
