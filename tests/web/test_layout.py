"""Tables on screens of many sizes: everything needed to play is in view and large, and nothing is cut off or empty."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

import pytest
from playwright.sync_api import Page, expect

from helpers.browser import PHONE, NewVisitor, Visitor
from helpers.pages import CHOICE, FACE, ROLL, asked, open_table, switch

Measured = TypeVar("Measured")


class Screen(NamedTuple):
    """A size of window, the form that a table takes in it, and how wide a die is at least."""

    width: int
    height: int
    form: str
    die: int


SCREENS = [
    Screen(360, 640, "phone", 52),
    Screen(390, 844, "phone", 52),
    Screen(844, 390, "side", 52),
    Screen(820, 1180, "tablet", 64),
    Screen(1280, 800, "desk", 64),
    Screen(1920, 1080, "desk", 64),
    Screen(2560, 1440, "desk", 64),
    Screen(1024, 600, "desk", 64),
    Screen(1366, 650, "desk", 64),
]
"""From the smallest phone to a large monitor; the last two are small laptops, less the browser's bars."""
STEADY = [{"width": width, "height": height} for width, height, form, _ in SCREENS[:5] if form != "side"]
"""Where the board is above the dice."""
MOST = {"bratwurmeck": 7, "barbecue": 5, "karteneck": 5}
BOTS = ["greedy", "random", "greedy", "random", "greedy", "random"]
USED = 0.85
"""The least share of a window that is taken by something: guests, board, places, dice, paper."""

MEASURED = """([width, height]) => {
    const box = (each) => each.getBoundingClientRect();
    const all = (selector) => [...document.querySelectorAll(selector)];
    const page = document.documentElement;
    const cut = all("[data-choice], [data-action], .board section, .players li, .own li").filter((each) => {
        const { left, top, right, bottom } = box(each);
        return left < -1 || top < -1 || right > width + 1 || bottom > height + 1;
    });
    const things = all(".backdrop, .players, .board > *, .own, .play > *, aside, aside .paper").map(box);
    const step = 8;
    let used = 0, points = 0;
    for (let x = step / 2; x < width; x += step) for (let y = step / 2; y < height; y += step) {
        points += 1;
        used += things.some(({ left, top, right, bottom }) => x >= left && x <= right && y >= top && y <= bottom);
    }
    return {
        scrolls: page.scrollWidth > width || page.scrollHeight > height,
        cut: cut.map((each) => each.outerHTML.slice(0, 90)),
        used: used / points,
        board: Math.max(...all(".board > *").map((each) => box(each).width), 0) / width,
        dice: all(".rolled .die").map((each) => Math.round(each.offsetWidth)),
    };
}"""
"""In the page: whether it scrolls, what is cut off, the share of the window in use, the sizes of board and dice."""

TINY = """() => {
    const seen = (each) => each.checkVisibility() && each.getBoundingClientRect().width > 2;
    const texts = [...document.querySelectorAll("main *, header *")].filter((each) =>
        seen(each) && [...each.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim()));
    const small = texts.filter((each) => !each.closest("svg") && parseFloat(getComputedStyle(each).fontSize) < 11);
    const targets = [...document.querySelectorAll("main :is(button, a), header :is(button, a)")].filter(seen);
    const narrow = targets.filter((each) => {
        const { width, height } = (each.closest("[data-target]") ?? each).getBoundingClientRect();
        return width < 43.5 || height < 43.5;
    });
    return [...small, ...narrow].map((each) => each.outerHTML.slice(0, 100));
}"""
"""In the page: texts under 11 pixels, and targets that a finger misses."""


FRAMES = """() => new Promise((done) => {
    const wait = (frames) => (frames ? requestAnimationFrame(() => wait(frames - 1)) : done());
    wait(8);
})"""
"""In the page: lets some frames pass. A new size arrives a frame later, at the table and then at its parts."""


