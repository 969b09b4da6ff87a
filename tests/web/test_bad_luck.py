"""Missing or broken parts: a sentence and a way to go on, never a white page."""

from __future__ import annotations

import re

from playwright.sync_api import Page, WebSocketRoute, expect

from helpers.browser import NewVisitor

GAME = "Heckmeck am Bratwurmeck"
BLOCK_STORAGE = """
    for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(globalThis, name, {
        get() { throw new DOMException("The operation is insecure.", "SecurityError"); },
    });
"""


def without(page: Page, pattern: str) -> re.Pattern[str]:
    """Block all files whose address matches."""
    found = re.compile(pattern)
    page.route(found, lambda route: route.abort())
    return found


def expected(errors: list[str]) -> None:
    """Ignore the browser's own errors about a missing file."""
    said = ("Failed to load resource", "ERR_FAILED", "Failed to fetch dynamically imported module")
    errors[:] = [error for error in errors if not any(words in error for words in said)]


def test_an_address_that_cannot_be_read(new_visitor: NewVisitor) -> None:
    page = new_visitor().page
    for path in ("/t/%zz", "/t/%zz/games/1"):
        page.goto("/")
        page.evaluate("path => history.pushState(null, '', path)", path)
        page.reload()
        page.get_by_role("link", name="Start page").click()
        expect(page.get_by_role("button", name=f"Play now: {GAME}")).to_be_visible()


def test_a_forbidden_storage(new_visitor: NewVisitor) -> None:
    visitor = new_visitor()
    page = visitor.page
    page.add_init_script(BLOCK_STORAGE)
    visitor.play_now(GAME)
    page.locator("[data-face]:not(:disabled)").last.click()
    page.locator("[data-action=roll]").wait_for()
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("dialog").get_by_label("Language").select_option("de")
    expect(page.get_by_role("dialog").get_by_label("Sprache")).to_be_visible()
    page.goto("/learn/bratwurmeck")
    expect(page.locator("[data-next]")).to_be_visible()


def test_a_page_whose_code_does_not_come(new_visitor: NewVisitor) -> None:
    visitor = new_visitor()
    page = visitor.page
    page.goto("/")
    missing = without(page, r"/assets/Lobby-.*\.js")
    page.get_by_role("link", name="Open tables").last.click()
    # The server answers, so the page reloads once; then it shows the error.
    expect(page.get_by_role("alert")).to_have_text("This part of the game could not be loaded.")
    page.unroute(missing)
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("heading", name="Open tables")).to_be_visible()
    expected(visitor.errors)


def test_a_part_of_a_table_whose_code_does_not_come(new_visitor: NewVisitor) -> None:
    visitor = new_visitor()
    page = visitor.page
    visitor.play_now(GAME)
    page.locator("[data-face]:not(:disabled)").first.wait_for()
    page.evaluate("globalThis.same = true")
    without(page, r"/assets/TableMenu-.*\.js")
    page.get_by_role("button", name="About this table").click()
    expect(page.get_by_text("This part of the game could not be loaded.")).to_be_visible()
    page.locator("[data-face]:not(:disabled)").last.click()
    page.locator("[data-action=roll]").wait_for()
    assert page.evaluate("globalThis.same"), "the page was loaded anew in the middle of a game"
    expected(visitor.errors)


def test_a_first_load_that_does_not_come(new_visitor: NewVisitor) -> None:
    visitor = new_visitor(locale="de-DE")
    page = visitor.page
    # The entry, what it loads to show something, and what both need.
    for pattern in (r"/assets/index-.*\.js", r"/assets/start-.*\.js", r"/assets/rolldown-runtime-.*\.js"):
        missing = without(page, pattern)
        page.goto("/")
        expect(page.get_by_role("heading", name="Heckmeck konnte nicht geladen werden")).to_be_visible()
        page.unroute(missing)
        page.get_by_role("button", name="Noch einmal versuchen").click()
        expect(page.get_by_role("button", name=f"Sofort spielen: {GAME}")).to_be_visible()
    expected(visitor.errors)


def test_a_game_that_begins_without_the_seed_that_was_sent(new_visitor: NewVisitor) -> None:
    visitor = new_visitor(reduced_motion="reduce")
    page = visitor.page

    def serve(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        # As if the server had not received it: only the sender can tell.
        socket.on_message(lambda text: None if '"reveal"' in str(text) else server.send(text))

    page.route_web_socket("**/ws/**", serve)
    visitor.play_now(GAME)
    alarm = page.get_by_role("alert").filter(has_text="The game began without your part in its luck")
    expect(alarm.get_by_role("button", name="Got it")).to_be_visible()
    assert visitor.axe() == []
    # It is shown again after a reload, until it was dismissed.
    page.reload()
    alarm.get_by_role("button", name="Got it").click()
    expect(alarm).to_have_count(0)
    page.locator("[data-face]:not(:disabled)").last.click()
    page.locator("[data-action=roll]").wait_for()
