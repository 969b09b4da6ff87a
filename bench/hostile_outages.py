"""Measure how soon a browser continues after an outage: connections that go silent, break, are slow, or race.

A move is made while the network is bad. The measurement begins when it is good again, and ends when the page shows
the result of the move, which is made once; the page is not reloaded.
"""

from __future__ import annotations

import argparse
import asyncio
import time
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, sync_playwright
from rich.table import Table as Grid

from helpers.bad_network import BadNetwork, Weather, bad_network
from helpers.browser import Visitor, launch, serving
from helpers.pages import FACE, ROLL, open_table

KINDS: tuple[Weather, ...] = ("silent", "cut", "overtaken")
LOST = "[role=status]:has-text('Connection lost')"
WENT_ON = "kept => document.querySelector('[data-choice]') && document.querySelector('.rail').innerText !== kept"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments."""
    parser.add_argument("--outages", type=int, default=5, help="outages of each kind")


async def measure(args: argparse.Namespace, folder: Path, grid: Grid) -> None:
    """Measure outages of each kind."""
    found = await asyncio.to_thread(_measure, folder, args.outages)
    for kind, seconds in found.items():
        grid.add_row(f"{kind}: back after", f"{median(seconds):.2f} s", f"at most {max(seconds):.2f} s")


def _measure(folder: Path, outages: int) -> dict[str, list[float]]:
    found: dict[str, list[float]] = {}
    with serving(folder / "data") as server, bad_network(server.port) as network, sync_playwright() as playwright:
        browser = launch(playwright)
        for kind in KINDS:
            found[kind] = [_outage(browser, network, kind) for _ in range(outages)]
        browser.close()
    return found


def _outage(browser: Browser, network: BadNetwork, kind: Weather) -> float:
    visitor = Visitor(browser, network.url, reduced_motion="reduce")
    page = visitor.page
    code = open_table(visitor, {"game": "bratwurmeck", "seats": 2}, bots=["greedy"], start=True)
    page.goto(f"/t/{code}")
    page.locator(FACE).first.click()
    kept = page.locator(".rail").inner_text()
    page.evaluate("globalThis.same = true")
    network.be(kind)
    page.locator(ROLL).click()
    if kind != "overtaken":
        page.locator(LOST).wait_for()
        network.be("good")
    since = time.perf_counter()
    page.wait_for_function(WENT_ON, arg=kept)
    seconds = time.perf_counter() - since
    assert page.evaluate("globalThis.same"), "the page was loaded again"
    visitor.context.close()
    return seconds
