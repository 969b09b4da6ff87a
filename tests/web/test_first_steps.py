"""The first minutes in a real browser: errors appear where something was pressed, and nothing is lost."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, ViewportSize, expect

from helpers.browser import DESK, PHONE, NewVisitor, Served, Visitor
from helpers.pages import leave_dialog, open_table

BRATWURMECK = "Heckmeck am Bratwurmeck"
KARTENECK = "Heckmeck am Karteneck"
UNREACHABLE = "The server cannot be reached"


@pytest.fixture
def newcomer(browser: Browser, server: Served) -> Iterator[Visitor]:
    """A visitor with a phone. The browser's console complains about every refusal, so it is ignored."""
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


def test_a_wrong_code_is_corrected_where_it_was_typed(newcomer: Visitor) -> None:
    page = newcomer.page
    page.goto("/")
    field = page.get_by_label("The table’s code")
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
    # On a phone the link home is hidden until it gets the focus.
    sign = page.get_by_role("link", name="Start page")
    sign.focus()
    expect(sign).to_be_in_viewport(ratio=1)
    assert (page.locator("header h1").bounding_box() or {"width": 0})["width"] > 44
    page.get_by_role("button", name="About this table").click()
    page.get_by_role("dialog").get_by_role("link", name="Start page").click()
    board = page.get_by_role("region", name="They are waiting for you")
    expect(board).to_contain_text("Karteneck, your turn")
    assert newcomer.axe() == []
    board.get_by_role("link", name="Play on").click()
    page.wait_for_url(table)
    page.goto("/me")
    card = page.get_by_role("region", name="Still running")
    expect(card).to_contain_text("Your turn!")
    code = table.rpartition("/")[2]
    expect(card).to_contain_text(f"Code {code[:4]} {code[4:]}")
    card.get_by_role("link", name="Back to the table").click()
    page.wait_for_url(table)


def test_the_start_page_describes_tables_correctly(newcomer: Visitor) -> None:
    page = newcomer.page
    code = open_table(newcomer, {"game": "karteneck", "seats": 2})
    page.goto(f"/t/{code}")
    page.get_by_role("button", name="Leave the seat").wait_for()
    page.goto("/")
    board = page.get_by_role("region", name="Your table is set")
    expect(board).to_contain_text("Karteneck, waiting for players")
    words = board.locator("h2")
    assert words.evaluate("each => each.offsetHeight < 2 * parseFloat(getComputedStyle(each).fontSize)")
    board.get_by_role("link", name="To the table").click()
    page.get_by_role("button", name="Leave the seat").click()
    page.get_by_role("button", name="Sit here").first.wait_for()
    # If no game is running any more the page says so, and the layout does not shift.
    tile = page.get_by_role("button", name="Play now").first
    held: list[Route] = []
    page.route("**/api/tables/*", lambda route: held.append(route))
    page.goto("/")
    tile.wait_for()
    before = tile.bounding_box()
    for route in held:
        route.continue_()
    expect(page.get_by_role("region", name="All your games are over")).to_be_visible()
    assert tile.bounding_box() == before
    assert newcomer.axe() == []
    page.get_by_role("region", name="All your games are over").get_by_role("link", name="My games").click()
    page.wait_for_url("**/me")


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


def play_first(page: Page, game: str) -> None:
    """Start the first game of a newcomer."""
    page.goto("/")
    page.get_by_role("button", name=f"Play now: {game}").click()
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("button", name="my first time").click()
    page.wait_for_url("**/t/*")


def test_newcomers_throw_their_first_dice_and_see_each_hint_once(new_visitor: NewVisitor) -> None:
    visitor = new_visitor(viewport=PHONE, reduced_motion="reduce")
    page = visitor.page
    play_first(page, BRATWURMECK)
    note = page.get_by_role("complementary", name="Hint")
    note.get_by_role("button", name="Throw the dice").wait_for()
    assert page.locator("[data-face]:not(:disabled)").count() == 0, "nobody sees dice that have not been thrown"
    assert visitor.axe() == []
    note.get_by_role("button", name="Throw the dice").click()
    page.locator("button[data-face]").first.wait_for()
    expect(note).to_contain_text("Get one of these portions")
    assert visitor.axe() == []
    note.get_by_role("button", name="Got it").click()
    expect(note).to_have_count(0)
    page.reload()
    page.locator("button[data-face]").first.wait_for()
    expect(note).to_have_count(0)
    # Both bots are gentle ones, with their own names.
    assert page.locator("[data-who=mole]").count() > 0
    page.goto("/")
    expect(page.get_by_role("button", name=f"Opponents in {BRATWURMECK}: 2 bots, easy")).to_be_visible()
    page.get_by_role("button", name=f"Play now: {KARTENECK}").click()
    page.wait_for_url("**/t/*")
    expect(note).to_contain_text("Everybody gets one of these portions")


