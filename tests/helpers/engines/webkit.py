"""WebKitGTK's MiniBrowser, driven by WebDriver in a virtual display."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from selenium import webdriver
from selenium.common.exceptions import ElementClickInterceptedException, StaleElementReferenceException
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

from helpers import programs
from helpers.engines.engine import PATIENCE, Covered, Engine, Gone

NARROW = "window * { min-width: 0; margin: 0; padding: 0; border-width: 0; font-size: 6px; }"
"""For GTK: a toolbar as narrow as this lets the window be as narrow as a phone."""
STILL = "[Settings]\ngtk-enable-animations=false\n"
"""For GTK, and for pages that ask whether motion is wanted."""
LISTEN = """
if (globalThis.complaints) return;
globalThis.complaints = [];
const { error, warn } = console;
console.error = (...what) => (complaints.push(what.join(" ")), error(...what));
console.warn = (...what) => (complaints.push(what.join(" ")), warn(...what));
addEventListener("error", ({ message }) => complaints.push(message));
addEventListener("unhandledrejection", ({ reason }) => complaints.push(String(reason)));
addEventListener("securitypolicyviolation", ({ violatedDirective }) => complaints.push(violatedDirective));
"""
"""In the page: collects errors. WebKit's driver has no console, so errors while a page loads are missed."""


class WebKit(Engine):
    """MiniBrowser in a separate display."""

    def __init__(self, folder: Path) -> None:
        found = programs.webkit_programs()
        assert found, "There is no WebKitGTK here: scripts/test gets one."
        (folder / "gtk-3.0").mkdir(parents=True)
        (folder / "gtk-3.0/gtk.css").write_text(NARROW)
        (folder / "gtk-3.0/settings.ini").write_text(STILL)
        self._display = Display(found.display)
        options = Options()
        options.binary_location = str(found.browser)
        options.add_argument("--automation")
        service = Service(str(found.driver), env=self._environment(folder))
        try:
            self._driver = webdriver.WebKitGTK(options=options, service=service)
        except BaseException:
            self._display.close()
            raise
        self._driver.set_script_timeout(PATIENCE)
        self.resize(1280, 800)

    def _environment(self, folder: Path) -> dict[str, str]:
        places = {f"XDG_{name}_HOME": str(folder) for name in ("CONFIG", "DATA", "CACHE")}
        drawing = {"DISPLAY": self._display.name, "GDK_BACKEND": "x11", "LIBGL_ALWAYS_SOFTWARE": "1"}
        return {**os.environ, **places, **drawing, "LANGUAGE": "en_GB", "NO_AT_BRIDGE": "1"}

    def goto(self, url: str) -> None:
        self._driver.get(url)
        self.run(LISTEN)

    def run(self, script: str, *arguments: Any) -> Any:
        with _named_errors():
            return self._driver.execute_script(script, *arguments)

    def press_once(self, element: WebElement) -> None:
        with _named_errors():
            element.click()

    def fill(self, element: WebElement, text: str) -> None:
        with _named_errors():
            element.clear()
            element.send_keys(text)

    def type_into(self, element: WebElement, keys: str) -> None:
        with _named_errors():
            element.send_keys(keys)

    def resize(self, width: int, height: int) -> None:
        deadline = time.monotonic() + PATIENCE
        beside, above = 0, 0
        while self.run("return innerWidth") != width:
            assert time.monotonic() < deadline, f"The window does not become {width} pixels wide."
            # The page is resized later than the window: until then the size around it is wrong.
            self._driver.set_window_rect(0, 0, width + beside, height + above)
            time.sleep(0.05)
            beside, above = self.run("return [outerWidth - innerWidth, outerHeight - innerHeight]")

    def complaints(self) -> list[str]:
        found: list[str] = self.run("return (globalThis.complaints ?? []).splice(0)")
        return found

    def close(self) -> None:
        self._driver.quit()
        self._display.close()


@contextmanager
def _named_errors() -> Iterator[None]:
    """Translate the driver's errors to those shared by all engines."""
    try:
        yield
    except StaleElementReferenceException as stale:
        raise Gone from stale
    except ElementClickInterceptedException as intercepted:
        raise Covered from intercepted


class Display:
    """A virtual display, under a number that is free."""

    def __init__(self, program: Path) -> None:
        reading, writing = os.pipe()
        self._process = subprocess.Popen(
            [program, "-displayfd", str(writing), "-screen", "0", "1600x1200x24", "-nolisten", "tcp"],
            pass_fds=[writing], stderr=subprocess.DEVNULL,
        )  # fmt: skip
        os.close(writing)
        with os.fdopen(reading) as file:
            self.name = f":{file.readline().strip()}"

    def close(self) -> None:
        self._process.terminate()
        self._process.wait(30)