def seated(
    new_visitor: NewVisitor, game: str, players: int, *, name: str = "Großtante Wilhelmine", **options: Any
) -> Page:
    """Open a table full of bots and wait for our turn."""
    visitor = new_visitor(reduced_motion="reduce", **options)
    plan = {"game": game, "seats": players}
    code = open_table(visitor, plan, name, bots=BOTS[: players - 1], start=True)
    visitor.page.goto(f"/t/{code}")
    visitor.page.locator(CHOICE).first.wait_for()
    return visitor.page


def show_at(page: Page, screen: Screen) -> dict[str, Any]:
    """Resize the window and measure the table once it has taken its form."""
    size = [screen.width, screen.height]
    page.set_viewport_size({"width": screen.width, "height": screen.height})
    page.locator(f".table.{screen.form}").wait_for(state="attached")
    page.wait_for_function("([width, height]) => innerWidth === width && innerHeight === height", arg=size)
    return settled(page, lambda: page.evaluate(MEASURED, size))


def settled(page: Page, measure: Callable[[], Measured]) -> Measured:
    """Measure until nothing changes any more: sizes follow a window within a few frames."""
    found = measure()
    page.evaluate(FRAMES)
    while (again := measure()) != found:
        found = again
        page.evaluate(FRAMES)
    return found


@pytest.mark.parametrize("fewest", [True, False], ids=["two", "full"])
@pytest.mark.parametrize("game", MOST)
def test_a_table_fills_every_window_and_nothing_has_to_be_scrolled(
    new_visitor: NewVisitor, game: str, fewest: bool
) -> None:
    page = seated(new_visitor, game, 2 if fewest else MOST[game], locale="de-DE")
    for screen in SCREENS:
        measured = show_at(page, screen)
        assert (measured["scrolls"], measured["cut"]) == (False, []), screen
        assert measured["used"] >= USED, (screen, measured["used"])
        if screen.form in {"phone", "tablet"}:
            assert measured["board"] >= 0.9, (screen, measured["board"])
        if game != "karteneck":
            assert min(measured["dice"]) >= screen.die, (screen, measured["dice"])


@pytest.mark.parametrize("game", MOST)
def test_the_coach_finds_room_too(new_visitor: NewVisitor, game: str) -> None:
    page = seated(new_visitor, game, MOST[game])
    switch(page).click()
    page.locator("[data-advice]").first.wait_for(state="attached")
    for screen in SCREENS:
        measured = show_at(page, screen)
        assert (measured["scrolls"], measured["cut"]) == (False, []), screen


@pytest.mark.parametrize("game", ["bratwurmeck", "barbecue"])
def test_on_phones_texts_can_be_read_and_buttons_hit(new_visitor: NewVisitor, game: str) -> None:
    page = seated(new_visitor, game, MOST[game], has_touch=True)
    for screen in SCREENS[:3]:
        show_at(page, screen)
        assert page.evaluate(TINY) == [], screen


LINES = """() => {
    const lines = (each) => {
        const text = document.createRange();
        text.selectNodeContents(each);
        return new Set([...text.getClientRects()].map(({ bottom }) => Math.round(bottom))).size;
    };
    const bar = document.querySelector(".own li").getBoundingClientRect();
    const [turn, recent] = [".turn", ".recent"].map((name) => document.querySelector(`.own ${name}`));
    const below = bar.bottom - recent.getBoundingClientRect().bottom;
    return { lines: lines(turn), apart: Math.round(Math.min(below, turn.getBoundingClientRect().top - bar.top)) };
}"""
"""In the page: the number of lines of our turn's text, and the distance of texts from the edges of their bar."""
COVERED = """() => {
    const box = (each) => each.getBoundingClientRect();
    const { left, bottom } = box(document.querySelector("[role=switch]"));
    return [...document.querySelectorAll(".players li > *, .far .guests li")]
        .filter((each) => box(each).right > left && box(each).top < bottom).map((each) => each.outerHTML.slice(0, 90));
}"""
"""In the page: the places of others that the coach's switch covers."""


