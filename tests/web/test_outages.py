"""Bad networks of phones: the game continues automatically, nothing is lost or done twice, the page stays."""

from __future__ import annotations

import json
from collections.abc import Iterator
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, Page

from helpers.bad_network import BadNetwork, Weather, bad_network
from helpers.browser import Served, Visitor, serving
from helpers.pages import FACE, ROLL, open_table

LOST = "[role=status]:has-text('Connection lost')"
AGAIN = "[role=status]:has-text('Connected again')"
NEXT = "before => document.querySelector('[data-choice]') && document.querySelector('.rail').innerText !== before"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("outages") / "data") as server:
        yield server


@pytest.fixture
def network(server: Served) -> Iterator[BadNetwork]:
    with bad_network(server.port) as network:
        yield network


def seated(browser: Browser, network: BadNetwork) -> Visitor:
    """Sit at a table with a bot, with dice to choose from."""
    visitor = Visitor(browser, network.url, reduced_motion="reduce")
    code = open_table(visitor, {"game": "bratwurmeck", "seats": 2}, bots=["greedy"], start=True)
    visitor.page.goto(f"/t/{code}")
    visitor.page.locator(FACE).first.wait_for()
    visitor.page.evaluate("globalThis.same = true")
    return visitor


def roll(page: Page) -> str:
    """Choose dice and roll; return the dice that were kept before."""
    page.locator(FACE).first.click()
    kept: str = page.locator(".rail").inner_text()
    page.locator(ROLL).click()
    return kept


def went_on(page: Page, kept: str, server: Served) -> None:
    """Wait until the roll has been answered; it was made once, and by the same page."""
    page.wait_for_function(NEXT, arg=kept)
    code = page.url.rpartition("/")[2]
    with urlopen(f"{server.url}/api/tables/{code}/log?before=1000000") as reply:
        entries = json.load(reply)["entries"]
    mine = [entry for entry in entries if entry["what"] == "moved" and not entry.get("by_bot")]
    assert len(mine) == 1
    assert page.evaluate("globalThis.same"), "the page was loaded anew"


@pytest.mark.parametrize("weather", ["silent", "cut", "overtaken"])
def test_a_move_in_an_outage_is_made_once_when_it_is_over(
    browser: Browser, server: Served, network: BadNetwork, weather: Weather
) -> None:
    visitor = seated(browser, network)
    network.be(weather)
    kept = roll(visitor.page)
    if weather != "overtaken":
        visitor.page.locator(LOST).wait_for()
        network.be("good")
    went_on(visitor.page, kept, server)
    visitor.context.close()


def test_with_seconds_of_delay_one_can_still_connect_and_play(
    browser: Browser, server: Served, network: BadNetwork
) -> None:
    visitor = seated(browser, network)
    network.be("cut")
    visitor.page.locator(LOST).wait_for()
    network.be("slow")
    went_on(visitor.page, roll(visitor.page), server)
    visitor.context.close()


def test_a_page_that_slept_notices_that_its_connection_is_dead(
    browser: Browser, server: Served, network: BadNetwork
) -> None:
    visitor = seated(browser, network)
    network.be("silent")
    network.be("good")
    visitor.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    visitor.page.locator(AGAIN).wait_for()
    went_on(visitor.page, roll(visitor.page), server)
    visitor.context.close()
