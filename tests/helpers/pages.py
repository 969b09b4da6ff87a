"""Playing on the pages: by clicks, or by requests instead."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Locator, Page

from helpers.browser import Visitor

CHOICE = "[data-choice]:not(:disabled)"
FACE, STOP, ROLL = "[data-face][data-choice]", "[data-action=stop][data-choice]", "[data-action=roll][data-choice]"
"""What can be pressed now in a turn with dice."""
LATER = "since => performance.now() - since > 420"
"""In the page: whether a second press is a deliberate one."""
AGAIN = "button:has-text('Play again')"
LONGEST_GAME = 600
"""Maximum number of decisions; greedy play ends every game long before."""


def waits_for_me(page: Page) -> bool:
    """Wait until it is our turn or the game is over, and return whether there is something to decide."""
    page.locator(f"{CHOICE}, {AGAIN}").first.wait_for()
    return page.locator(AGAIN).count() == 0


def keep_or_stop(page: Page) -> None:
    """Choose the highest face if there are dice to keep; take what can be taken with it; else roll on."""
    if page.locator(FACE).count():
        page.locator(FACE).last.click()
    stop, roll = page.locator(STOP), page.locator(ROLL)
    if stop.count() and (not roll.count() or not page.locator(f"{STOP}.idle").count()):
        insist(stop)
    elif roll.count():
        roll.click()


def insist(button: Locator) -> None:
    """Press a button, and once more if it asks for confirmation. A quick second press would not count."""
    button.click()
    if button.and_(button.page.locator(".armed")).count():
        button.page.wait_for_function(LATER, arg=button.page.evaluate("performance.now()"))
        button.click()


def play_to_the_end(page: Page, move: Callable[[Page], None] | None = None) -> None:
    for _ in range(LONGEST_GAME):
        if not waits_for_me(page):
            return
        before = page.evaluate("document.body.innerText")
        (move or keep_or_stop)(page)
        page.wait_for_function("before => document.body.innerText !== before", arg=before)
    raise AssertionError("the game does not end")


def asked(visitor: Visitor, path: str, body: Any = None) -> Any:
    """Send a request as a visitor's page would."""
    request, (scheme, host, *_) = visitor.page.request, urlsplit(visitor.page.url)
    origin = f"{scheme}://{host}"
    reply = request.get(path) if body is None else request.post(path, data=body, headers={"origin": origin})
    assert reply.ok, reply.text()
    return reply.json()


def open_table(visitor: Visitor, plan: dict[str, Any], name: str = "Ann", **more: Any) -> str:
    """Sit down at a new table, without going through the pages."""
    visitor.page.goto("/")
    asked(visitor, "/api/me", {"name": name})
    code: str = asked(visitor, "/api/tables", {"plan": plan, "name": name, **more})["code"]
    return code


def leave_dialog(page: Page) -> None:
    """Close an overlay, and wait until the history has gone back; no person is quicker."""
    page.keyboard.press("Escape")
    page.wait_for_function("() => history.state === null")


def switch(page: Page, name: str = "Coach") -> Any:
    return page.get_by_role("switch", name=name)