@pytest.mark.parametrize("language", ["en-GB", "de-DE", "ro-RO"])
@pytest.mark.parametrize("game", MOST)
def test_on_phones_our_turn_is_said_in_one_line_and_nothing_covers_the_others(
    new_visitor: NewVisitor, game: str, language: str
) -> None:
    page = seated(new_visitor, game, 4, locale=language)
    for screen in SCREENS[:2]:
        show_at(page, screen)
        found = page.evaluate(LINES)
        assert (found["lines"], found["apart"] >= 3) == (1, True), (screen, found)
        assert page.evaluate(COVERED) == [], screen


@pytest.mark.parametrize("name", ["Annabella", "Großtante Wilhelmine"])
def test_our_own_name_is_whole_on_its_card(new_visitor: NewVisitor, name: str) -> None:
    page = seated(new_visitor, "bratwurmeck", 3, name=name)
    for screen in SCREENS[3:7]:
        show_at(page, screen)
        called = page.locator(".own .place-card .name > span")
        expect(called).to_have_text(name)
        assert called.evaluate(
            "each => each.scrollWidth <= each.clientWidth && each.scrollHeight <= each.clientHeight + 1"
        )


TOO_WIDE = """() => {
    window.tooWide = 0;
    window.framesSeen = 0;
    const box = (each) => each.getBoundingClientRect();
    const size = () => `${innerWidth}x${innerHeight}`;
    const look = (painted) => {
        // A window that has changed since will be drawn for its new size before anybody sees it.
        if (painted === size()) {
            const grill = box(document.querySelector(".board .grill"));
            for (const each of document.querySelectorAll(".board .grill li")) {
                const { right, bottom } = box(each);
                window.tooWide = Math.max(window.tooWide, right - grill.right, bottom - grill.bottom);
            }
            window.framesSeen += 1;
        }
        next();
    };
    const next = () => requestAnimationFrame(() => setTimeout(look, 0, size()));
    next();
}"""
"""In the page: after each frame notes how far things reach out of the grill."""


