"""The pages in a real browser: from the first click to the end of a game."""

from __future__ import annotations

import json
import re
import signal
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, WebSocket, expect

from helpers.browser import DESK, PHONE, NewVisitor, Served, Visitor, serving
from helpers.pages import AGAIN, CHOICE, FACE, LATER, LONGEST_GAME, ROLL, STOP, play_to_the_end, waits_for_me

BRATWURMECK = "Heckmeck am Bratwurmeck"
SIDEWAYS: ViewportSize = {"width": 640, "height": 360}


def test_from_the_start_page_to_the_first_roll_it_takes_three_clicks_at_most(new_visitor: NewVisitor) -> None:
    page = new_visitor(viewport=PHONE).page
    page.goto("/")
    page.get_by_role("button", name=f"Play now: {BRATWURMECK}").click()
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("button", name="Let’s play").click()
    expect(page.locator("[data-face]").first).to_be_visible()
    expect(page.get_by_role("group", name="Dice on the table").locator(".die")).to_have_count(8)


def test_the_name_is_asked_once(new_visitor: NewVisitor) -> None:
    visitor = new_visitor()
    visitor.play_now(BRATWURMECK)
    visitor.page.goto("/")
    visitor.page.get_by_role("button", name=f"Play now: {BRATWURMECK}").click()
    visitor.page.wait_for_url("**/t/*")
    expect(visitor.page.locator("[data-face]").first).to_be_visible()


def test_a_whole_game_by_mouse(new_visitor: NewVisitor) -> None:
    visitor = new_visitor(reduced_motion="reduce")
    visitor.play_now(BRATWURMECK)
    play_to_the_end(visitor.page)
    result = visitor.page.get_by_role("list", name="Result")
    expect(result.get_by_role("listitem")).to_have_count(3)
    visitor.page.locator(AGAIN).click()
    expect(visitor.page.locator("[data-face]").first).to_be_visible()


def test_a_whole_game_of_barbecue(new_visitor: NewVisitor) -> None:
    visitor = new_visitor(reduced_motion="reduce")
    visitor.play_now("Heckmeck Barbecue")
    play_to_the_end(visitor.page)
    expect(visitor.page.get_by_role("list", name="Result").get_by_role("listitem")).to_have_count(3)


@pytest.mark.parametrize("game", [BRATWURMECK, "Heckmeck Barbecue"])
def test_a_whole_game_by_tab_and_enter_alone(new_visitor: NewVisitor, game: str) -> None:
    page = new_visitor(reduced_motion="reduce").page
    page.goto("/")
    tab_to(page.get_by_role("button", name=f"Play now: {game}"))
    page.keyboard.press("Enter")
    expect(page.get_by_label("Your name")).to_be_focused()
    page.keyboard.type("Ann")
    page.keyboard.press("Enter")
    # A first-time player throws the first dice personally.
    tab_to(page.get_by_role("button", name="Throw the dice"))
    page.keyboard.press("Enter")
    for _ in range(LONGEST_GAME):
        if not waits_for_me(page):
            break
        decide_by_tab(page)
    tab_to(page.locator(AGAIN))
    page.keyboard.press("Enter")
    expect(page.locator("[data-face]").first).to_be_visible()


WAY = """target => {
    const focused = document.activeElement;
    if (focused === target) return "";
    return focused.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_PRECEDING ? "Shift+Tab" : "Tab";
}"""
"""In the page: the key that leads from the focused element to a target."""
FAR = 40
"""Maximum number of presses of Tab."""


def tab_to(target: Locator) -> None:
    """Reach an element only by Tab."""
    for _ in range(FAR):
        key = target.evaluate(WAY)
        if not key:
            return
        target.page.keyboard.press(key)
    raise AssertionError(f"{target} is not to be got at by Tab")


