"""WebKit, the engine of Safari and of every browser on an iPhone."""

import pytest

from helpers.engines.engine import Start
from helpers.engines.offline_scenarios import OfflineInEveryEngine
from helpers.engines.scenarios import EveryEngine
from helpers.engines.webkit import WebKit


@pytest.fixture(scope="module")
def start() -> Start:
    return WebKit


class TestWebKit(EveryEngine):
    """The tests for every engine."""


class TestOffline(OfflineInEveryEngine):
    """The tests without a server."""
