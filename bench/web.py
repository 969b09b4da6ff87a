"""Measure the speed of the pages for a player: on loopback, in Chromium, with its processor slowed down four times.

  first load   from the request for the start page to a "Play now" that is on the screen and can be pressed, nothing
               cached: every run has a new profile
  tap          from a finger on "Roll" until the first frame in which dice move has been handed over for painting; the
               finger stays there for a moment, as fingers do, and the dice do not wait until it is lifted
  in a hurry   the same for a finger that was on a face a moment before, faster than any real finger: the page is still
               drawing the choice
  result       the same for the first frame of flying dice that show the result: in between, the command was sent to
               the server and synced to its disk
  to paint     from the same tap to the next frame on the screen, as the browser itself reports it (Event Timing): a
               check on the two above
  wait         from the end of the player's turn to the player's next decision, with two bots at the normal pace

All are measured inside the page, by the browser's own clock; the wait with the processor at full speed, because it does
not depend on the processor. The server is a separate process that this starts and stops; its bots play without delay,
except for the wait. Also printed: frames a second and the longest task while dice fly, and the bytes of a first visit.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median, quantiles
from typing import NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from heckmeck.server.config import Config
from helpers.browser import PHONE, Visitor, launch, serving  # the tests do it in the same way
from helpers.pages import AGAIN, FACE, ROLL, STOP, insist, keep_or_stop, open_table, waits_for_me

OVER = ".victory .podium"
"""A selector for the end of a game, for use in the page, where Playwright's own selectors are unknown."""

GOALS: dict[str, int | None] = {
    "first load": 2000, "tap": 50, "in a hurry": None, "result": None, "to paint": None, "wait": 9000,
}  # fmt: skip
"""Target in milliseconds for the 95th percentile."""
FRAMES, LONGEST = 30, 100
"""Target frames a second while dice fly, and the longest acceptable task in milliseconds."""

FINGER, REACH = 60, 250
"""Milliseconds that a quick finger stays on a button, and that it takes to move to the next."""

WATCH_LOAD = """
    const look = () => {
        if (!document.querySelector('li .enamel.go:not(:disabled)')) return requestAnimationFrame(look);
        // The frame after the next one: by then it has been painted.
        requestAnimationFrame(() => requestAnimationFrame(() => (globalThis.usable = performance.now())));
    };
    look();
"""
# `animationstart` would come a frame late, and not at all for a shake that the answer has ended by then. So every frame
# looks for the animations themselves. The frame is complete when a task of the highest priority can run, before the
# page handles an answer that has arrived in the meantime, or when the next frame begins: after an input Chromium draws
# one or two more frames before any task, and those do not count. Flying dice are animated without a name.
WATCH_TAPS = """
    const note = (tap, what) => (tap[what] ??= performance.now() - tap.at);
    const dice = () => document.getAnimations().filter(({ effect }) => effect?.target?.closest('.rolled .die'));
    const look = () => {
        const moving = dice();
        const shown = moving.some((each) => each.animationName === undefined);
        const { tap } = globalThis;
        const done = () => { moving.length && note(tap, 'moved'); shown && note(tap, 'shown'); };
        scheduler.postTask(done, { priority: 'user-blocking' });
        requestAnimationFrame(done);
        if (shown) fly(performance.now(), 0);
        else requestAnimationFrame(look);
    };
    const fly = (since, frames) => requestAnimationFrame(() => {
        const passed = performance.now() - since;
        if (dice().length && passed < 5000) return fly(since, frames + 1);
        globalThis.tap.frames = (1000 * frames) / passed;
        globalThis.tap.longest = Math.max(0, ...globalThis.tasks.filter(([at]) => at >= since).map(([, long]) => long));
    });
    globalThis.tasks = [];
    new PerformanceObserver((list) => {
        for (const { startTime, duration } of list.getEntries()) globalThis.tasks.push([startTime, duration]);
    }).observe({ type: 'longtask' });
    addEventListener('pointerdown', (event) => {
        if (!event.target.closest('[data-action=roll]')) return;
        // The browser does not tell of what took it less than 16 ms.
        globalThis.tap = { at: event.timeStamp, painted: 16 };
        requestAnimationFrame(look);
    }, true);
    new PerformanceObserver((list) => {
        for (const { name, startTime, duration } of list.getEntries())
            if (name === 'pointerdown' && startTime >= globalThis.tap?.at) globalThis.tap.painted = duration;
    }).observe({ type: 'event', durationThreshold: 16 });
"""
# If a roll fails and the bots, which do not wait, end the game at once, its dice are not seen: it does not count.
SEEN = f"() => globalThis.tap.frames || document.querySelector({OVER!r})"
OURS = f"() => document.querySelector({FACE!r}) || document.querySelector({OVER!r})"


