"""Chromium, driven by Playwright, with the interface of the other engines."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import ConsoleMessage, ElementHandle, Error, Page, sync_playwright

from helpers import programs
from helpers.engines.engine import Covered, Engine, Gone

QUICK = 5000
"""Milliseconds after which an element counts as covered; the caller tries again."""
CALL = "([script, ...given]) => new Function(script).apply(null, given)"
ENTER = {"\ue007": "Enter"}
LEFT = ("not attached", "detached", "Execution context was destroyed")
"""What Playwright says of elements and pages that are gone."""


class Chromium(Engine):
    """Chromium without a window, and with a profile: service workers and storage stay while it runs."""

    def __init__(self, folder: Path) -> None:
        found = programs.chromium()
        assert found, "There is no Chromium here: scripts/test gets one."
        self._playwright = sync_playwright().start()
        self._context = self._playwright.chromium.launch_persistent_context(
            folder / "profile", executable_path=found.path, args=["--no-sandbox"],
            locale="en-GB", reduced_motion="reduce", bypass_csp=True,
        )  # fmt: skip
        self._page: Page = self._context.pages[0]
        self._complaints: list[str] = []
        self._page.on("console", self._said)
        self._page.on("pageerror", lambda error: self._complaints.append(str(error)))

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self._complaints.append(message.text)

    def goto(self, url: str) -> None:
        self._page.goto(url)

    def run(self, script: str, *arguments: Any) -> Any:
        with _named_errors():
            found = self._page.evaluate_handle(CALL, [script, *arguments])
            element = found.as_element()
            return element or found.json_value()

    def press_once(self, element: ElementHandle) -> None:
        with _named_errors():
            element.click(timeout=QUICK)

    def fill(self, element: ElementHandle, text: str) -> None:
        with _named_errors():
            element.fill(text)

    def type_into(self, element: ElementHandle, keys: str) -> None:
        with _named_errors():
            element.press(ENTER[keys]) if keys in ENTER else element.type(keys)

    def resize(self, width: int, height: int) -> None:
        self._page.set_viewport_size({"width": width, "height": height})

    def complaints(self) -> list[str]:
        found, self._complaints = self._complaints, []
        return found

    def close(self) -> None:
        self._context.close()
        self._playwright.stop()


@contextmanager
def _named_errors() -> Iterator[None]:
    """Translate Playwright's errors to those shared by all engines."""
    try:
        yield
    except Error as error:
        if any(words in str(error) for words in LEFT):
            raise Gone from error
        if "Timeout" in str(error):
            raise Covered from error
        raise
