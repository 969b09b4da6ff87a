"""Firefox; also over plain HTTP, as in a home network, and where it may not store anything."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from helpers.browser import Served, serving
from helpers.engines.engine import Engine, Start, started
from helpers.engines.firefox import Firefox
from helpers.engines.offline_scenarios import OfflineInEveryEngine
from helpers.engines.scenarios import EveryEngine
from helpers.engines.table_page import GAMES, introduce, make_a_move, open_table, play_now
from helpers.static_site import StaticSite

HOST = "heckmeck.test"
BLOCKED = 2
"""Firefox's number for a browser that accepts no cookies and no storage."""


@pytest.fixture(scope="module")
def start() -> Start:
    return Firefox


class TestFirefox(EveryEngine):
    """The tests for every engine."""


class TestOffline(OfflineInEveryEngine):
    """The tests without a server."""


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """A Firefox for which a name other than localhost leads to this machine, so that pages are not secure."""
    folder = tmp_path_factory.mktemp("elsewhere")
    with started(lambda folder: Firefox(folder, network__dns__localDomains=HOST), folder) as found:
        yield found


@pytest.fixture(scope="module")
def insecure(client: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("insecure") / "data", public_host=HOST) as found:
        yield found


def test_over_plain_http_a_link_can_be_copied_and_a_game_be_played(elsewhere: Engine, insecure: Served) -> None:
    url = f"http://{HOST}:{insecure.port}"
    open_table(elsewhere, url)
    assert elsewhere.run("return [isSecureContext, 'clipboard' in navigator]") == [False, False]
    elsewhere.click("button", "Copy the link")
    elsewhere.find("button", "Copied")
    play_now(elsewhere, url, GAMES[0])
    for _ in range(4):
        make_a_move(elsewhere)
    assert elsewhere.complaints() == []


@pytest.fixture
def forgetful(tmp_path: Path) -> Iterator[Engine]:
    with started(lambda folder: Firefox(folder, network__cookie__cookieBehavior=BLOCKED), tmp_path / "forgetful") as it:
        yield it


def test_without_a_storage_the_page_says_what_it_can(forgetful: Engine, server: Served) -> None:
    forgetful.goto(f"{server.url}/")
    forgetful.until("try { localStorage; return false } catch { return true }")
    forgetful.find("button", f"Play now: {GAMES[0]}")
    forgetful.click("button", "Settings")
    forgetful.find("dialog", "Settings")
    forgetful.goto(f"{server.url}/learn/bratwurmeck")
    forgetful.find("button", "Next")


def test_without_a_storage_nothing_is_played_that_would_be_lost(forgetful: Engine, site: StaticSite) -> None:
    forgetful.goto(f"{site.url}/")
    forgetful.click("button", f"Play now: {GAMES[0]}")
    introduce(forgetful)
    forgetful.sees("does not let the game store anything")
    forgetful.find("button", "Try again")