def visitor(browser: Browser, url: str, slowdown: float) -> Visitor:
    """A new visitor with a slow phone."""
    found = Visitor(browser, url, viewport=PHONE)
    found.context.new_cdp_session(found.page).send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
    return found


def first_loads(browser: Browser, url: str, slowdown: float, runs: int) -> Iterator[float]:
    """Repeat a first visit; yield milliseconds."""
    for _ in range(runs):
        guest = visitor(browser, url, slowdown)
        guest.page.add_init_script(WATCH_LOAD)
        guest.page.goto("/")
        guest.page.wait_for_function("() => globalThis.usable !== undefined")
        yield guest.page.evaluate("globalThis.usable")
        guest.context.close()


def taps(browser: Browser, url: str, slowdown: float, runs: int, reach: int) -> Iterator[dict[str, float]]:
    """Play, and yield for each tap on "Roll" when dice moved, when they showed the result, and how they flew.

    `reach` is the time from the choice of a face to the tap, in milliseconds.
    """
    guest = visitor(browser, url, slowdown)
    guest.page.add_init_script(WATCH_TAPS)
    code = open_table(guest, {"game": "bratwurmeck", "seats": 3}, bots=["greedy", "sure"], start=True)
    guest.page.goto(f"/t/{code}")
    found = 0
    while found < runs:
        if act(guest.page, reach):
            guest.page.wait_for_function(SEEN)
            values = guest.page.evaluate("globalThis.tap")
            if "shown" in values and "frames" in values:
                yield values
                found += 1
    guest.context.close()


def act(page: Page, reach: int) -> bool:
    """Choose a face and roll if possible, and return whether this was done; otherwise stop, or begin another game."""
    if not waits_for_me(page):
        page.locator(AGAIN).click()
        page.locator(FACE).first.wait_for()
        return False
    if page.locator(FACE).count():
        page.locator(FACE).first.click()
        page.wait_for_timeout(reach)
    roll = page.locator(ROLL)
    if roll.count():
        # A real tap, and at once: it does not wait until the page is stable.
        roll.click(force=True, delay=FINGER)
        return True
    if page.locator(STOP).count():
        insist(page.locator(STOP))
    return False


def waits(browser: Browser, url: str, runs: int) -> Iterator[float]:
    """Play against two bots; yield the milliseconds from the end of each own turn to the next own decision."""
    guest = visitor(browser, url, 1)
    code = open_table(guest, {"game": "bratwurmeck", "seats": 3}, bots=["greedy", "sure"], start=True)
    page = guest.page
    page.goto(f"/t/{code}")
    found = 0
    while found < runs:
        if not waits_for_me(page):
            page.locator(AGAIN).click()
            page.locator(FACE).first.wait_for()
        keep_or_stop(page)
        page.wait_for_function(f"() => document.querySelector('.hurry') || ({OURS})()")
        if page.locator(".hurry").count():
            since = page.evaluate("performance.now()")
            page.wait_for_function(OURS, timeout=120_000)
            if page.locator(FACE).count():
                yield page.evaluate("performance.now()") - since
                found += 1
    guest.context.close()


def transferred(browser: Browser, url: str) -> dict[str, int]:
    """Return the bytes that a first visit of the start page transfers: of scripts, and of everything."""
    guest = visitor(browser, url, 1)
    guest.page.goto("/", wait_until="networkidle")
    sizes: dict[str, int] = guest.page.evaluate("""() => {
        const all = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
        const sum = (some) => some.reduce((sum, each) => sum + each.encodedBodySize, 0);
        return { scripts: sum(all.filter(({ name }) => name.endsWith('.js'))), everything: sum(all) };
    }""")
    guest.context.close()
    return sizes


