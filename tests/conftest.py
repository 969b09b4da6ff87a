"""Settings for all tests."""

import signal
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import settings

from helpers.postgres import Cluster, find

# Started in the background of a shell, the tests ignore Ctrl-C, and so would the programs that they interrupt.
signal.signal(signal.SIGINT, signal.default_int_handler)

# The same examples every time: a test fails only if something is broken, never by chance.
settings.register_profile("heckmeck", deadline=None, max_examples=100, derandomize=True, database=None)
settings.load_profile("heckmeck")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write the golden playthroughs and pictures anew")


STARTERS = {
    "helpers.archive", "helpers.browser", "helpers.crash", "helpers.eavesdropper", "helpers.engines.firefox",
    "helpers.engines.webkit", "helpers.http_clients", "helpers.in_process_server", "helpers.pages", "helpers.postgres",
    "helpers.postgres_pair", "helpers.proxies", "helpers.recorded_exchange", "helpers.stage", "helpers.store_writer",
    "helpers.wire",
}  # fmt: skip
"""Helpers with which a test starts a server, a browser or a cluster."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests of modules that start something as slow."""
    for item in items:
        if isinstance(item, pytest.Function) and (_starts_something(item.module) or _uses_a_cluster(item)):
            item.add_marker("slow")


def _starts_something(module: ModuleType) -> bool:
    return any(getattr(value, "__module__", None) in STARTERS for value in vars(module).values())


def _uses_a_cluster(item: pytest.Function) -> bool:
    return "postgres" in item.fixturenames or "postgresql" in item.name


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """A running cluster. A test that kills it starts it again."""
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
