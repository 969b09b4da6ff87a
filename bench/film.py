"""The short film in the README, docs/pictures/film.webp: a turn, a theft and a victory from a real game against bots.

It plays until all three have happened, which takes some minutes, and records what the browser paints.
"""

from __future__ import annotations

import argparse
import base64
import io
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image
from playwright.sync_api import Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from heckmeck.server.config import Config
from helpers.browser import Visitor, launch, serving  # the tests do it in the same way
from helpers.pages import FACE, ROLL, STOP, insist, open_table, waits_for_me

FILE = Path(__file__).parents[1] / "docs" / "pictures" / "film.webp"
WINDOW = {"width": 1120, "height": 700}
SIZE = (640, 400)
SECOND = 10
"""Frames a second."""
LENGTH = {"turn": 5.0, "theft": 3.0, "victory": 4.0}
"""Seconds of each scene."""
LEAD = 0.7
"""Seconds between the start of a scene and its event."""
LARGEST = 2_000_000
HURRY = """async () => {
    for (let button; (button = document.querySelector(".hurry")); ) {
        button.click();
        await new Promise((done) => setTimeout(done, 150));
    }
}"""


class Frame(NamedTuple):
    """A painted frame, and its time."""

    at: float
    picture: bytes


class Camera:
    """Records a page."""

    def __init__(self, page: Page) -> None:
        self.frames: list[Frame] = []
        self._session = page.context.new_cdp_session(page)
        self._session.on("Page.screencastFrame", self._take)
        self._session.send("Page.startScreencast", {"format": "jpeg", "quality": 90})

    def _take(self, frame: dict[str, Any]) -> None:
        self.frames.append(Frame(frame["metadata"]["timestamp"], base64.b64decode(frame["data"])))
        self._session.send("Page.screencastFrameAck", {"sessionId": frame["sessionId"]})

    def scene(self, start: float, seconds: float) -> Iterator[Image.Image]:
        """Yield the frames of a scene at even intervals; the browser paints none while nothing moves."""
        for number in range(int(seconds * SECOND)):
            at = start + number / SECOND
            seen = [frame for frame in self.frames if frame.at <= at] or self.frames[:1]
            with Image.open(io.BytesIO(seen[-1].picture)) as picture:
                yield picture.convert("RGB").resize(SIZE, Image.Resampling.LANCZOS)


def play(page: Page) -> dict[str, float]:
    """Play a game to its end, and return when each scene happened."""
    happened: dict[str, float] = {}
    while waits_for_me(page):
        now = time.time()
        steals = page.locator(STOP).filter(has_text="Steal")
        if page.locator(FACE).count():
            # Keep a worm first and steal if possible; otherwise keep the highest face.
            worm = page.locator(f"{FACE}[data-face=W]")
            (worm if worm.count() else page.locator(FACE)).last.click()
            page.wait_for_timeout(500)
        if steals.count():
            happened.setdefault("theft", time.time())
            insist(steals.first)
        elif page.locator(ROLL).count() and page.locator(f"{STOP}:not(.idle)").count() == 0:
            happened.setdefault("turn", now)
            page.locator(ROLL).click()
        elif page.locator(STOP).count():
            insist(page.locator(STOP))
        elif page.locator(ROLL).count():
            page.locator(ROLL).click()
        page.wait_for_timeout(1200)
        # Skip quickly over anything outside the scenes.
        if "turn" in happened and time.time() > happened.get("theft", 0) + LENGTH["theft"]:
            page.evaluate(HURRY)
    happened["victory"] = time.time()
    page.wait_for_timeout(5000)
    return happened


def main() -> None:
    """Play until everything has happened, and write the film."""
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder) / "data", pace=Config().bot_pace) as server,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        while True:
            visitor = Visitor(browser, server.url, viewport=WINDOW)
            code = open_table(
                visitor, {"game": "bratwurmeck", "seats": 3}, "Annabelle", bots=["greedy", "sure"], start=True
            )
            visitor.page.goto(f"/t/{code}")
            visitor.page.locator(FACE).first.wait_for()
            camera = Camera(visitor.page)
            happened = play(visitor.page)
            if happened.keys() >= LENGTH.keys():
                break
            visitor.context.close()
    write([picture for name, seconds in LENGTH.items() for picture in camera.scene(happened[name] - LEAD, seconds)])


def write(pictures: list[Image.Image]) -> None:
    """Write the film in the best quality that fits."""
    for quality in (70, 60, 50, 40, 30, 20):
        pictures[0].save(
            FILE, save_all=True, append_images=pictures[1:], duration=1000 // SECOND, loop=0, quality=quality, method=6
        )
        if FILE.stat().st_size <= LARGEST:
            print(
                f"docs/pictures/film.webp: {len(pictures)} pictures, {FILE.stat().st_size / 1e6:.2f} MB",
                file=sys.stderr,
            )
            return
    sys.exit("The film is too large: make it smaller or shorter.")


if __name__ == "__main__":
    main()