SIDEWAYS: ViewportSize = {"width": 844, "height": 390}
UPRIGHT: ViewportSize = {"width": 390, "height": 844}
LAPTOP: ViewportSize = {"width": 1280, "height": 800}
COVERED = """() => {
    const box = (each) => document.querySelector(each).getBoundingClientRect();
    const [note, board] = [box("aside.note"), box(".grill, .board")];
    const across = Math.min(note.right, board.right) - Math.max(note.left, board.left);
    const down = Math.min(note.bottom, board.bottom) - Math.max(note.top, board.top);
    return Math.max(across, 0) * Math.max(down, 0);
}"""
"""In the page: how much of the board the note covers that explains it."""


def test_a_note_does_not_cover_what_it_explains(new_visitor: NewVisitor) -> None:
    page = new_visitor(viewport=SIDEWAYS, reduced_motion="reduce").page
    page.goto("/")
    page.get_by_role("button", name="Play now: Heckmeck Barbecue").click()
    # Everything that is asked is in sight.
    for button in ("Yes, my first", "Let’s play"):
        expect(page.get_by_role("button", name=button)).to_be_in_viewport(ratio=1)
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("button", name="Yes, my first").click()
    page.get_by_role("button", name="Throw the dice").click()
    expect(page.locator("aside.note")).to_contain_text("spot")
    for size in (SIDEWAYS, UPRIGHT, LAPTOP):
        page.set_viewport_size(size)
        page.wait_for_function(f"() => ({COVERED})() === 0")


def test_one_press_starts_with_the_bots_that_were_chosen(new_visitor: NewVisitor) -> None:
    visitor = new_visitor(reduced_motion="reduce")
    page = visitor.page
    page.goto("/")
    page.get_by_role("button", name=f"Opponents in {BRATWURMECK}").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("radio", name="4", exact=True).check(force=True)
    level = dialog.get_by_role("radio", name="champion", exact=True)
    level.check(force=True)
    expect(level).to_have_accessible_description(re.compile("to win"))
    assert visitor.axe() == []
    leave_dialog(page)
    expect(page.get_by_role("button", name=f"Opponents in {BRATWURMECK}: 4 bots, champion")).to_be_focused()
    visitor.play_now(BRATWURMECK)
    expect(page.get_by_role("list", name="Players").get_by_role("listitem")).to_have_count(4)
    page.goto("/")
    page.get_by_role("button", name=f"Play now: {BRATWURMECK}").click()
    page.wait_for_url("**/t/*")
    expect(page.get_by_role("list", name="Players").get_by_role("listitem")).to_have_count(4)


def test_nothing_is_asked_of_a_browser_that_keeps_nothing(new_visitor: NewVisitor) -> None:
    page = new_visitor(reduced_motion="reduce").page
    page.add_init_script(
        """for (const way of ['getItem', 'setItem']) {
            const known = Storage.prototype[way];
            Storage.prototype[way] = function (key, ...more) {
                if (key.startsWith('heckmeck.')) throw new Error('blocked');
                return known.call(this, key, ...more);
            };
        }"""
    )
    play_first(page, BRATWURMECK)
    page.get_by_role("button", name="Throw the dice").click()
    expect(page.get_by_role("complementary", name="Hint")).to_contain_text("Get one of these portions")


def test_a_portrait_is_chosen_with_the_name_and_kept_with_it(new_visitor: NewVisitor) -> None:
    page = new_visitor(reduced_motion="reduce").page
    page.goto("/")
    page.get_by_role("button", name=f"Play now: {BRATWURMECK}").click()
    name = page.get_by_label("Your name")
    for typed, said in (("bot: me", "are for bots"), ("An\u200bn", "can be seen"), ("Ann", "3 of 24 characters")):
        name.fill(typed)
        expect(page.get_by_role("dialog").get_by_text(said)).to_be_visible()
    page.get_by_role("radio", name="Newt").check(force=True)
    page.get_by_role("button", name="Let’s play").click()
    page.wait_for_url("**/t/*")
    expect(page.get_by_role("list", name="Your place").locator("[data-who=newt]")).to_have_count(1)
    characters = page.locator("[data-who]").evaluate_all("all => [...new Set(all.map(each => each.dataset.who))]")
    assert len(characters) == 3, "everybody at the table looks different"
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("radio", name="Newt")).to_be_checked()


