"""Two devices of one player in real browsers: linked by a code, seen, revoked; and a player who erases herself."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from helpers.browser import NewVisitor, Visitor
from helpers.pages import LATER, asked


def known(visitor: Visitor, name: str) -> Visitor:
    """Let the server and the page know a visitor by name."""
    visitor.page.goto("/")
    asked(visitor, "/api/me", {"name": name})
    visitor.page.evaluate("name => localStorage.setItem('heckmeck.name', name)", name)
    visitor.page.reload()
    return visitor


def account(page: Page) -> Locator:
    """Open the part of the settings that is about devices and data."""
    page.locator("[data-settings]").first.click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Devices and data").click()
    dialog.get_by_role("heading", name="Use your player of another device").wait_for()
    return dialog


def name_of(visitor: Visitor) -> str | None:
    found: str | None = asked(visitor, "/api/me")["name"]
    return found


def test_a_second_device_is_linked_seen_and_revoked(new_visitor: NewVisitor) -> None:
    first, second = known(new_visitor(), "Ann"), known(new_visitor(), "Bo")
    dialog = account(first.page)
    devices = dialog.get_by_role("listitem")
    expect(devices).to_have_count(1)
    expect(devices).to_contain_text("This device")
    dialog.get_by_role("button", name="Link another device").click()
    code = dialog.locator(".code strong").inner_text()
    expect(dialog.get_by_role("timer")).to_contain_text("Valid for")
    assert first.axe() == []

    typed = account(second.page)
    expect(typed.get_by_role("listitem")).to_have_count(1)
    typed.get_by_label("The code shown there").fill(code.lower())
    typed.get_by_role("button", name="Continue").click()
    page = second.page
    page.get_by_role("heading", name="Play as Ann on this device?").wait_for()
    expect(page.get_by_text("What it had as Bo so far")).to_be_visible()
    assert name_of(second) == "Bo", "nothing happens before it is confirmed"
    assert second.axe() == []
    page.get_by_role("button", name="Play as Ann").click()
    page.wait_for_url("**/")
    assert name_of(second) == "Ann"
    assert page.evaluate("localStorage.getItem('heckmeck.name')") == "Ann"

    expect(dialog.get_by_text("plays as you now")).to_be_visible()
    expect(devices).to_have_count(2)
    other = devices.filter(has_not_text="This device").get_by_role("button")
    other.click()
    expect(other).to_have_text("Really sign out?")
    first.page.wait_for_function(LATER, arg=first.page.evaluate("performance.now()"))
    other.click()
    expect(devices).to_have_count(1)
    assert name_of(second) is None
    assert name_of(first) == "Ann"
    asked(second, "/api/me", {"name": "Ann"})
    assert len(asked(second, "/api/me/devices")) == 1, "a new guest of the same name"


def test_the_link_of_the_qr_code_asks_before_it_links(new_visitor: NewVisitor) -> None:
    first, second = known(new_visitor(), "Ann"), new_visitor(locale="de-DE")
    code = asked(first, "/api/me/link", {})["code"]
    page = second.page
    page.goto(f"/link/{code}")
    page.get_by_role("heading", name="Auf diesem Gerät als Ann spielen?").wait_for()
    page.get_by_role("button", name="Abbrechen").click()
    page.wait_for_url("**/")
    assert name_of(second) is None
    page.goto(f"/link/{code}")
    page.get_by_role("button", name="Als Ann spielen").click()
    page.wait_for_url("**/")
    assert name_of(second) == "Ann"


def test_who_erases_herself_is_asked_twice_and_is_nobody_then(new_visitor: NewVisitor) -> None:
    visitor = known(new_visitor(), "Zoe")
    page, dialog = visitor.page, account(visitor.page)
    with page.expect_download() as download:
        dialog.get_by_role("button", name="Download my data").click()
    assert '"Zoe"' in download.value.path().read_text()
    dialog.get_by_role("button", name="Erase me").click()
    expect(dialog.get_by_text("The games stay")).to_be_visible()
    assert visitor.axe() == []
    assert name_of(visitor) == "Zoe"
    dialog.get_by_role("button", name="Yes, erase me for good").click()
    page.wait_for_url("**/")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert name_of(visitor) is None
    assert page.evaluate("localStorage.getItem('heckmeck.name')") == ""
