"""Firefox, driven by Marionette, which is built into it."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from helpers import programs
from helpers.engines.engine import PATIENCE, Covered, Engine, Gone
from helpers.engines.marionette import ELEMENT, Marionette, Refused

PREFERENCES: Mapping[str, object] = {
    "marionette.port": 0,
    "intl.accept_languages": "en-GB, en",
    "ui.prefersReducedMotion": 1,
    # No requests leave this machine.
    "app.normandy.enabled": False,
    "app.update.disabledForTesting": True,
    "browser.safebrowsing.malware.enabled": False,
    "browser.safebrowsing.phishing.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage_override.mstone": "ignore",
    "datareporting.policy.dataSubmissionEnabled": False,
    "extensions.getAddons.cache.enabled": False,
    "extensions.update.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "network.proxy.type": 0,
    "services.settings.server": "data:,",
    "toolkit.telemetry.enabled": False,
    # A page behind other windows is drawn anyway.
    "widget.windows.window_occlusion_tracking.enabled": False,
}
RESIZE = """
const [width, height] = arguments, { style } = gBrowser.selectedBrowser;
for (const [side, length] of [["width", width], ["height", height]])
    for (const name of [side, `min-${side}`, `max-${side}`]) style.setProperty(name, `${length}px`);
"""
"""In the browser's own window, which is never as narrow as a phone: gives the page its own size."""
COMPLAINTS = """
const storage = Cc["@mozilla.org/consoleAPI-storage;1"].getService(Ci.nsIConsoleAPIStorage);
const printed = storage.getEvents().filter(({ level }) => level === "error" || level === "warn")
    .map((event) => [event.filename, event.arguments.map(String).join(" ")]);
const thrown = Services.console.getMessageArray()
    .filter((each) => each instanceof Ci.nsIScriptError && !(each.flags & Ci.nsIScriptError.warningFlag))
    .map((each) => [each.sourceName, `${each.errorMessage} at ${each.stack ?? each.lineNumber}`]);
Services.console.reset();
storage.clearEvents();
return [...printed, ...thrown];
"""
"""In the browser's own window: returns the console messages of pages and of Firefox itself, with their sources."""

LEFT = "A ServiceWorker intercepted the request and encountered an unexpected error"
"""Firefox's message when a page is left before its pictures are loaded. Failing workers have another one."""

ERRORS = {"stale element reference": Gone, "no such element": Gone, "element click intercepted": Covered}


class Firefox(Engine):
    """Firefox without a window."""

    def __init__(self, folder: Path, **preferences: object) -> None:
        found = programs.firefox()
        assert found, "There is no Firefox here: scripts/test gets one."
        profile = folder / "profile"
        profile.mkdir(parents=True)
        lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in _all(preferences).items())
        (profile / "user.js").write_text("\n".join(lines), "utf-8")
        with (folder / "log").open("w") as log:
            self._process = subprocess.Popen(
                [found.path, "--headless", "--marionette", "--remote-allow-system-access", "--no-remote",
                 "--profile", profile, "--width", "1280", "--height", "900"],
                stdout=log, stderr=log,
            )  # fmt: skip
        try:
            self._marionette = Marionette(self._port(profile / "MarionetteActivePort"), 2 * PATIENCE)
        except BaseException:
            self._end()
            raise
        self.resize(1280, 800)

    def _port(self, file: Path) -> int:
        deadline = time.monotonic() + 2 * PATIENCE
        while not (file.exists() and (text := file.read_text())):
            assert time.monotonic() < deadline, "Firefox does not start"
            assert self._process.poll() is None, "Firefox has ended"
            time.sleep(0.05)
        return int(text)

    def goto(self, url: str) -> None:
        self._marionette.ask("WebDriver:Navigate", url=url)

    def run(self, script: str, *arguments: Any) -> Any:
        with _named_errors():
            return self._marionette.run(script, *arguments)

    def press_once(self, element: Any) -> None:
        self._ask("WebDriver:ElementClick", id=element[ELEMENT])

    def _ask(self, command: str, **parameters: Any) -> None:
        with _named_errors():
            self._marionette.ask(command, **parameters)

    def fill(self, element: Any, text: str) -> None:
        self._ask("WebDriver:ElementClear", id=element[ELEMENT])
        self.type_into(element, text)

    def type_into(self, element: Any, keys: str) -> None:
        self._ask("WebDriver:ElementSendKeys", id=element[ELEMENT], text=keys)

    def resize(self, width: int, height: int) -> None:
        self._marionette.run(RESIZE, width, height, chrome=True)
        self.until("return innerWidth === arguments[0] && innerHeight === arguments[1]", width, height)

    def complaints(self) -> list[str]:
        found = self._marionette.run(COMPLAINTS, chrome=True)
        return [text for source, text in found if source.startswith("http") and LEFT not in text]

    def close(self) -> None:
        self._marionette.close()
        self._end()

    def _end(self) -> None:
        self._process.terminate()
        self._process.wait(30)


@contextmanager
def _named_errors() -> Iterator[None]:
    """Translate Marionette's errors to those shared by all engines."""
    try:
        yield
    except Refused as refused:
        if refused.code in ERRORS:
            raise ERRORS[refused.code] from refused
        raise


def _all(preferences: Mapping[str, object]) -> Mapping[str, object]:
    return {**PREFERENCES, **{name.replace("__", "."): value for name, value in preferences.items()}}