@pytest.mark.parametrize("game", ["bratwurmeck", "barbecue"])
def test_nothing_falls_off_the_grill_while_a_window_is_resized(new_visitor: NewVisitor, game: str) -> None:
    page = seated(new_visitor, game, 3, viewport={"width": 1900, "height": 1000})
    page.evaluate("errors = []; addEventListener('error', ({ message }) => errors.push(message))")
    page.evaluate(TOO_WIDE)
    for width in (1500, 1100, 980, 1300, 1000):
        page.set_viewport_size({"width": width, "height": width // 2 + 200})
        page.evaluate(FRAMES)
    assert page.evaluate("tooWide") < 4
    assert page.evaluate("framesSeen") > 5
    assert page.evaluate("errors") == []


def test_all_seven_have_names_on_the_smallest_phone(new_visitor: NewVisitor) -> None:
    page = seated(new_visitor, "bratwurmeck", 7, viewport=PHONE)
    names = page.get_by_role("list", name="Players").locator(".called")
    expect(names).to_have_count(6)
    assert all(width > 12 for width in names.evaluate_all("each => each.map((name) => name.clientWidth)"))


@pytest.mark.parametrize("size", STEADY, ids=lambda size: f"{size['width']}x{size['height']}")
def test_the_board_stays_where_it_is(new_visitor: NewVisitor, size: dict[str, int]) -> None:
    page = seated(new_visitor, "bratwurmeck", 3, viewport=size)
    board = page.locator(".board section")
    before = settled(page, board.bounding_box)
    # Usually all eight dice lie in two rows on a phone, and after some keeps in one.
    for _ in range(4):
        page.locator(FACE).last.click()
        assert board.bounding_box() == before
        if not page.locator(ROLL).count():
            break
        page.locator(ROLL).click()
        page.locator(f"{FACE}, .hurry").first.wait_for()
        assert board.bounding_box() == before
        if not page.locator(FACE).count():
            break


def test_the_log_over_a_phones_table_is_left_in_every_way(new_visitor: NewVisitor) -> None:
    visitor = new_visitor(viewport=PHONE, reduced_motion="reduce")
    page = visitor.page
    code = open_table(visitor, {"game": "bratwurmeck", "seats": 2}, bots=["greedy"], start=True)
    page.goto(f"/t/{code}")
    page.locator(CHOICE).first.wait_for()
    log, opener = page.get_by_role("dialog", name="Log"), page.get_by_role("button", name="Show the log")
    ways: list[Callable[[], object]] = [
        lambda: page.keyboard.press("Escape"),
        lambda: page.mouse.click(PHONE["width"] / 2, 20),
        lambda: page.go_back(),
        lambda: log.get_by_role("button", name="Close").click(),
    ]
    for leave in ways:
        opener.click()
        expect(log).to_be_visible()
        leave()
        expect(log).to_have_count(0)
        page.wait_for_function("() => history.state === null")
        expect(page.locator(CHOICE).first).to_be_visible()
    opener.click()
    assert visitor.axe() == []
    page.keyboard.press("Escape")
    # Nothing is left in the history: going back leads away from the table.
    page.wait_for_function("() => history.state === null")
    page.go_back()
    expect(page.get_by_role("button", name="Play now").first).to_be_visible()


LONG_EVENT = "Valentin verdrängt Renate von der 24: 1 Wurm."
WORDS_IN_BAR = """(event) => {
    const told = document.querySelector(".own .recent span");
    told.textContent = event;
    const words = document.createRange();
    words.selectNodeContents(told);
    const { bottom } = document.querySelector(".own .lines").getBoundingClientRect();
    const cut = told.closest(".recent, .words");
    const lines = new Set([...words.getClientRects()].map((line) => Math.round(line.bottom)));
    return [Math.max(...lines) <= bottom + 1, cut.scrollHeight <= cut.clientHeight + 1];
}"""
"""In the page: whether the last event is completely in our bar, and not cut off."""


@pytest.mark.parametrize("game", MOST)
def test_on_phones_what_happened_last_is_read_to_its_end(new_visitor: NewVisitor, game: str) -> None:
    page = seated(new_visitor, game, 4, locale="de-DE")
    for screen in SCREENS[:3]:
        show_at(page, screen)
        assert page.evaluate(WORDS_IN_BAR, LONG_EVENT) == [True, True], screen


def command(visitor: Visitor, code: str, body: dict[str, Any]) -> None:
    """Send a command as a visitor's page would."""
    asked(visitor, f"/api/tables/{code}/commands", {"id": secrets.token_hex(8), **body})


WHOLE = "each => each.scrollWidth <= each.clientWidth && each.scrollHeight <= each.clientHeight + 1"


def test_four_guests_of_karteneck_have_names_on_the_smallest_phone(new_visitor: NewVisitor) -> None:
    visitor = new_visitor(viewport=PHONE, reduced_motion="reduce", has_touch=True)
    code = open_table(visitor, {"game": "karteneck", "seats": 5})
    long = "Großtante Wilhelmine aus"
    command(visitor, code, {"type": "sit", "name": long})
    for seat, bot in enumerate(BOTS[:3], 2):
        command(visitor, code, {"type": "bot", "seat": seat, "bot": bot})
    page = visitor.page
    page.goto(f"/t/{code}")
    page.get_by_role("button", name="Start the game").tap()
    page.get_by_role("button", name="I am Ann: show my cards").tap()
    names = page.locator(".far .place-card .name > span")
    expect(names).to_have_count(4)
    expect(names.first).to_have_text(long)
    for place in (1, 2, 3):
        assert names.nth(place).evaluate(WHOLE), names.nth(place).text_content()
    # The name is too long for any card: a press shows all of it.
    assert not names.first.evaluate(WHOLE)
    page.get_by_role("button", name=long).tap()
    full = page.locator(".full")
    expect(full).to_have_text(long)
    assert full.evaluate(WHOLE)
    page.get_by_role("button", name=long).tap()
    expect(full).to_have_count(0)
