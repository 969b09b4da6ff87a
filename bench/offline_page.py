"""The offline mode in a page: from the press on "Play" to the first roll, in Chromium on a slow processor."""

from __future__ import annotations

import os
import signal
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

from helpers.browser import PHONE, Visitor, launch
from helpers.pages import CHOICE, waits_for_me
from helpers.static_site import served, write_site

PLAY = "Play now: Heckmeck am Bratwurmeck"
PERIOD = 0.02
"""Seconds in which a slowed process runs once and waits once."""
LOOK = 0.25
"""Seconds between two looks for new processes."""
PATIENCE = 120_000
"""Milliseconds for anything to happen."""


class Visit(NamedTuple):
    """Seconds of one visit: from the request for the page to "Play now", and from the press to the first roll."""

    page: float
    roll: float


def visits(runs: int, slowdown: float) -> Iterator[tuple[Visit, Visit]]:
    """Yield what a first visit took and one after it, in a new browser each time; the network is this machine's."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        write_site(Path(folder))
        with served(Path(folder)) as site:
            for _ in range(runs):
                browser = launch(playwright)
                context = Visitor(browser, f"{site.url}/", viewport=PHONE, service_workers="allow").context
                context.set_default_timeout(PATIENCE)
                with slowed(_process(browser), slowdown):
                    found = _visit(context.new_page()), _visit(context.new_page())
                browser.close()
                yield found


def _visit(page: Page) -> Visit:
    """Play from the start page until the first roll is on the screen."""
    began = time.perf_counter()
    page.goto("./")
    button = page.get_by_role("button", name=PLAY)
    button.wait_for()
    shown = pressed = time.perf_counter()
    button.click()
    name = page.get_by_label("Your name")
    name.or_(page.locator(CHOICE)).first.wait_for()
    if name.is_visible():  # asked for at the first visit
        name.fill("Ann")
        pressed = time.perf_counter()
        page.get_by_role("button", name="Let’s play").click()
    assert waits_for_me(page)
    rolled = time.perf_counter()
    page.close()
    return Visit(shown - began, rolled - pressed)


def _process(browser: Browser) -> int:
    """Return the number of a browser's main process."""
    session = browser.new_browser_cdp_session()
    found = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    return next(int(each["id"]) for each in found if each["type"] == "browser")


@contextmanager
def slowed(browser: int, slowdown: float) -> Iterator[None]:
    """Let the processes of a browser's pages run for a part of the time. Its own brake does not slow down workers."""
    over = threading.Event()
    thread = threading.Thread(target=_brake, args=(browser, slowdown, over))
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def _brake(browser: int, slowdown: float, over: threading.Event) -> None:
    looked, processes = 0.0, list[int]()
    while not over.wait(PERIOD / slowdown):
        if time.perf_counter() - looked > LOOK:
            looked, processes = time.perf_counter(), _pages_of(browser)
        for sign, seconds in ((signal.SIGSTOP, PERIOD - PERIOD / slowdown), (signal.SIGCONT, 0.0)):
            for process in processes:
                with suppress(ProcessLookupError):
                    os.kill(process, sign)
            time.sleep(seconds)


def _pages_of(browser: int) -> list[int]:
    """Return the numbers of the processes that run pages and their workers."""
    parents, pages = {}, []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            parents[int(folder.name)] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            if b"--type=renderer" in (folder / "cmdline").read_bytes():
                pages.append(int(folder.name))
    return [page for page in pages if browser in _ancestors(page, parents)]


def _ancestors(process: int, parents: dict[int, int]) -> Iterator[int]:
    while process in parents:
        process = parents[process]
        yield process
