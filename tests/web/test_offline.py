"""Playing without a server: what can go wrong on a static site, and the installed app."""

from __future__ import annotations

import json
import re
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from helpers.browser import PHONE, Visitor, serving
from helpers.pages import FACE, ROLL, keep_or_stop, open_table, play_to_the_end, switch, waits_for_me
from helpers.static_site import StaticSite, served

GAME = "Heckmeck am Bratwurmeck"
LOADING = 90_000
"""Milliseconds for the parts to be loaded and Python to start, on a busy machine."""
FULL = """
let full = false;
new BroadcastChannel("full").onmessage = ({ data }) => (full = data);
const { transaction } = IDBDatabase.prototype;
IDBDatabase.prototype.transaction = function (stores, mode, ...more) {
    const begun = transaction.call(this, stores, mode, ...more);
    if (full && mode === "readwrite") {
        Object.defineProperty(begun, "error", { value: new DOMException("no room", "QuotaExceededError") });
        queueMicrotask(() => begun.abort());
    }
    return begun;
};
"""
"""In the worker: lets every change fail as browsers do when there is no room left."""
HURRYING = "() => void setInterval(() => document.querySelector('[data-waiting]')?.click(), 30)"
"""In the page: presses "Hurry along" whenever a bot is to act."""
KEPT_FILES = """async () => {
    const names = (await caches.keys()).filter((each) => each.startsWith("heckmeck-copy-"));
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
}"""
"""In the page: the paths of the files of a copy that have arrived."""
TABLE = re.compile(r"/t/~\w{8}$")


@pytest.fixture
def own_site(site_folder: Path) -> Iterator[StaticSite]:
    """A site on another port, of which no browser has anything yet."""
    with served(site_folder) as found:
        yield found


@pytest.fixture
def visit(browser: Browser, own_site: StaticSite) -> Iterator[Callable[..., Visitor]]:
    """Make visitors of the site. What is printed about a network that was cut is no error of the page."""
    visitors: list[Visitor] = []

    def make(**options: object) -> Visitor:
        usual = {"service_workers": "allow", "reduced_motion": "reduce"}
        visitor = Visitor(browser, f"{own_site.url}/", **{**usual, **options})
        visitor.context.set_default_timeout(LOADING)
        visitors.append(visitor)
        return visitor

    yield make
    for visitor in visitors:
        visitor.context.close()


def begin(page: Page) -> None:
    """Play now from the start page, as somebody without a name."""
    page.get_by_role("button", name=f"Play now: {GAME}").click()
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("button", name="Let’s play").click()


def play(page: Page) -> None:
    """Go from the start page to a table."""
    page.goto("./")
    begin(page)
    page.wait_for_url(TABLE)
    assert waits_for_me(page)


def dialog(page: Page) -> Locator:
    return page.get_by_role("dialog").last


def fill_up(route: Route) -> None:
    """Serve the worker with a disk that is full while a page says so."""
    if route.request.resource_type == "fetch":  # for the copy, whose files are verified
        route.continue_()
        return
    reply = route.fetch()
    route.fulfill(response=reply, body=FULL + reply.text())


