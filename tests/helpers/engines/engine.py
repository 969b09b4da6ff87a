"""The interface of a browser for tests, for any engine: elements are found by their roles and accessible names."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

PATIENCE = 120.0
"""Seconds that something on a page may take before it counts as missing; a busy machine is slow."""
FIND = (Path(__file__).parent / "find.js").read_text("utf-8")
"""In the page: `find(role, name)` returns the first element of that kind that can be seen and used, or null."""

STEADY = """
const [element] = arguments;
const { x, y, width, height } = element.getBoundingClientRect();
const here = [x + width / 2, y + height / 2];
const before = element.placeBefore;
element.placeBefore = here;
const near = (each, at) => Math.abs(each - before[at]) < 2;
return document.fonts.status === "loaded" && before !== undefined && here.every(near);
"""
"""In the page: whether the middle of an element is where it was at the last call. A button may pulse, but not move."""


class Gone(Exception):
    """An element is no longer on the page."""


class Covered(Exception):
    """Something else lies over an element."""


class Engine(ABC):
    """A browser with one page. Methods that use an element raise `Gone` if it has left the page."""

    @abstractmethod
    def goto(self, url: str) -> None:
        """Load an address."""

    @abstractmethod
    def run(self, script: str, *arguments: Any) -> Any:
        """Run the body of a function in the page."""

    @abstractmethod
    def press_once(self, element: Any) -> None:
        """Press an element, as a finger or a mouse would, or raise `Covered`."""

    @abstractmethod
    def fill(self, element: Any, text: str) -> None:
        """Replace the text of a field."""

    @abstractmethod
    def type_into(self, element: Any, keys: str) -> None:
        """Press keys while an element has the focus."""

    @abstractmethod
    def resize(self, width: int, height: int) -> None:
        """Make the page this large."""

    @abstractmethod
    def complaints(self) -> list[str]:
        """Return the errors of the page since the last call."""

    @abstractmethod
    def close(self) -> None:
        """End the browser."""

    def press(self, element: Any) -> None:
        """Press an element, once it has stopped moving and moving elements no longer cover it.

        An engine looks where the element is and then presses there: while a page is being laid out, that may already be
        the place of another one.
        """
        deadline = time.monotonic() + PATIENCE
        while True:
            while not self.run(STEADY, element):
                assert time.monotonic() < deadline, f"It never stops moving: {element}"
                time.sleep(0.02)
            try:
                return self.press_once(element)
            except Covered:
                if time.monotonic() > deadline:
                    raise
            time.sleep(0.05)

    def until(self, script: str, *arguments: Any) -> Any:
        """Wait until a script in the page returns a true value, and return that."""
        deadline = time.monotonic() + PATIENCE
        while True:
            # An element may be gone before its reference arrives here.
            with suppress(Gone):
                if found := self.run(script, *arguments):
                    return found
            assert time.monotonic() < deadline, f"In vain: {script} {arguments} on a page with {self.text()}"
            time.sleep(0.02)

    def find(self, role: str, name: str = "") -> Any:
        """Wait for an element with a role whose accessible name contains a text."""
        return self.until(f"{FIND} return find(arguments[0], arguments[1])", role, name)

    def has(self, role: str, name: str = "") -> bool:
        return self.run(f"{FIND} return find(arguments[0], arguments[1]) !== null", role, name) is True

    def click(self, role: str, name: str = "") -> None:
        """Find an element and press it, and its successor where it is replaced in between."""
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                return self.press(self.find(role, name))
            except Gone:
                if time.monotonic() > deadline:
                    raise

    def sees(self, text: str) -> None:
        """Wait until a text is shown."""
        self.until("return document.body.innerText.includes(arguments[0])", text)

    def text(self) -> str:
        return str(self.run("return document.body ? document.body.innerText : ''"))


Start = Callable[[Path], Engine]
"""Starts an engine whose files go into a folder."""


@contextmanager
def started(start: Start, folder: Path) -> Iterator[Engine]:
    """Run an engine for a while."""
    engine = start(folder)
    try:
        yield engine
    finally:
        engine.close()