def decide_by_tab(page: Page) -> None:
    """Play by Tab, Space and Enter: choose the last face if there are dice to keep, stop if something can be won."""
    # The focus is never lost after a press.
    page.wait_for_function("() => document.activeElement !== document.body")
    seen = page.evaluate("document.body.innerText")
    faces = page.locator(FACE)
    if faces.count():
        tab_to(faces.last)
        page.keyboard.press("Space")
        expect(faces.last).to_have_attribute("aria-pressed", "true")
    stop, quiet, roll = page.locator(STOP), page.locator(f"{STOP}.idle"), page.locator(ROLL)
    tab_to(roll if roll.count() and (not stop.count() or quiet.count()) else stop)
    page.keyboard.press("Enter")
    if page.locator("[data-choice].armed").count():
        page.wait_for_function(LATER, arg=page.evaluate("performance.now()"))
        page.keyboard.press("Enter")
    page.wait_for_function("seen => document.body.innerText !== seen", arg=seen)


def test_a_whole_game_by_letters_and_digits(new_visitor: NewVisitor) -> None:
    visitor = new_visitor(reduced_motion="reduce")
    visitor.play_now(BRATWURMECK)
    play_to_the_end(visitor.page, press_a_key)


def press_a_key(page: Page) -> None:
    """The same way of playing with keys: worms and digits choose, S stops, R rolls."""
    faces = page.locator(FACE)
    if faces.count() and not page.locator("[aria-pressed=true]").count():
        page.keyboard.press(faces.last.get_attribute("data-face") or "")
        expect(page.locator("[aria-pressed=true]")).to_have_count(1)
    stop, quiet, roll = page.locator(STOP), page.locator(f"{STOP}.idle"), page.locator(ROLL)
    if roll.count() and (not stop.count() or quiet.count()):
        page.keyboard.press("r")
    else:
        page.keyboard.press("s")
        if page.locator("[data-choice].armed").count():
            page.wait_for_function(LATER, arg=page.evaluate("performance.now()"))
            page.keyboard.press("s")


class Wire:
    """The messages between a page and the server."""

    def __init__(self, page: Page) -> None:
        self.sent: list[dict[str, Any]] = []
        self.heard: list[dict[str, Any]] = []
        page.on("websocket", self._follow)

    def _follow(self, socket: WebSocket) -> None:
        socket.on("framesent", lambda frame: self.sent.append(json.loads(frame)))
        socket.on("framereceived", lambda frame: self.heard.append(json.loads(frame)))

    def moves(self) -> list[tuple[str, str | None]]:
        """Return the moves that were sent, each with the decision sent with it."""
        return [(each["move"], each.get("then")) for each in self.sent if each["type"] == "move"]

    def entries(self, seat: int) -> list[tuple[str, str | None]]:
        """Return the moves of a seat in the log."""
        return [(each["move"], each.get("then")) for each in self.heard if is_move_of(seat, each)]


def is_move_of(seat: int, message: dict[str, Any]) -> bool:
    found = [message.get(name) for name in ("type", "what", "seat")]
    return found == ["happened", "moved", seat]


def test_a_choice_can_be_changed_and_costs_nothing(new_visitor: NewVisitor) -> None:
    visitor = new_visitor(reduced_motion="reduce")
    wire = Wire(visitor.page)
    visitor.play_now(BRATWURMECK)
    page = visitor.page
    waits_for_me(page)
    first, last = page.locator(FACE).first, page.locator(FACE).last
    roll = page.locator("[data-action=roll]")
    expect(roll).to_contain_text("keep dice first")
    first.click()
    expect(first).to_have_attribute("aria-pressed", "true")
    expect(roll).to_have_text(re.compile(r"Roll \d dice"))
    last.click()
    expect(first).to_have_attribute("aria-pressed", "false")
    expect(last).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    expect(last).to_have_attribute("aria-pressed", "false")
    expect(page.locator(ROLL)).to_have_count(0)
    assert wire.sent
    assert wire.moves() == []


