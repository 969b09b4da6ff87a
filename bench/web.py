"""How fast the pages are for a player: on loopback, in Chromium, with its processor slowed down four times.

  first load   from the request for the start page to a "Play now" that is on the screen and can be pressed, nothing
               cached: every run has a new profile
  tap          from a finger on "Roll" until the first frame in which dice move has been handed over for painting
  result       the same for the first frame in which dice tumble that show what was rolled: in between, the command has
               been to the server and is synced to its disk
  to paint     from the same tap to the next frame on the screen, as the browser itself tells it (Event Timing): a
               check on the two above

All are measured inside the page, by the browser's own clock. The server is a process of its own that this starts and
stops, with bots that do not wait.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median, quantiles

from playwright.sync_api import Browser, Page, sync_playwright
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from helpers.browser import PHONE, Visitor, launch, serving  # the tests do it in the same way

GOALS: dict[str, int | None] = {"first load": 2000, "tap": 100, "result": None, "to paint": None}
"""Milliseconds."""

WATCH_LOAD = """
    const look = () => {
        if (!document.querySelector('li .button.main:not(:disabled)')) return requestAnimationFrame(look);
        // The frame after the next one: by then it has been painted.
        requestAnimationFrame(() => requestAnimationFrame(() => (globalThis.usable = performance.now())));
    };
    look();
"""
# `animationstart` would come a frame late, and for a shake that the answer has ended by then not at all: so the
# animations themselves are asked for in every frame. The most urgent task there is runs when that frame is done, before
# the page turns to an answer that has come meanwhile.
WATCH_TAPS = """
    const note = (what) => (globalThis.tap[what] ??= performance.now() - globalThis.tap.at);
    const look = () => {
        const moving = document.getAnimations().map((each) => each.animationName);
        const shown = moving.some((name) => /tumble/.test(name));
        const moved = shown || moving.some((name) => /shake/.test(name));
        scheduler.postTask(() => { moved && note('moved'); shown && note('shown'); }, { priority: 'user-blocking' });
        if (!shown) requestAnimationFrame(look);
    };
    addEventListener('pointerdown', (event) => {
        if (!event.target.closest('[data-action=roll]')) return;
        globalThis.tap = { at: event.timeStamp };
        requestAnimationFrame(look);
    }, true);
    new PerformanceObserver((list) => {
        for (const { name, startTime, duration } of list.getEntries())
            if (name === 'click' && startTime >= globalThis.tap?.at) globalThis.tap.painted ??= duration;
    }).observe({ type: 'event', durationThreshold: 16 });
"""
# Where a roll fails and the bots, who do not wait, end the game at once, its dice are not seen: it does not count.
SEEN = """
    () => globalThis.tap.painted && (globalThis.tap.shown || !document.querySelector('[data-action=roll]'))
"""


def visitor(browser: Browser, url: str, slowdown: float) -> Visitor:
    """Somebody new with a slow phone."""
    found = Visitor(browser, url, viewport=PHONE)
    found.context.new_cdp_session(found.page).send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
    return found


def first_loads(browser: Browser, url: str, slowdown: float, runs: int) -> Iterator[float]:
    """Come for the first time, again and again; yield milliseconds."""
    for _ in range(runs):
        guest = visitor(browser, url, slowdown)
        guest.page.add_init_script(WATCH_LOAD)
        guest.page.goto("/")
        guest.page.wait_for_function("() => globalThis.usable !== undefined")
        yield guest.page.evaluate("globalThis.usable")
        guest.context.close()


def taps(browser: Browser, url: str, slowdown: float, runs: int) -> Iterator[list[float]]:
    """Play, and yield the milliseconds from each tap on "Roll" until dice move, until they show something, to paint."""
    guest = visitor(browser, url, slowdown)
    guest.page.add_init_script(WATCH_TAPS)
    guest.play_now("Heckmeck am Bratwurmeck")
    found = 0
    while found < runs:
        if act(guest.page):
            guest.page.wait_for_function(SEEN)
            values = guest.page.evaluate("[globalThis.tap.moved, globalThis.tap.shown, globalThis.tap.painted]")
            if None not in values:
                yield values
                found += 1
    guest.context.close()


def act(page: Page) -> bool:
    """Do the next thing: roll if that is possible, and say so; else keep, stop, or begin another game."""
    choices = page.locator(":is([data-action], [data-face], .main[data-choice]):not(:disabled)")
    choices.first.wait_for()
    roll = page.locator("[data-action=roll]:not(:disabled)")
    if roll.count():
        # A real tap, and at once: whether the page has come to rest is not for this finger to wait for.
        roll.click(force=True)
        return True
    before = page.evaluate("document.querySelector('main').innerText")
    choices.first.evaluate("choice => choice.click()")
    page.wait_for_function("before => document.querySelector('main').innerText !== before", arg=before)
    return False


def figures(values: list[float]) -> dict[str, float]:
    """The median and the 95th percentile."""
    return {"median": median(values), "p95": quantiles(values, n=20, method="inclusive")[18], "runs": len(values)}


def measure(args: argparse.Namespace) -> dict[str, dict[str, float]]:
    """Measure everything."""
    values: dict[str, list[float]] = {what: [] for what in GOALS}
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder) / "data") as server,
        sync_playwright() as playwright,
        Progress(console=Console(stderr=True), transient=True) as progress,
    ):
        browser = launch(playwright)
        # The server's own first time is not what is measured.
        list(first_loads(browser, server.url, 1, 1))
        loads = first_loads(browser, server.url, args.slowdown, args.loads)
        for value in progress.track(loads, args.loads, description="first loads"):
            values["first load"].append(value)
        tapped = taps(browser, server.url, args.slowdown, args.taps)
        for found in progress.track(tapped, args.taps, description="taps"):
            for what, value in zip(("tap", "result", "to paint"), found, strict=True):
                values[what].append(value)
        browser.close()
    return {what: figures(found) for what, found in values.items()}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--loads", type=int, default=20, help="first loads to measure")
    parser.add_argument("--taps", type=int, default=60, help="taps to measure")
    parser.add_argument("--slowdown", type=float, default=4, help="how many times slower the processor is")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    args = parser.parse_args()
    if min(args.loads, args.taps) < 2:
        parser.error("a percentile needs at least two runs")
    results = measure(args)
    if args.json:
        print(json.dumps({"slowdown": args.slowdown, "milliseconds": results, "goals": GOALS}))
        return
    grid = Table("what", "runs", "median", "95th percentile", "goal", title=f"processor {args.slowdown:g} times slower")
    for what, found in results.items():
        goal = "" if GOALS[what] is None else f"{GOALS[what]} ms"
        grid.add_row(what, f"{found['runs']:.0f}", f"{found['median']:.0f} ms", f"{found['p95']:.0f} ms", goal)
    Console().print(grid)


if __name__ == "__main__":
    main()