class _Unavailable(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_error(503)

    def log_message(self, *_: object) -> None:
        """Print nothing."""


@contextmanager
def proxy_without_server(url: str) -> Iterator[None]:
    """Answer at an address like a proxy whose server does not run."""
    with ThreadingHTTPServer(("127.0.0.1", urlsplit(url).port or 0), _Unavailable) as proxy:
        threading.Thread(target=proxy.serve_forever, args=(0.02,), daemon=True).start()
        yield
        proxy.shutdown()


def test_what_a_static_site_offers_and_what_needs_a_server(visit: Callable[..., Visitor]) -> None:
    visitor = visit(viewport=PHONE)
    page = visitor.page
    page.goto("./")
    expect(page.get_by_text("No server needed")).to_be_visible()
    expect(page.get_by_text("The first game loads")).to_be_visible()
    expect(page.get_by_role("link", name="Open tables")).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    board = page.locator("aside").bounding_box()
    assert board
    assert board["height"] < PHONE["height"] / 3
    assert visitor.axe() == []
    for path in ("#/tables", "#/link", "#/t/ABCDEFGH", "#/r/ABCDEFGH"):
        page.goto(f"./{path}")
        expect(page.get_by_text("This needs a server")).to_be_visible()
    assert visitor.axe() == []
    # An address below the site, opened anew.
    page.goto("./#/rules/barbecue#barbecue-8")
    page.reload()
    expect(page.locator("#barbecue-8")).to_be_in_viewport()
    page.goto("./#/learn/bratwurmeck")
    page.reload()
    page.get_by_role("button", name="Next").wait_for()
    assert visitor.errors == []


def test_a_game_is_reviewed_replayed_and_saved_as_a_record(
    visit: Callable[..., Visitor], own_site: StaticSite, tmp_path: Path
) -> None:
    page = visit().page
    play(page)
    page.get_by_role("button", name="About this table").click()
    expect(dialog(page)).to_contain_text("needs a server, and this page has none")
    page.keyboard.press("Escape")
    code = page.url.rpartition("/")[2]
    switch(page).click()
    expect(page.locator("[data-best]")).to_be_visible()
    page.evaluate(HURRYING)
    with own_site.without_network():
        play_to_the_end(page, keep_or_stop)
        page.get_by_role("button", name="Review").first.click()
        expect(page.get_by_role("dialog").get_by_role("heading").first).to_be_visible()
        page.goto("./#/me")
        expect(page.get_by_text("on this device").first).to_be_visible()
        page.get_by_role("link", name="Watch the replay").click()
        page.get_by_role("button", name="Review the game").click()
        dialog(page).get_by_role("heading", name="Luck and choices").wait_for()
        page.keyboard.press("Escape")
        with page.expect_download() as saving:
            page.get_by_role("button", name="Save as a file").click()
        file = tmp_path / "game.jsonl"
        saving.value.save_as(file)
    assert json.loads(file.read_text("utf-8"))["game"] == "bratwurmeck"
    assert "~" not in saving.value.suggested_filename
    assert code.removeprefix("~") in saving.value.suggested_filename


def test_a_broken_download_is_said_and_goes_on_where_it_stopped(
    visit: Callable[..., Visitor], own_site: StaticSite
) -> None:
    visitor = visit(viewport=PHONE)
    page = visitor.page
    own_site.breaks = ".wasm"
    page.goto("./")
    begin(page)
    expect(dialog(page)).to_contain_text("could not be loaded completely")
    assert visitor.axe() == []
    own_site.breaks = ""
    kept = page.evaluate(KEPT_FILES)  # the failure has ended all other downloads
    assert len(kept) > 10
    own_site.asked.clear()
    dialog(page).get_by_role("button", name="Try again").click()
    page.wait_for_url(TABLE)  # what was pressed before is still wanted
    assert any(".wasm" in path for path in own_site.asked)
    assert not {*kept}.intersection(own_site.asked)


def test_a_game_that_is_cancelled_while_it_is_loaded_is_not_entered(visit: Callable[..., Visitor]) -> None:
    page = visit(service_workers="block").page
    held: list[Route] = []
    page.context.route("**/offline/heckmeck-*", lambda route: held.append(route))
    page.goto("./")
    begin(page)
    expect(dialog(page)).to_contain_text("Laying the table")
    page.go_back()
    expect(page.get_by_text("Laying the table")).to_have_count(0)
    page.get_by_role("button", name="Let’s play").click()
    dialog(page).get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    for route in held:
        route.continue_()
    page.context.unroute("**/offline/heckmeck-*")
    # Only the game that is wanted in the end has a table.
    page.get_by_role("button", name="Play now: Heckmeck Barbecue").click()
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("button", name="Let’s play").click()
    page.wait_for_url(TABLE)
    assert waits_for_me(page)
    page.goto("./#/me")
    expect(page.get_by_role("link", name="Back to the table")).to_have_count(1)


def test_two_tabs(visit: Callable[..., Visitor]) -> None:
    first = visit().page
    play(first)
    second = first.context.new_page()
    second.goto(first.url)
    expect(dialog(second)).to_contain_text("open in another tab")
    dialog(second).get_by_role("button", name="Close").click()
    expect(second.get_by_text("open in another tab")).to_be_visible()
    expect(second.get_by_text("Connection lost")).to_have_count(0)
    second.get_by_role("button", name="Play here").click()
    assert waits_for_me(second)
    expect(dialog(first)).to_contain_text("open in another tab")
    # And back again, without a loss: what is kept here is there as well.
    second.locator(FACE).last.click()
    second.locator(ROLL).click()
    expect(second.get_by_role("button", name=re.compile("^Roll"))).to_be_visible()
    first.get_by_role("button", name="Play here").click()
    expect(dialog(second)).to_contain_text("open in another tab")
    expect(first.get_by_role("dialog")).to_have_count(0)
    second.close()
    assert waits_for_me(first)


def test_a_full_disk_is_said_and_the_move_is_stored_once_there_is_room(visit: Callable[..., Visitor]) -> None:
    page = visit(service_workers="block").page
    page.context.route("**/assets/host-*.js", fill_up)
    play(page)
    page.evaluate("new BroadcastChannel('full').postMessage(true)")
    page.locator(FACE).last.click()
    page.locator(ROLL).click()
    expect(dialog(page)).to_contain_text("no room left on this device")
    expect(dialog(page)).to_contain_text("not stored yet")
    page.evaluate("new BroadcastChannel('full').postMessage(false)")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.reload()
    assert waits_for_me(page)
    expect(page.get_by_text("Nothing kept yet")).to_have_count(0)


def test_deleted_data_is_said_and_a_new_game_can_be_played(visit: Callable[..., Visitor]) -> None:
    visitor = visit(viewport=PHONE)
    page = visitor.page
    play(page)
    table = page.url
    origin = "{0.scheme}://{0.netloc}".format(urlsplit(table))
    page.context.new_cdp_session(page).send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
    page.locator(FACE).last.click()
    page.locator(ROLL).click()
    expect(dialog(page)).to_contain_text("was deleted from this device")
    expect(dialog(page)).not_to_contain_text("by itself")
    dialog(page).get_by_role("button", name="Start page").click()
    page.get_by_role("button", name=f"Play now: {GAME}").click()
    page.wait_for_url(TABLE)
    assert waits_for_me(page)
    page.goto(table)
    expect(page.get_by_role("heading", name="This table is not on this device")).to_be_visible()
    expect(page.get_by_role("button", name="Join")).to_have_count(0)
    assert visitor.axe() == []


@pytest.mark.parametrize("missing", ["WebAssembly", "DecompressionStream"])
def test_a_browser_that_cannot_is_told_before_anything_is_loaded(
    visit: Callable[..., Visitor], own_site: StaticSite, missing: str
) -> None:
    page = visit().page
    page.add_init_script(f"delete globalThis.{missing}")
    page.goto("./")
    expect(page.get_by_text("Safari and iOS 16.4")).to_be_visible()
    expect(page.get_by_text("The first game loads")).to_have_count(0)
    begin(page)
    expect(dialog(page)).to_contain_text("Safari and iOS 16.4")
    expect(dialog(page).get_by_role("button", name="Try again")).to_have_count(0)
    assert not any(".wasm" in path for path in own_site.asked)


def test_a_static_site_without_a_network_says_what_is_missing(
    visit: Callable[..., Visitor], own_site: StaticSite
) -> None:
    visitor = visit(viewport=PHONE)
    page = visitor.page
    page.goto("./")
    page.wait_for_function("() => navigator.serviceWorker.controller")
    with own_site.without_network():
        page.reload()
        expect(page.get_by_role("heading", name="The grill is cold")).to_be_visible()
        expect(page.get_by_text("The game is not on this device yet")).to_be_visible()
        expect(page.locator("[data-served]:visible")).to_have_count(0)
        expect(page.get_by_role("link")).to_have_count(0)
        assert visitor.axe() == []


def test_the_games_are_deleted_from_a_device_only_after_a_question(
    visit: Callable[..., Visitor], own_site: StaticSite
) -> None:
    visitor = visit(viewport=PHONE)
    page = visitor.page
    page.goto("./")
    page.wait_for_function("() => navigator.serviceWorker.controller")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="Load onto this device").click()
    delete = page.get_by_role("button", name="Delete from this device")
    delete.wait_for()
    expect(page.get_by_text("does not touch what you have played")).to_be_visible()
    with own_site.without_network():
        delete.click()
        expect(page.get_by_text("There is no network now")).to_be_visible()
        assert visitor.axe() == []
        page.get_by_role("button", name="Cancel").click()
        page.reload()
        expect(page.get_by_role("button", name=f"Play now: {GAME}")).to_be_visible()
    page.get_by_role("button", name="Settings").click()
    delete.click()
    expect(page.get_by_text("would have to be loaded once more")).to_be_visible()
    page.get_by_role("button", name="Delete", exact=True).click()
    expect(page.get_by_text("What you have played stays.")).to_be_visible()


