"""The platform around the games: settings on every page, an app to install, sounds, large text, invitations."""

from __future__ import annotations

import json
import signal
import struct
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, Position, Route, expect

from helpers.browser import PHONE, NewVisitor, Served, Visitor, serving
from helpers.pages import FACE, ROLL, leave_dialog

GAMES = ("Heckmeck am Bratwurmeck", "Heckmeck Barbecue", "Heckmeck am Karteneck")
PUBLIC = Path(__file__).parents[2] / "web/public"
LARGE = 32
"""Pixels of the usual text: 200 %."""

COUNT_SOUNDS = """
    globalThis.heard = { contexts: 0, sources: 0 };
    globalThis.AudioContext = class extends AudioContext {
        constructor(...options) { super(...options); heard.contexts += 1; }
    };
    const start = AudioScheduledSourceNode.prototype.start;
    AudioScheduledSourceNode.prototype.start = function (...when) { heard.sources += 1; start.apply(this, when); };
    const startBuffer = AudioBufferSourceNode.prototype.start;
    AudioBufferSourceNode.prototype.start = function (...when) { heard.sources += 1; startBuffer.apply(this, when); };
"""


LINK = "http://192.168.1.5:8765/t/ABCDEFGH"


def others_find(route: Route) -> None:
    """Return the link that a server in a home network would."""
    route.fulfill(json={"code": "ABCDEFGH", "link": LINK})


def settings(page: Page) -> Locator:
    """Open the settings, which are loaded when they are opened first."""
    page.get_by_role("button", name="Settings").click()
    dialog = page.get_by_role("dialog")
    dialog.wait_for()
    return dialog


def open_table(page: Page, game: str = GAMES[0]) -> None:
    page.goto("/")
    page.get_by_role("button", name=f"Play with friends: {game}").click()
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")


def test_settings_are_reached_on_every_page_and_remembered(new_visitor: NewVisitor) -> None:
    visitor = new_visitor(viewport=PHONE, reduced_motion="reduce")
    page = visitor.page
    root = page.locator("html")
    page.goto("/tables")
    dialog = settings(page)
    assert visitor.axe() == []
    dialog.get_by_role("radio", name="Dark").check()
    dialog.get_by_role("radio", name="Less").check()
    dialog.get_by_role("switch", name="Sound").check()
    dialog.get_by_role("slider", name="Volume").fill("25")
    leave_dialog(page)
    expect(dialog).to_be_hidden()
    expect(page.get_by_role("button", name="Settings")).to_be_focused()
    open_table(page)
    expect(root).to_have_attribute("data-theme", "dark")
    expect(root).to_have_attribute("data-motion", "less")
    bars = page.eval_on_selector_all("meta[name=theme-color]", "bars => bars.map((bar) => bar.content)")
    assert bars == ["#0e1430", "#0e1430"]
    # At a table a phone has no room for it beside the menu.
    page.get_by_role("button", name="About this table").click()
    dialog = settings(page)
    expect(dialog.get_by_role("slider", name="Volume")).to_have_value("25")
    dialog.get_by_label("Language").select_option("ro")
    # The page is rendered again in another language, and the settings stay open.
    expect(page.get_by_role("dialog").get_by_label("Limba")).to_be_focused()
    page.get_by_role("dialog").get_by_role("button", name="Închide").click()
    page.get_by_role("button", name="Despre această masă").click()
    expect(page.get_by_role("button", name="Setări")).to_be_visible()


def test_nothing_sounds_until_somebody_wants_it(new_visitor: NewVisitor) -> None:
    visitor = new_visitor(reduced_motion="reduce")
    page = visitor.page
    page.add_init_script(COUNT_SOUNDS)
    visitor.play_now(GAMES[0])
    page.locator(FACE).last.click()
    page.locator(ROLL).wait_for()
    assert page.evaluate("heard") == {"contexts": 0, "sources": 0}
    settings(page).get_by_role("switch", name="Sound").check()
    page.wait_for_function("() => heard.sources > 0")
    leave_dialog(page)
    page.reload()
    page.locator(FACE).last.wait_for()
    # Remembered, but browsers require a touch first.
    assert page.evaluate("heard") == {"contexts": 0, "sources": 0}
    page.locator(FACE).last.click()
    page.locator(ROLL).click()
    page.wait_for_function("() => heard.sources > 0")
    assert page.evaluate("heard.contexts") == 1


@pytest.fixture
def large(new_visitor: NewVisitor) -> Page:
    """A small phone with text twice as large."""
    page = new_visitor(viewport=PHONE, reduced_motion="reduce").page
    page.add_init_script(
        f"addEventListener('DOMContentLoaded', () => (document.documentElement.style.fontSize = '{LARGE}px'))"
    )
    return page


def fits(page: Page) -> None:
    """Nothing is cut off or needs scrolling sideways, and every button can be reached."""
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    outside = page.evaluate(
        """width => [...document.querySelectorAll('button, a, input, select')].filter((each) => {
            const box = each.getBoundingClientRect();
            return box.width > 0 && (box.left < -1 || box.right > width + 1);
        }).map((each) => each.outerHTML.slice(0, 120))""",
        PHONE["width"],
    )
    assert outside == []
    clipped = page.evaluate(
        """() => [...document.querySelectorAll('main :not(input), header *')].filter((each) =>
            each.clientWidth > 1 && each.scrollWidth > each.clientWidth + 1
            && getComputedStyle(each).overflowX !== 'visible'
        ).map((each) => each.outerHTML.slice(0, 120))"""
    )
    assert clipped == []


