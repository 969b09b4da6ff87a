"""A fourth game from a separate package, installed beside heckmeck only for these tests."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from heckmeck.games import AnyGame, get, registry

collect_ignore = ["src"]

PACKAGE = Path(__file__).parent


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the package as pip installs it."""
    folder = tmp_path_factory.mktemp("fourth_game")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    offline = ["--no-deps", "--no-index", "--no-build-isolation"]
    subprocess.run([*pip, *offline, "--target", folder, PACKAGE], check=True)
    return folder


@pytest.fixture
def installed(site: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The package can be imported here and in every process that is started from here."""
    monkeypatch.setenv("PYTHONPATH", str(site), prepend=":")
    monkeypatch.syspath_prepend(site)
    registry.forget_installed()
    yield site
    registry.forget_installed()


@pytest.fixture
def pig(installed: Path) -> AnyGame:
    """The game, found by its name."""
    return get("pig")
