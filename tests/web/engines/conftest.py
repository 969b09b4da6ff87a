"""Engines other than Chromium: if one is missing its tests are skipped, but never in continuous integration."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from helpers import programs
from helpers.engines.engine import Engine, Start, started

TITLES = {"test_firefox": "firefox", "test_webkit": "webkit"}
"""What the tests of a module need, by its name in `helpers.programs`."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if os.environ.get("CI") == "true" or item.path.stem not in TITLES:
            continue
        title, find = programs.FINDERS[TITLES[item.path.stem]]
        if not find():
            item.add_marker(pytest.mark.skip(reason=f"{title} is not here: scripts/test gets it where it can."))


@pytest.fixture(scope="module")
def engine(start: Start, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    folder: Path = tmp_path_factory.mktemp("engine")
    with started(start, folder) as found:
        yield found