PAGES = {
    "/": "h1", "/tables": "main .button.main:enabled", "/learn": "h1", "/rules/karteneck": "article", "/me": "h1",
    "/nowhere": "h1", "/t/ABCDEFGH": "h1",
}  # fmt: skip
"""Pages, and an element that appears once a page has its data from the server."""
LOOKS = [
    {"color_scheme": "light", "viewport": PHONE},
    {"color_scheme": "dark", "viewport": DESK},
    {"color_scheme": "dark", "forced_colors": "active", "viewport": DESK},
]


@pytest.mark.parametrize("look", LOOKS, ids=["light", "dark", "forced"])
def test_every_page_and_dialog_is_accessible(browser: Browser, server: Served, look: dict[str, Any]) -> None:
    visitor = Visitor(browser, server.url, reduced_motion="reduce", **look)
    page = visitor.page
    for path, loaded in PAGES.items():
        page.goto(path)
        page.locator("h1").first.wait_for()
        page.locator(loaded).first.wait_for()
        assert visitor.axe() == [], path
    page.goto("/")
    for opens in (f"Play now: {KARTENECK}", f"Play with friends: {KARTENECK}", f"Opponents in {KARTENECK}", "Settings"):
        opener = page.get_by_role("button", name=opens)
        opener.click()
        page.get_by_role("dialog").wait_for()
        assert visitor.axe() == [], opens
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
        expect(opener).to_be_focused()
    visitor.context.close()


SMALL = """() => [...document.querySelectorAll('button, a, input, select, summary')].filter((each) => {
    const box = (each.closest('label') ?? each).getBoundingClientRect();
    const inText = each.matches('a') && getComputedStyle(each).display === 'inline';
    return box.width > 1 && !inText && (box.height < 43.5 || box.width < 43.5);
}).map((each) => each.outerHTML.slice(0, 160))"""
TINY = """() => [...document.querySelectorAll('body *')].filter((each) =>
    [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim())
    && parseFloat(getComputedStyle(each).fontSize) < 11
    && each.getClientRects().length > 0 && !each.closest('svg')
).map((each) => each.outerHTML.slice(0, 160))"""


def test_fingers_and_eyes_find_everything_on_a_phone(browser: Browser, server: Served) -> None:
    visitor = Visitor(browser, server.url, viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")
    page = visitor.page
    for path in ("/", "/tables", "/learn", "/me", "/nowhere"):
        page.goto(path)
        page.locator("h1").first.wait_for()
        assert page.evaluate(SMALL) == [], path
        assert page.evaluate(TINY) == [], path
    page.goto("/")
    page.get_by_role("button", name=f"Play now: {KARTENECK}").click()
    page.get_by_role("dialog").wait_for()
    assert page.evaluate(SMALL) == []
    visitor.context.close()


def test_a_new_page_is_announced_and_its_heading_has_the_focus(new_visitor: NewVisitor) -> None:
    page = new_visitor(reduced_motion="reduce").page
    page.goto("/")
    page.get_by_role("link", name="Open tables").click()
    expect(page.get_by_role("heading", name="Quick play")).to_be_focused()
    expect(page.locator("[aria-live=polite]").filter(has_text="Open tables – Heckmeck")).to_have_count(1)


def test_the_back_button_closes_a_dialog_in_browsers_without_close_watchers(new_visitor: NewVisitor) -> None:
    page = new_visitor(viewport=PHONE, reduced_motion="reduce").page
    page.add_init_script("delete globalThis.CloseWatcher")
    page.goto("/tables")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("dialog").wait_for()
    page.go_back()
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert page.url.endswith("/tables")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="Close").click()
    page.get_by_role("link", name="My games").click()
    page.get_by_role("heading", name="My games").wait_for()
    page.go_back()
    expect(page.get_by_role("heading", name="Quick play")).to_be_visible()


def test_pace_and_letter_keys_are_set_while_playing(new_visitor: NewVisitor) -> None:
    visitor = new_visitor(reduced_motion="reduce")
    page = visitor.page
    visitor.play_now(BRATWURMECK)
    page.locator("button[data-face]:not(:disabled)").first.wait_for()
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("radio", name="Calm").check(force=True)
    page.get_by_role("switch", name="Play with letter keys").uncheck()
    page.keyboard.press("Escape")
    code = page.url.rpartition("/")[2]
    page.wait_for_function(
        "async code => (await (await fetch(`/api/tables/${code}`)).json()).table.pace === 'calm'", arg=code
    )
    faces = page.locator("button[data-face]:not(:disabled)")
    before = page.locator("main").inner_text()
    page.keyboard.press(faces.first.get_attribute("data-face") or "1")
    assert page.locator("main").inner_text() == before, "a letter alone does nothing"