def test_keep_and_decision_are_one_entry_of_the_log(new_visitor: NewVisitor) -> None:
    visitor = new_visitor(reduced_motion="reduce")
    wire = Wire(visitor.page)
    visitor.play_now(BRATWURMECK)
    page = visitor.page
    waits_for_me(page)
    face = page.locator(FACE).last.get_attribute("data-face")
    page.locator(FACE).last.focus()
    page.keyboard.press("Enter")
    page.locator(ROLL).focus()
    page.keyboard.press("Enter")
    expect(page.locator(".kept-dice .die").first).to_be_visible()
    assert wire.moves() == wire.entries(seat=0) == [(f"keep {face}", "roll")]
    # The focus stays where it was pressed, as long as it is our turn.
    assert page.evaluate("document.activeElement !== document.body")


def test_letter_keys_can_be_switched_off(new_visitor: NewVisitor) -> None:
    visitor = new_visitor(reduced_motion="reduce")
    visitor.page.add_init_script("localStorage.setItem('heckmeck.letter_keys', 'off')")
    visitor.play_now(BRATWURMECK)
    page = visitor.page
    waits_for_me(page)
    page.keyboard.press(page.locator(FACE).last.get_attribute("data-face") or "")
    page.locator(FACE).first.click()
    page.keyboard.press("r")
    expect(page.locator("[aria-pressed=true]")).to_have_count(1)
    expect(page.locator("kbd")).to_have_count(0)


def test_arrows_wander_from_choice_to_choice(new_visitor: NewVisitor) -> None:
    visitor = new_visitor()
    visitor.play_now(BRATWURMECK)
    page = visitor.page
    waits_for_me(page)
    page.keyboard.press("ArrowRight")
    expect(page.locator(CHOICE).first).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(CHOICE).last).to_be_focused()


def test_a_reload_in_the_middle_of_a_turn_changes_nothing(new_visitor: NewVisitor) -> None:
    visitor = new_visitor()
    visitor.play_now(BRATWURMECK)
    page = visitor.page
    waits_for_me(page)
    page.locator(FACE).last.click()
    page.locator(ROLL).click()
    page.locator(f"{FACE}, .hurry").first.wait_for()
    waits_for_me(page)
    dice = page.get_by_role("group", name="Dice on the table")
    kept, rolled = page.locator(".kept-dice").inner_text(), dice.inner_text()
    page.reload()
    waits_for_me(page)
    assert (page.locator(".kept-dice").inner_text(), dice.inner_text()) == (kept, rolled)


def test_play_goes_on_after_the_server_was_killed_in_the_middle_of_a_turn(
    browser: Browser, client: None, tmp_path: Path
) -> None:
    with serving(tmp_path / "data") as server:
        visitor = Visitor(browser, server.url)
        visitor.play_now(BRATWURMECK)
        page = visitor.page
        waits_for_me(page)
        server.end(signal.SIGKILL)
        page.get_by_text("Connection lost").wait_for()
        page.locator(FACE).last.click()
        page.locator(ROLL).click()
        expect(page.get_by_text("goes out when the connection is back").first).to_be_attached()
        server.start()
        expect(page.locator(".kept-dice .die").first).to_be_visible()
        visitor.context.close()


@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("colours", ["light", "dark"])
def test_start_and_tables_are_accessible(new_visitor: NewVisitor, viewport: dict[str, int], colours: str) -> None:
    visitor = new_visitor(viewport=viewport, color_scheme=colours, reduced_motion="reduce")
    page = visitor.page
    page.goto("/")
    page.get_by_role("button", name="Play now").first.wait_for()
    assert visitor.axe() == []
    for game in (BRATWURMECK, "Heckmeck Barbecue", "Heckmeck am Karteneck"):
        page.goto("/")
        page.get_by_role("button", name=f"Play now: {game}").click()
        if not page.url.count("/t/") and page.get_by_label("Your name").count():
            page.get_by_label("Your name").fill("Ann")
            page.get_by_role("button", name="Let’s play").click()
        page.wait_for_url("**/t/*")
        page.locator(CHOICE).first.wait_for()
        assert visitor.axe() == []


