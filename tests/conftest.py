"""Settings for all tests."""

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from helpers.postgres import Cluster, find

# Started in the background of a shell, the tests ignore Ctrl-C, and so would the programs that they interrupt.
signal.signal(signal.SIGINT, signal.default_int_handler)

# The same examples every time: a test that fails has been broken, not unlucky.
settings.register_profile("heckmeck", deadline=None, max_examples=100, derandomize=True, database=None)
settings.load_profile("heckmeck")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write the golden playthroughs and pictures anew")


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """A running cluster; whoever kills it starts it again."""
    cluster = Cluster(find())
    try:
        cluster.start()
        yield cluster
    finally:
        cluster.remove()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tables.db'}"
    cluster: Cluster = request.getfixturevalue("postgres")
    return cluster.new_database()
