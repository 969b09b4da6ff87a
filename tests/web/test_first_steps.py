"""The first minutes in a real browser: what goes wrong is said where it was pressed, and nothing one has is lost."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from helpers.browser import PHONE, Served, Visitor

KARTENECK = "Heckmeck am Karteneck"
UNREACHABLE = "The server cannot be reached"


@pytest.fixture
def newcomer(browser: Browser, server: Served) -> Iterator[Visitor]:
    """Somebody with a phone. The browser's console complains about every refusal, so nobody looks at it."""
    visitor = Visitor(browser, server.url, viewport=PHONE, reduced_motion="reduce")
    yield visitor
    visitor.context.close()


def test_what_goes_wrong_is_said_where_it_was_pressed(newcomer: Visitor) -> None:
    page = newcomer.page
    page.goto("/")
    play = page.get_by_role("button", name=f"Play now: {KARTENECK}")
    play.click()
    name, dialog = page.get_by_label("Your name"), page.get_by_role("dialog")
    name.fill("Ann-Kathrin of the Wormery")
    expect(dialog.get_by_text("26 of 24 characters")).to_be_visible()
    page.get_by_role("button", name="Let’s play").click()
    expect(dialog.get_by_text("This name cannot be used")).to_be_visible()
    expect(name).to_have_value("Ann-Kathrin of the Wormery")
    assert newcomer.axe() == []
    page.route("**/api/**", lambda route: route.abort())
    name.fill("👩‍👩‍👧‍👦 Żółć <b>")
    page.get_by_role("button", name="Let’s play").click()
    expect(dialog.get_by_text(UNREACHABLE)).to_be_visible()
    page.unroute_all()
    page.get_by_role("button", name="Let’s play").click()
    page.wait_for_url("**/t/*")
    page.goto("/")
    play.wait_for()
    page.route("**/api/**", lambda route: route.abort())
    play.click()
    expect(page.get_by_text(UNREACHABLE)).to_be_in_viewport()


def test_a_wrong_code_is_mended_where_it_was_typed(newcomer: Visitor) -> None:
    page = newcomer.page
    page.goto("/")
    page.get_by_role("button", name="Have a code?").click()
    field = page.get_by_label("The table’s code")
    expect(field).to_be_focused()
    for typed, said in (("abcd", "has 8 letters"), ("abcd-efgh", "cannot be found")):
        field.fill(typed)
        page.keyboard.press("Enter")
        expect(page.get_by_text(said)).to_be_in_viewport()
        expect(field).to_have_value(typed)
    assert newcomer.axe() == []
    page.goto("/t/ABCDEFGH")
    expect(page.get_by_label("The table’s code")).to_have_value("ABCDEFGH")
    expect(page.get_by_text("onnect")).to_have_count(0)
    assert newcomer.axe() == []


def test_the_start_page_leads_back_to_the_game(newcomer: Visitor) -> None:
    newcomer.play_now(KARTENECK)
    page, table = newcomer.page, newcomer.page.url
    page.locator("[data-choice]:not(:disabled)").first.wait_for()
    page.get_by_role("link", name="Start page").click()
    card = page.get_by_role("region", name="Still running")
    expect(card).to_contain_text("Your turn!")
    code = table.rpartition("/")[2]
    expect(card).to_contain_text(f"Code {code[:4]} {code[4:]}")
    assert newcomer.axe() == []
    card.get_by_role("link", name="Back to the table").click()
    page.wait_for_url(table)


def test_a_name_is_changed_in_the_settings_and_a_table_for_all_opened_in_the_lobby(newcomer: Visitor) -> None:
    page = newcomer.page
    page.goto("/tables")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status").get_by_text("Saved.")).to_be_visible()
    assert newcomer.axe() == []
    page.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Open a table for everybody").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("radio", name="Everybody")).to_be_checked()
    dialog.get_by_role("radio", name=KARTENECK).check()
    assert newcomer.axe() == []
    dialog.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("listitem").get_by_text("Ann")).to_be_visible()
    page.goto("/tables")
    expect(page.get_by_role("link", name=f"Sit down: {KARTENECK}")).to_be_visible()


def test_the_rules_are_accessible_on_a_phone(browser: Browser, server: Served) -> None:
    visitor = Visitor(browser, server.url, viewport=PHONE, locale="de-DE", color_scheme="dark", reduced_motion="reduce")
    for game in ("bratwurmeck", "barbecue", "karteneck"):
        visitor.page.goto(f"/rules/{game}")
        visitor.page.locator("article").wait_for()
        assert visitor.axe() == []
    visitor.context.close()
