"""A table in a real browser on which a test puts positions by hand."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, WebSocketRoute

from helpers.browser import Visitor
from helpers.pages import CHOICE

NOTE_FLIGHTS = """() => {
    const named = () => [...document.querySelectorAll("main *")]
        .map((each) => getComputedStyle(each).viewTransitionName)
        .filter((name) => /^(plate|snail|portion)-/.test(name)).sort();
    const start = document.startViewTransition.bind(document);
    window.flights = null;
    document.startViewTransition = (update) => start(() => {
        const from = named();
        update();
        window.flights = [from, named()];
    });
}"""
"""In the page: remembers the last things that moved, at their old places and at their new ones."""


def serve_table(page: Page, code: str, connect: Callable[[WebSocketRoute], None]) -> None:
    """Let a test be the server of a table. A page that is slow to connect asks whether the table is there."""
    page.route_web_socket("**/ws/**", connect)
    page.route(f"**/api/tables/{code}", lambda route: route.fulfill(json={}))


class Stage:
    """A table of a real server, which from the first `tell` on sends only the messages of the test."""

    def __init__(self, visitor: Visitor, game: str, seats: int) -> None:
        self.visitor = visitor
        self.page = visitor.page
        self._last: dict[str, Any] = {}
        self._socket: WebSocketRoute | None = None
        self.page.route_web_socket("**/*", self._connect)
        self.page.goto("/")
        self.page.get_by_role("button", name=f"Play with friends: {game}").click()
        self.page.get_by_label("Your name").fill("Annabelle")
        self.page.get_by_role("radio", name=str(seats)).check()
        self.page.get_by_role("button", name="Open the table").click()
        self.page.get_by_role("button", name="Fill up with bots and start").click()
        self.page.locator(CHOICE).first.wait_for()

    def _connect(self, socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        self._socket = socket
        socket.on_message(server.send)
        server.on_message(self._pass_on)

    def _pass_on(self, text: str | bytes) -> None:
        message = json.loads(text)
        if message.get("position"):
            self._last = {"seq": message["seq"], "position": message["position"]}
        assert self._socket is not None
        self._socket.send(text)

    def in_language(self, language: str) -> None:
        """Switch the language; the position is the server's again."""
        self.page.evaluate("language => localStorage.setItem('PARAGLIDE_LOCALE', language)", language)
        self.page.reload()
        self.page.locator(CHOICE).first.wait_for()

    def tell(self, *events: dict[str, Any], **position: Any) -> None:
        """Send an entry. By default it is our turn, with no dice on the table."""
        self._last["seq"] += 1
        self._last["position"].pop("follow_ups", None)  # a server leaves out empty fields
        self._last["position"] |= {"to_act": 0, "turn_of": 0, "moves": [], "kept": "", "rolled": "", "total": 0}
        self._last["position"] |= position
        assert self._socket is not None
        self._socket.send(json.dumps({"type": "happened", "at": 0, "what": "moved", "events": events, **self._last}))

    def flights(self, *names: str) -> None:
        """Wait until exactly these things have moved."""
        self.page.wait_for_function(
            "wanted => JSON.stringify(window.flights) === JSON.stringify([wanted, wanted])", arg=sorted(names)
        )


def event(name: str, **fields: Any) -> dict[str, Any]:
    return {"event": name, **fields}