def test_seven_players_fit_on_the_smallest_phone(new_visitor: NewVisitor) -> None:
    page = new_visitor(viewport=PHONE, reduced_motion="reduce").page
    page.goto("/")
    page.get_by_role("button", name=f"Play with friends: {BRATWURMECK}").click()
    page.get_by_label("Your name").fill("Annabelle")
    page.get_by_role("radio", name="7").check()
    page.get_by_role("button", name="Open the table").click()
    page.get_by_role("button", name="Fill up with bots and start").click()
    waits_for_me(page)
    expect(page.get_by_role("list", name="Players").get_by_role("listitem")).to_have_count(6)
    expect(page.get_by_role("list", name="Your place")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    box = page.locator("[data-action=roll]").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= PHONE["height"]


@pytest.mark.parametrize("game", [BRATWURMECK, "Heckmeck Barbecue", "Heckmeck am Karteneck"])
def test_on_its_side_a_phone_shows_board_and_choices_beside_each_other(new_visitor: NewVisitor, game: str) -> None:
    visitor = new_visitor(viewport=SIDEWAYS, reduced_motion="reduce")
    visitor.play_now(game)
    waits_for_me(visitor.page)
    main = visitor.page.locator("main")
    players, board, play = main.get_by_role("list", name="Players"), main.locator(".board"), main.locator(".play")
    boxes = [part.bounding_box() for part in (players, board, play)]
    for box in boxes:
        assert box is not None
        assert box["y"] + box["height"] <= SIDEWAYS["height"]
        assert box["x"] + box["width"] <= SIDEWAYS["width"]
    _, left, right = boxes
    assert left
    assert right
    assert left["x"] + left["width"] <= right["x"]


def test_a_friend_joins_by_the_code(new_visitor: NewVisitor) -> None:
    host = new_visitor().page
    host.goto("/")
    host.get_by_role("button", name=f"Play with friends: {BRATWURMECK}").click()
    host.get_by_label("Your name").fill("Ann")
    host.get_by_role("radio", name="2").check()
    host.get_by_role("button", name="Open the table").click()
    host.wait_for_url("**/t/*")
    expect(host.get_by_text("Only this computer can open this link")).to_be_visible()
    expect(host.get_by_role("img", name="QR code")).to_have_count(0)
    friend = new_visitor(viewport=PHONE).page
    friend.goto("/")
    friend.get_by_label("The table’s code").fill(host.url.rpartition("/")[2].lower())
    friend.get_by_role("button", name="Join").click()
    friend.get_by_role("button", name="Sit down").click()
    friend.get_by_label("Your name").fill("Bo")
    friend.get_by_role("button", name="Let’s play").click()
    host.get_by_role("button", name="Start the game").click()
    for page in (host, friend):
        expect(page.locator("[data-face]").first).to_be_visible()
        expect(
            page.get_by_role("list", name="Players").get_by_text("Bo").or_(page.get_by_text("Bo"))
        ).not_to_have_count(0)


def test_a_table_that_is_not_there_is_said_to_be_missing(browser: Browser, server: Served) -> None:
    visitor = Visitor(browser, server.url)
    visitor.page.goto("/t/ABCDEFGH")
    expect(visitor.page.get_by_text("This table cannot be found")).to_be_visible()
    visitor.context.close()


@pytest.mark.parametrize(
    ("locale", "words"), [("de-DE", "Sofort spielen"), ("ro-RO", "Joacă acum"), ("en-US", "Play now")]
)
def test_the_language_is_the_browsers(new_visitor: NewVisitor, locale: str, words: str) -> None:
    page = new_visitor(locale=locale).page
    page.goto("/")
    expect(page.get_by_text(words).first).to_be_visible()
    assert page.evaluate("document.documentElement.lang") == locale[:2]


def test_the_language_can_be_switched(new_visitor: NewVisitor) -> None:
    page = new_visitor().page
    page.goto("/")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Language").select_option("de")
    expect(page.get_by_text("Sofort spielen").first).to_be_visible()
    page.reload()
    expect(page.get_by_text("Sofort spielen").first).to_be_visible()
