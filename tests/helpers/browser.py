"""A real server and a real browser, for tests of the pages."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Page, Playwright, Request, expect

from helpers import programs

AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
PHONE = {"width": 360, "height": 640}
DESK = {"width": 1280, "height": 800}
MOVING = """document.getAnimations().filter(({ effect, playState }) =>
    playState === 'running' && effect?.getComputedTiming().endTime !== Infinity)"""
"""In the page: the finite animations that are running."""
SETTLED = f"""(async () => {{
    for (let left = 20, moving; left && (moving = {MOVING}).length; left -= 1)
        await Promise.all(moving.map((each) => each.finished.catch(() => undefined)));
}})()"""
"""In the page: waits until all finite animations have ended. Some begin when others end: if a colour that is inherited
changes gradually, each step starts the transitions of its heirs again. A page that never rests is not waited for."""
JUDGED = f"""async (options) => {{
    let begun;
    const note = () => (begun = true), kinds = ['transitionrun', 'animationstart'];
    for (const kind of kinds) document.addEventListener(kind, note, true);
    for (let left = 10; left; left -= 1) {{
        await {SETTLED};
        begun = false;
        var found = await axe.run(document, {{ resultTypes: ['violations'], ...options }});
        if (!begun && !{MOVING}.length) break;
    }}
    for (const kind of kinds) document.removeEventListener(kind, note, true);
    return found.violations.flatMap(({{ id, nodes }}) => nodes.map(({{ html }}) => `${{id}}: ${{html}}`));
}}"""
"""In the page: what the accessibility checker finds. Half-faded text has no contrast to judge: if something began to
move meanwhile, such as a button that fades in when an answer of the server arrives, everything is judged again."""
PAINTED = """() => {
    const known = CSSStyleDeclaration.prototype.getPropertyValue;
    CSSStyleDeclaration.prototype.getPropertyValue = function (name) {
        return known.call(this, name === '-webkit-text-fill-color' ? 'color' : name);
    };
}"""
"""In the page: gives axe the colour of texts as painted. In forced colours Chromium paints them with that, but reports
the fill that the page would have else, and axe asks for the fill. No rule of ours sets one."""
PATIENCE = 20_000
"""Milliseconds that something on a page may take before it counts as missing; a busy machine is slow."""
expect.set_options(timeout=PATIENCE)


def launch(playwright: Playwright) -> Browser:
    """Start the available browser."""
    found = programs.chromium()
    assert found, "There is no Chromium here: scripts/test gets one."
    return playwright.chromium.launch(executable_path=found.path, args=["--no-sandbox"])


@contextmanager
def serving(data: Path, *, port: int = 0, pace: int = 0, public_host: str | None = None) -> Iterator[Served]:
    """Run a server, optionally with a public host name, and stop it at the end."""
    server = Served(data, port or (free_port() if public_host else 0), pace, public_host)
    try:
        yield server
    finally:
        server.end(signal.SIGTERM)


def free_port() -> int:
    """Return a port for a server that has to know its address before it starts."""
    with socket.create_server(("127.0.0.1", 0)) as found:
        port: int = found.getsockname()[1]
    return port


class Served:
    """A server in a separate process."""

    def __init__(self, data: Path, port: int, pace: int, public_host: str | None) -> None:
        self._data = data
        self._pace = pace
        self._public = ["--public-url", f"http://{public_host}:{port}"] if public_host else []
        self.port = port
        self.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it (again, on the same port) and wait until it can be used."""
        self._data.mkdir(exist_ok=True)
        options = ["--data", str(self._data), "--port", str(self.port), "--bot-pace", str(self._pace)]
        options += self._public
        with (self._data / "log").open("a") as errors:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "heckmeck", "serve", *options],
                stdout=subprocess.PIPE, stderr=errors, text=True,
                env={name: value for name, value in os.environ.items() if not name.startswith("HECKMECK_")},
            )  # fmt: skip
        assert self._process.stdout is not None
        found = re.search(r":(\d+)[/ ]", self._process.stdout.readline())
        assert found, (self._data / "log").read_text()
        self.port = int(found[1])

    def end(self, how: signal.Signals) -> None:
        """End it, cleanly or like a power cut."""
        if self._process.poll() is None:
            self._process.send_signal(how)
        self._process.wait(30)
        assert self._process.stdout is not None
        self._process.stdout.close()


class Visitor:
    """A visitor with a separate browser context. Errors in its console and requests to other hosts are collected."""

    def __init__(self, browser: Browser, url: str, **options: Any) -> None:
        # Requests answered by a service worker are invisible to tests that watch requests; one test has it.
        usual = {"viewport": DESK, "locale": "en-GB", "service_workers": "block"}
        self._colours = {"color_scheme": "light", "forced_colors": "none", **options}
        self.context = browser.new_context(base_url=url, **{**usual, **options})
        self.context.set_default_timeout(PATIENCE)
        self.page: Page = self.context.new_page()
        self.errors: list[str] = []
        self._url = url
        self.page.on("console", self._said)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("request", self._asked)

    def _said(self, message: ConsoleMessage) -> None:
        # The second one only means that this machine was too busy to draw the page within some seconds.
        expected = ("blocked by Playwright", "was preloaded using link preload but not used within a few seconds")
        if message.type in {"error", "warning"} and not any(text in message.text for text in expected):
            self.errors.append(message.text)

    def _asked(self, request: Request) -> None:
        if not request.url.startswith((self._url, self._url.replace("http", "ws", 1), "data:")):
            self.errors.append(f"a request to another place: {request.url}")

    def play_now(self, game: str, name: str = "Ann") -> None:
        """Go from the start page to a table with bots."""
        self.page.goto("/")
        self.page.get_by_role("button", name=f"Play now: {game}").click()
        self.page.get_by_label("Your name").fill(name)
        self.page.get_by_role("button", name="Let’s play").click()
        self.page.wait_for_url("**/t/*")

    def axe(self) -> list[str]:
        """Return what the accessibility checker finds: everything as the page is, and contrasts in other colours."""
        self.page.evaluate(AXE.read_text())
        self.page.evaluate(PAINTED)
        found = self._violations()
        usual = {name: self._colours[name] for name in ("color_scheme", "forced_colors")}
        for colours in ({"color_scheme": "light"}, {"color_scheme": "dark"}, {"forced_colors": "active"}):
            if colours.items() <= usual.items():
                continue
            self.page.emulate_media(**{**usual, **colours})
            found += [f"{colours} {each}" for each in self._violations(runOnly="color-contrast")]
        self.page.emulate_media(**usual)
        return found

    def _violations(self, **options: str) -> list[str]:
        found: list[str] = self.page.evaluate(JUDGED, options)
        return found


NewVisitor = Callable[..., Visitor]
"""Makes a visitor of the test's server, with options of a browser's context."""