def figures(values: list[float]) -> dict[str, float]:
    """The median and the 95th percentile."""
    return {"median": median(values), "p95": quantiles(values, n=20, method="inclusive")[18], "runs": len(values)}


class Measured(NamedTuple):
    """Milliseconds by what was measured, frames a second and the longest task of each throw, and bytes."""

    times: dict[str, list[float]]
    frames: list[float]
    longest: list[float]
    bytes: dict[str, int]


def measure(args: argparse.Namespace) -> Measured:
    """Measure everything."""
    measured = Measured({what: [] for what in GOALS}, [], [], {})
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder) / "data", pace=0) as server,
        serving(Path(folder) / "paced", pace=Config().bot_pace) as paced,
        sync_playwright() as playwright,
        Progress(console=Console(stderr=True), transient=True) as progress,
    ):
        browser = launch(playwright)
        # Warm up the server, whose first request is not part of the measurement.
        list(first_loads(browser, server.url, 1, 1))
        measured.bytes.update(transferred(browser, server.url))
        loads = first_loads(browser, server.url, args.slowdown, args.loads)
        measured.times["first load"] += progress.track(loads, args.loads, description="first loads")
        hurried = taps(browser, server.url, args.slowdown, args.taps, reach=0)
        for found in progress.track(hurried, args.taps, description="taps in a hurry"):
            measured.times["in a hurry"].append(found["moved"])
        tapped = taps(browser, server.url, args.slowdown, args.taps, REACH)
        for found in progress.track(tapped, args.taps, description="taps"):
            for what, name in (("tap", "moved"), ("result", "shown"), ("to paint", "painted")):
                measured.times[what].append(found[name])
            measured.frames.append(found["frames"])
            measured.longest.append(found["longest"])
        waited = waits(browser, paced.url, args.waits)
        measured.times["wait"] += progress.track(waited, args.waits, description="waits")
        browser.close()
    return measured


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--loads", type=int, default=20, help="first loads to measure")
    parser.add_argument("--taps", type=int, default=60, help="taps to measure")
    parser.add_argument("--waits", type=int, default=20, help="waits between own turns to measure")
    parser.add_argument("--slowdown", type=float, default=4, help="how many times slower the processor is")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    args = parser.parse_args()
    if min(args.loads, args.taps, args.waits) < 2:
        parser.error("a percentile needs at least two runs")
    measured = measure(args)
    results = {what: figures(found) for what, found in measured.times.items()}
    flying = {"frames": min(measured.frames), "longest task": max(measured.longest)}
    if args.json:
        found = {"slowdown": args.slowdown, "milliseconds": results, "flying": flying, "bytes": measured.bytes}
        print(json.dumps({**found, "goals": GOALS}))
        return
    show(results, flying, measured.bytes, args.slowdown)


def show(
    results: dict[str, dict[str, float]], flying: dict[str, float], sizes: dict[str, int], slowdown: float
) -> None:
    """Print a table, and below it the figures without percentiles."""
    grid = Table("what", "runs", "median", "95th percentile", "goal", title=f"processor {slowdown:g} times slower")
    for what, found in results.items():
        goal = "" if GOALS[what] is None else f"{GOALS[what]} ms"
        grid.add_row(what, f"{found['runs']:.0f}", f"{found['median']:.0f} ms", f"{found['p95']:.0f} ms", goal)
    console = Console()
    console.print(grid)
    console.print(
        f"While dice flew: {flying['frames']:.0f} frames a second in the slowest throw (goal {FRAMES}), "
        f"the longest task {flying['longest task']:.0f} ms (goal {LONGEST}; 0: none over 50 ms)."
    )
    console.print(
        f"First visit: {sizes['scripts'] / 1000:.1f} KB of scripts, {sizes['everything'] / 1000:.1f} KB in all."
    )


if __name__ == "__main__":
    main()