def test_text_may_be_twice_as_large_on_all_pages(large: Page) -> None:
    large.goto("/")
    large.get_by_role("button", name="Play now").first.wait_for()
    fits(large)
    large.get_by_role("button", name="Play with friends").first.click()
    large.get_by_role("dialog", name="A table for your friends").wait_for()  # its code is loaded only now
    fits(large)
    leave_dialog(large)
    settings(large).get_by_role("switch", name="Sound").check()
    fits(large)
    leave_dialog(large)
    large.goto("/tables")
    large.get_by_text("No table is open").wait_for()
    fits(large)
    large.evaluate("history.pushState(null, '', '/nowhere'), dispatchEvent(new PopStateEvent('popstate'))")
    large.get_by_text("There is nothing here").wait_for()
    fits(large)
    large.route("**/api/tables/*/address", others_find)
    open_table(large)
    large.get_by_role("img", name="QR code").wait_for()
    fits(large)


@pytest.mark.parametrize("game", GAMES)
def test_text_may_be_twice_as_large_at_a_table(large: Page, game: str) -> None:
    # The left edge of overlapping cards is visible.
    edge: Position = {"x": 6, "y": 12}
    choices = large.locator("[data-choice]:not(:disabled)")
    open_table(large, game)
    large.get_by_role("button", name="Fill up with bots and start").click()
    # First choose dice or cards, then decide what to do with them.
    for shown in ("[data-face], [data-card]", "[data-action=roll], [data-action=lay]"):
        choices.and_(large.locator(shown)).first.wait_for()
        fits(large)
        for choice in choices.all():
            choice.click(trial=True, position=edge)
        choices.first.click(position=edge)


WORDS = [".own .turn", ".own .recent", ".enamel strong", ".enamel small", ".chip"]
SIZES = """words => words.map((each) => parseFloat(getComputedStyle(document.querySelector(each)).fontSize))"""


@pytest.mark.parametrize("game", GAMES)
def test_words_at_a_table_grow_with_the_text(large: Page, game: str) -> None:
    open_table(large, game)
    large.get_by_role("button", name="Fill up with bots and start").click()
    large.locator("[data-choice]:not(:disabled)").first.wait_for()
    grown = large.evaluate(SIZES, WORDS)
    large.evaluate("document.documentElement.style.fontSize = ''")
    usual = large.evaluate(SIZES, WORDS)
    assert {word: now / then for word, now, then in zip(WORDS, grown, usual, strict=True) if now < 1.25 * then} == {}


def test_the_app_can_be_installed_and_says_what_to_do_without_the_server(
    browser: Browser, client: None, tmp_path: Path
) -> None:
    with serving(tmp_path / "data") as server:
        visitor = Visitor(browser, server.url, service_workers="allow", locale="de-DE")
        page = visitor.page
        page.goto("/")
        page.evaluate("navigator.serviceWorker.ready")
        session = page.context.new_cdp_session(page)
        session.send("Page.enable")
        manifest = session.send("Page.getAppManifest")
        assert manifest["errors"] == []
        assert json.loads(manifest["data"])["display"] == "standalone"
        errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
        # A window without a history cannot install anything, whatever the page is like.
        assert [error for error in errors if error["errorId"] != "in-incognito"] == []
        page.wait_for_function("() => navigator.serviceWorker.controller")
        page.get_by_role("button", name="Sofort spielen").first.wait_for()
        kept = page.evaluate(
            """async () => {
                const names = await caches.keys();
                const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
                return all.flat().map((request) => new URL(request.url).pathname);
            }"""
        )
        assert "/offline.html" in kept
        assert not any(path == "/" or path.startswith(("/api", "/ws", "/t/")) for path in kept)
        server.end(signal.SIGTERM)
        page.goto("/tables")
        expect(page.get_by_role("heading", name="Der Grill ist kalt")).to_be_visible()
        expect(page.get_by_role("heading")).to_have_count(1)
        assert visitor.axe() == []
        again = page.get_by_role("button", name="Jetzt nachsehen")
        for width, height in ((844, 390), (360, 640)):
            page.set_viewport_size({"width": width, "height": height})
            expect(again).to_be_in_viewport(ratio=1)
        server.start()
        again.click()
        page.get_by_role("heading", name="Offene Tische").wait_for()
        visitor.context.close()


def test_icons_have_the_sizes_that_the_manifest_says() -> None:
    manifest = json.loads((PUBLIC / "manifest.webmanifest").read_text("utf-8"))
    for icon in manifest["icons"]:
        header = (PUBLIC / icon["src"].lstrip("/")).read_bytes()[:24]
        assert "x".join(map(str, struct.unpack(">II", header[16:]))) == icon["sizes"]
    assert {icon.get("purpose", "any") for icon in manifest["icons"]} == {"any", "maskable"}


def test_the_invitation_has_the_link_that_the_server_names(new_visitor: NewVisitor, server: Served) -> None:
    """In a home network it differs from the host's own address, 127.0.0.1."""
    page = new_visitor().page
    page.route("**/api/tables/*/address", others_find)
    open_table(page)
    expect(page.get_by_label("Invite your friends")).to_have_value(LINK)
    expect(page.get_by_role("img", name="QR code")).to_be_visible()
    expect(page.get_by_text("Only this computer")).to_have_count(0)


def test_only_the_host_of_a_local_server_reads_of_a_command(new_visitor: NewVisitor) -> None:
    host, guest = new_visitor(reduced_motion="reduce").page, new_visitor(reduced_motion="reduce").page
    open_table(host)
    expect(host.get_by_text("scripts/play --lan")).to_be_visible()
    guest.goto(host.url)
    expect(guest.get_by_label("Invite your friends")).to_have_value(host.url)
    expect(guest.get_by_text("--lan")).to_have_count(0)
