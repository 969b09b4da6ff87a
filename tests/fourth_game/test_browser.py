"""The game in a real browser, on the generic table: position as text, moves as buttons, luck checked."""

import subprocess
from pathlib import Path

from playwright.sync_api import Page, expect, sync_playwright

from helpers.browser import PHONE, Visitor, launch, serving
from helpers.pages import AGAIN, CHOICE, LONGEST_GAME, asked, open_table, waits_for_me

ROOT = Path(__file__).parents[2]


def test_it_is_opened_played_checked_and_replayed(installed: Path, tmp_path: Path) -> None:
    subprocess.run([ROOT / "scripts/web", "--quiet"], check=True)
    with serving(tmp_path / "data") as server, sync_playwright() as playwright:
        browser = launch(playwright)
        visitor = Visitor(browser, server.url, permissions=["clipboard-read", "clipboard-write"])
        the_start_page_offers_it(visitor)
        # A target that the bot does not reach before we have had a turn.
        code = open_table(visitor, {"game": "pig", "seats": 2, "options": {"target": 60}}, bots=["hold"], start=True)
        visitor.page.goto(f"/t/{code}")
        visitor.page.locator(CHOICE).first.wait_for()
        assert visitor.axe() == []
        the_position_is_copied(visitor, code)
        play_to_the_end(visitor.page)
        the_luck_is_checked(visitor.page)
        the_replay_shows_it(visitor.page, code)
        assert visitor.errors == []
        visitor.context.close()
        a_phone_needs_no_scrolling_sideways(Visitor(browser, server.url, viewport=PHONE), code)
        browser.close()


def the_start_page_offers_it(visitor: Visitor) -> None:
    visitor.page.goto("/")
    expect(visitor.page.get_by_role("button", name="Play now: Pig")).to_be_visible()


def the_position_is_copied(visitor: Visitor, code: str) -> None:
    page = visitor.page
    page.get_by_role("button", name="About this table").click()
    page.get_by_role("button", name="Copy position").click()
    shown = asked(visitor, f"/api/tables/{code}/position?seat=0")["text"]
    page.wait_for_function("text => navigator.clipboard.readText().then((found) => found === text)", arg=shown)
    page.keyboard.press("Escape")


def play_to_the_end(page: Page) -> None:
    """Hold whatever the die brings."""
    for _ in range(LONGEST_GAME):
        if not waits_for_me(page):
            return
        before = page.evaluate("document.querySelector('main').innerText")
        page.locator("[data-move=hold]").click()
        page.wait_for_function("before => document.querySelector('main').innerText !== before", arg=before)
    raise AssertionError("the game does not end")


def the_luck_is_checked(page: Page) -> None:
    expect(page.locator(AGAIN)).to_be_visible()
    expect(page.get_by_text("outcomes of chance follow from what the server promised")).to_be_visible()


def the_replay_shows_it(page: Page, code: str) -> None:
    page.goto(f"/t/{code}/games/1")
    expect(page.locator("pre")).to_be_visible()


def a_phone_needs_no_scrolling_sideways(visitor: Visitor, code: str) -> None:
    visitor.page.goto(f"/t/{code}")
    expect(visitor.page.locator("main")).to_be_visible()
    assert visitor.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    visitor.context.close()
