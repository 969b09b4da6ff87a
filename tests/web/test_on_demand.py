"""What is transferred, and what happens if a part cannot be loaded: one language, one game, never a white page."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from helpers.browser import Served, Visitor

BRATWURMECK = "Heckmeck am Bratwurmeck"
LANGUAGES = {"en", "de", "ro"}
UNREACHABLE = "The server cannot be reached"
MISSING = "This part of the game could not be loaded."


@pytest.fixture
def visitor(browser: Browser, server: Served) -> Iterator[Visitor]:
    """A visitor for whom some files are missing. The browser's console complains about that, so it is ignored."""
    visitor = Visitor(browser, server.url, reduced_motion="reduce")
    # As if the page had just reloaded itself, which it does at most once a minute.
    visitor.page.add_init_script("sessionStorage.setItem('heckmeck.renewed', String(Date.now()))")
    yield visitor
    visitor.context.close()


def files(page: Page) -> list[str]:
    """The files of the client that were requested, by their names without the hash."""
    addresses = page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name)")
    return [found[1] for each in addresses if (found := re.search(r"/assets/(.+)-[\w-]{8}\.js$", each))]


def languages(page: Page) -> set[str]:
    return {name.split("-")[0] for name in files(page)} & LANGUAGES


def test_the_start_page_has_one_language_and_no_table(browser: Browser, server: Served) -> None:
    visitor = Visitor(browser, server.url, locale="de-DE")
    visitor.page.goto("/")
    expect(visitor.page.get_by_text("Sofort spielen").first).to_be_visible()
    assert languages(visitor.page) == {"de"}
    assert not {"TablePage", "bratwurmeck", "barbecue", "karteneck"} & set(files(visitor.page))
    visitor.context.close()


def test_a_table_has_one_game_and_keeps_it_in_another_language(visitor: Visitor) -> None:
    page = visitor.page
    visitor.play_now(BRATWURMECK)
    expect(page.get_by_role("region", name="Grill").first).to_be_visible()
    assert {"bratwurmeck", "barbecue", "karteneck"} & set(files(page)) == {"bratwurmeck"}
    assert languages(page) == {"en"}
    table = page.url
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Language").select_option("de")
    expect(page.get_by_role("dialog").get_by_label("Sprache")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Einstellungen")).to_be_visible()
    expect(page.get_by_role("region", name="Grill").first).to_be_visible()
    assert page.url == table
    assert languages(page) == {"en", "de"}


def test_a_language_that_does_not_come_changes_nothing(visitor: Visitor) -> None:
    page = visitor.page
    page.route("**/assets/ro-*", lambda route: route.abort())
    page.goto("/")
    page.get_by_role("button", name="Settings").click()
    language = page.get_by_label("Language")
    language.select_option("ro")
    expect(page.get_by_role("alert").filter(has_text=UNREACHABLE)).to_be_visible()
    expect(language).to_have_value("en")
    language.select_option("de")
    expect(page.get_by_text("Sofort spielen").first).to_be_visible()


@pytest.mark.parametrize("part", ["bratwurmeck", "en-index.ts"])
def test_a_game_that_does_not_come_can_be_asked_for_again(visitor: Visitor, part: str) -> None:
    page = visitor.page
    page.route(f"**/assets/{part}-*", lambda route: route.abort())
    visitor.play_now(BRATWURMECK)
    expect(page.get_by_role("alert").filter(has_text=MISSING)).to_be_visible()
    expect(page.get_by_role("main").get_by_role("link", name="Start page")).to_be_visible()
    page.unroute_all()
    again = page.get_by_role("button", name="Try again")
    again.click()
    expect(again.or_(page.get_by_role("region", name="Grill").first)).to_be_visible()
    # Some browsers cache failed imports.
    if again.is_visible():
        again.click()
    expect(page.get_by_role("region", name="Grill").first).to_be_visible()


def test_a_page_whose_words_do_not_come_says_so(visitor: Visitor) -> None:
    page = visitor.page
    page.goto("/")
    page.route("**/assets/en-LearnPage*", lambda route: route.abort())
    page.goto("/learn")
    expect(page.get_by_role("alert").filter(has_text=MISSING)).to_be_visible()
    page.unroute_all()
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.get_by_text(MISSING)).to_be_hidden()
