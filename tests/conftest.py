"""Collects which rules the tests cite, for the meta-test."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

CITED = pytest.StashKey[set[tuple[str, str]]]()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    config.stash[CITED] = {
        (number, side)
        for item in items
        for mark in item.iter_markers("rule")
        for number, *rest in [mark.args]
        for side in rest or ["states"]
    }


@pytest.fixture(scope="session")
def cited(request: pytest.FixtureRequest) -> set[tuple[str, str]]:
    """The rules cited by the collected tests, each with "may", "may not" or "states"."""
    return request.config.stash[CITED]