def test_the_installed_app_plays_on_without_the_server(browser: Browser, client: None, tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server:
        visitor = Visitor(browser, server.url, service_workers="allow", reduced_motion="reduce", viewport=PHONE)
        visitor.context.set_default_timeout(LOADING)
        page = visitor.page
        page.goto("/")
        page.wait_for_function("() => navigator.serviceWorker.controller")
        theirs = open_table(visitor, {"game": "bratwurmeck", "seats": 2})
        page.goto(f"/t/{theirs}")
        page.get_by_role("button", name="Start").wait_for()
        server.end(signal.SIGTERM)
        page.goto("/")
        expect(page.get_by_role("heading", name="The grill is cold")).to_be_visible()
        expect(page.get_by_text("start it again, with scripts/play")).to_be_visible()
        expect(page.get_by_role("link")).to_have_count(0)  # nothing is here to be played
        server.start()
        page.get_by_role("button", name="Settings").click()
        page.get_by_role("button", name="Load onto this device").click()
        expect(page.get_by_text("The games are on this device")).to_be_visible(timeout=LOADING)
        assert visitor.axe() == []
        server.end(signal.SIGTERM)
        with proxy_without_server(server.url):
            page.goto("/")
            expect(page.get_by_text("Tables with other devices need a network")).to_be_visible()
        page.goto("/")
        expect(page.get_by_text("Tables with other devices need a network")).to_be_visible()
        assert visitor.axe() == []
        # The table at the server waits for it, and is not forgotten.
        page.goto("/me")
        expect(page.get_by_text("waits for the server")).to_be_visible()
        expect(page.get_by_text(theirs[:4])).to_be_visible()
        page.goto("/")
        begin(page)
        page.wait_for_url(TABLE)
        assert waits_for_me(page)
        table = page.url
        page.reload()
        assert waits_for_me(page)
        # A table on the server needs it; from there a link leads back.
        page.goto("/t/ABCDEFGH")
        expect(page.get_by_role("heading", name="The grill is cold")).to_be_visible()
        page.get_by_role("link", name="Play here, without a network").click()
        expect(page.get_by_role("link", name=re.compile("Play on"))).to_be_visible()
        server.start()
        expect(page.get_by_text("The server is back")).to_be_visible()
        page.get_by_role("button", name="Go online").click()
        page.get_by_role("button", name="Join").wait_for()
        page.goto("/me")
        expect(page.get_by_text(theirs[:4])).to_be_visible()
        page.goto(table)
        assert waits_for_me(page)
        page.evaluate(HURRYING)
        play_to_the_end(page, keep_or_stop)
        page.goto("/me")
        page.get_by_role("button", name=f"Copy into my history: {GAME}").click()
        expect(page.get_by_text("Copied into your history")).to_be_visible()
        page.reload()
        expect(page.get_by_text("· luck unverified")).to_be_visible()
        expect(page.get_by_text("nobody else vouches")).to_be_visible()
        # It is not listed once more as a game of this device.
        expect(page.get_by_role("link", name="Watch the replay")).to_have_count(1)
        visitor.context.close()
