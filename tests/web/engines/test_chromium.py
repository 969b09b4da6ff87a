"""Chromium, with a profile like the other engines: what is stored on a device stays from page to page."""

import pytest

from helpers.engines.chromium import Chromium
from helpers.engines.engine import Start
from helpers.engines.offline_scenarios import OfflineInEveryEngine


@pytest.fixture(scope="module")
def start() -> Start:
    return Chromium


class TestOffline(OfflineInEveryEngine):
    """The tests for every engine."""
