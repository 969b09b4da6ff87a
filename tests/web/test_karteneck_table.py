"""Heckmeck am Karteneck in a real browser: by mouse, by keyboard, on a phone; and no other hand is revealed."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from helpers.browser import PHONE, SETTLED, NewVisitor, Visitor
from helpers.eavesdropper import Eavesdropper, Truth, hands_given, leaks, worms_shown, worms_told
from helpers.pages import leave_dialog, open_table
from helpers.stage import serve_table

KARTENECK = "Heckmeck am Karteneck"
DECISION = "[data-action=out]:not(:disabled), [data-action=steal]"
AGAIN = "button:has-text('Play again')"
LONGEST_GAME = 200
"""Maximum number of decisions; a round takes few of them."""
ME = 0


def my_turn(page: Page) -> bool:
    """Wait until it is our turn or the game is over, and return which."""
    page.locator(f"{DECISION}, {AGAIN}").first.wait_for()
    return page.locator(AGAIN).count() == 0


def act(page: Page) -> None:
    """Lay all worms, or else the highest sort, until there is a worm; then drop out, with a theft if possible."""
    out = page.locator("[data-action=steal]").or_(page.locator("[data-action=out]")).last
    cards = page.locator("[data-card]:not(:disabled)")
    seen = log(page)
    if cards.count() and "no worm" in out.inner_text():
        # Cards overlap, and those that cannot be laid may cover it: the left edge is always visible.
        cards.last.click(position={"x": 6, "y": 12})
        page.locator("[data-action=lay]").click()
    else:
        out.click()
        confirm(page, lambda: page.locator(".armed").click())
    answered(page, seen)


def confirm(page: Page, press: Callable[[], object]) -> None:
    """Press again if required, as soon as the second press counts."""
    since = page.evaluate("performance.now()")
    if page.locator(".armed").count():
        page.wait_for_function("since => performance.now() - since >= 400", arg=since)
        press()


def log(page: Page) -> str:
    return str(page.evaluate("document.querySelector('aside .log').textContent"))


def answered(page: Page, seen: str) -> None:
    """Wait until our decision is in the log and answered."""
    page.wait_for_function("seen => document.querySelector('aside .log')?.textContent !== seen", arg=seen)
    page.wait_for_function("() => !document.querySelector('[data-choice][aria-disabled=true]')")


def test_a_whole_game_by_mouse_tells_nothing_of_other_hands(new_visitor: NewVisitor) -> None:
    visitor, watcher = new_visitor(reduced_motion="reduce"), new_visitor(reduced_motion="reduce")
    heard, watched = Eavesdropper(visitor), Eavesdropper(watcher)
    visitor.play_now(KARTENECK)
    page = visitor.page
    watcher.page.goto(page.url)
    watcher.page.get_by_role("list", name="Players").wait_for()
    for _ in range(LONGEST_GAME):
        if not my_turn(page):
            break
        heard.look()
        watched.look()
        act(page)
    for each in (page, watcher.page):
        expect(each.get_by_role("list", name="Result").get_by_role("listitem")).to_have_count(3)
    code = page.url.rpartition("/")[2]
    record = page.request.get(f"/api/tables/{code}/games/1").body()
    truth, outside = Truth(record, ME), Truth(record, None)
    assert len(truth.states) == heard.moves + 1 == watched.moves + 1
    assert leaks(heard, truth) == leaks(watched, outside) == []
    assert hands_given(watched) == []
    # The same check finds what may be seen, so it would find what may not.
    assert hands_given(heard)
    assert leaks(heard, outside)
    assert set.union(*(worms_told(message) for _, message in watched.told)) == outside.seen[-1]
    assert all(worms_shown(html) >= truth.worms_of(ME, moves) for moves, html in heard.shown)
    assert set.union(*(worms_told(message) for _, message in heard.told)) == truth.seen[-1]
    at = next(moves for moves, _ in heard.told if truth.hidden_hands(moves))
    heard.told = [(at, {"position": {"hands": truth.hidden_hands(at)}})]
    late = next(iter(set(range(1, 26)) - truth.seen[0]))
    heard.shown = [
        (0, f"<p>Bo draws 1 worm (shield {late}).</p>"),
        (0, f'<i data-thing="card-9-1-{late + 5}-0">'),
    ]
    assert len(leaks(heard, truth)) >= 3


def test_some_turns_by_keyboard_alone(new_visitor: NewVisitor) -> None:
    page = new_visitor(reduced_motion="reduce").page
    page.goto("/")
    press(page, page.get_by_role("button", name=f"Play now: {KARTENECK}"))
    expect(page.get_by_label("Your name")).to_be_focused()
    page.keyboard.type("Ann")
    page.keyboard.press("Enter")
    chosen = page.locator("[data-card][aria-pressed=true]")
    for _ in range(3):
        assert my_turn(page)
        seen = log(page)
        cards = page.locator("[data-card]:not(:disabled)")
        if not cards.count():
            break
        card = cards.first.get_attribute("data-card") or ""
        key = card if int(card) <= 5 else "w"
        page.keyboard.press(key)
        expect(chosen.first).to_be_visible()
        # Each further press takes one card back, until none is left.
        for left in range(chosen.count() - 1, -1, -1):
            page.keyboard.press(key)
            expect(chosen).to_have_count(left)
        page.keyboard.press(key)
        page.keyboard.press("l")
        answered(page, seen)
    assert my_turn(page)
    seen = log(page)
    page.keyboard.press("o")
    confirm(page, lambda: page.keyboard.press("o"))
    answered(page, seen)
    turns = page.get_by_role("group", name="Log").get_by_role("button", name=re.compile("^Ann: "), expanded=False)
    while turns.count():
        press(page, turns)
    # Where both others have gone before, the log says that she is the last.
    told = re.compile("Ann (drops out|is the last to drop out)")
    expect(page.get_by_role("group", name="Log")).to_contain_text(told)


def test_a_whole_game_with_tab_and_enter_alone(new_visitor: NewVisitor) -> None:
    visitor = new_visitor(reduced_motion="reduce")
    page = visitor.page
    code = open_table(visitor, {"game": "karteneck", "seats": 2, "options": SHORT_GAME}, bots=["greedy"], start=True)
    page.goto(f"/t/{code}")
    for _ in range(LONGEST_GAME):
        if not my_turn(page):
            break
        seen = log(page)
        out = page.locator("[data-action=steal]").or_(page.locator("[data-action=out]")).last
        if page.locator("[data-card]:not(:disabled)").count() and "no worm" in out.inner_text():
            press(page, page.locator("[data-card]:not(:disabled)"))
            expect(page.locator("[data-card]:focus")).to_have_attribute("aria-pressed", "true")
            press(page, page.locator("[data-action=lay]"))
        else:
            press(page, page.locator("[data-action=steal], [data-action=out]"))
            confirm(page, lambda: page.keyboard.press("Enter"))
        answered(page, seen)
        # The focus is on a choice, or on the waiting bar; only the end of the game has neither.
        page.wait_for_function("() => document.activeElement !== document.body || !document.querySelector('.near')")
    expect(page.get_by_role("list", name="Result").get_by_role("listitem")).to_have_count(2)


SHORT_GAME = {"portions": [16, 21], "zeros": 0, "removed": 0}
MANY_TABS = 80


def press(page: Page, target: Locator) -> None:
    """Walk there with Tab and press Enter."""
    for _ in range(MANY_TABS):
        if target.evaluate_all("all => all.includes(document.activeElement)"):
            page.keyboard.press("Enter")
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {target}")


POSITION = {
    "game": "karteneck", "to_act": 0, "turn_of": 0, "seat": 0,
    "hand": [1, 1, 2, 2, 3, 4, 4, 4, 4, 5, 5, 9, 12, 20, 28, 29], "hand_sizes": [16, 7, 5, 9, 8],
    "layouts": [[3, 3, 3], [2, 2, 4, 5, 5, 5], [1, 1, 2, 3, 4, 5, 5, 5, 8, 13], [2, 5, 5], []],
    "totals": [9, 23, 36, 12, 0], "out": [False, False, True, False, True],
    "stacks": [[22, 0], [30, 18, 29], [0], [], [0, 33, 41]], "scores": [1, 7, 0, 0, 9],
    "grill": [21, 31, 37, 42], "supply": 10, "pile": 40, "discard": [1, 2, 3], "moves": ["out"],
    "layable": [[1, 1], [2, 2], [4, 4, 4, 4], [5, 5], [9, 12, 20, 28, 29]],
}  # fmt: skip
WELCOME = {
    "type": "welcome", "seq": 5, "mine": [0], "host": True, "now": 0, "position": POSITION,
    "table": {
        "code": "ABCDEFGH", "phase": "playing", "plan": {"game": "karteneck", "seats": 5}, "chat": True, "host": 0,
        "number": 1, "setup": {"seats": 5, "first": 0},
        "seats": [{"name": name, "person": True} for name in ("Annabelle", "Bo", "Cleo", "Konstantin", "Eleonora")],
    },
}  # fmt: skip


def show(page: Page, welcome: dict[str, Any]) -> list[WebSocketRoute]:
    """Open a table with a prepared welcome; the sockets are for later messages."""
    sockets: list[WebSocketRoute] = []

    def serve(socket: WebSocketRoute) -> None:
        sockets.append(socket)
        socket.send(json.dumps(welcome))

    serve_table(page, "ABCDEFGH", serve)
    page.goto("/t/ABCDEFGH")
    page.get_by_role("region", name="Grill").wait_for()
    return sockets


@pytest.fixture
def crowd(new_visitor: NewVisitor) -> Visitor:
    """A visitor with a phone at a table of five, with the largest possible hand."""
    visitor = new_visitor(viewport=PHONE, reduced_motion="reduce")
    show(visitor.page, WELCOME)
    visitor.page.locator(DECISION).first.wait_for()
    return visitor


def with_players(seats: int) -> dict[str, Any]:
    """Return the welcome to a table of this many players."""
    position = dict(POSITION)
    for name in ("hand_sizes", "layouts", "totals", "out", "stacks", "scores"):
        position[name] = POSITION[name][:seats]  # type: ignore[index]
    position |= {"grill": [16, 21, 31, 37, 42][-seats:], "hand": [1, 3, 4, 4, 5, 9]}
    table: dict[str, Any] = {**WELCOME["table"], "setup": {"seats": seats, "first": 0}}  # type: ignore[dict-item]
    table["plan"] = {"game": "karteneck", "seats": seats}
    table["seats"] = table["seats"][:seats]
    return {**WELCOME, "position": position, "table": table}


SIZES = [(360, 640), (390, 844), (844, 390), (820, 1180), (1280, 800), (1920, 1080), (2560, 1440)]
LEAST_CARD = {360: 52, 390: 52, 844: 52, 820: 72, 1280: 72, 1920: 96, 2560: 128}
LEAST_PORTION = {360: 36, 390: 50, 844: 36, 820: 64, 1280: 64, 1920: 88, 2560: 116}
"""Minimum width of cards of the hand and portions on the grill, in pixels."""
MEASURES = """() => {
    const box = (each) => each.getBoundingClientRect();
    const needed = [...document.querySelectorAll('[data-card], [data-action], .far li, .own-layout, .piles')];
    const outside = needed.filter((each) => {
        const { left, top, right, bottom } = box(each);
        return left < -8 || top < 0 || right > innerWidth + 8 || bottom > innerHeight;
    });
    const small = [...document.querySelectorAll('.karteneck *')].filter((each) =>
        [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim()) && !each.closest('.hidden, svg') &&
        parseFloat(getComputedStyle(each).fontSize) < 11);
    const page = document.documentElement;
    const start = (each) => each.outerHTML.slice(0, 90);
    const grill = box(document.querySelector('[aria-label=Grill]'));
    return {
        card: Math.min(...[...document.querySelectorAll('[data-card]')].map((each) => each.offsetWidth)),
        portion: Math.min(...[...document.querySelectorAll('section .portion')].map((each) => each.offsetWidth)),
        overlap: box(document.querySelector('.far .guests')).bottom - grill.top,
        hanging: Math.max(...[...document.querySelectorAll('.far .guests .laid')]
            .map((each) => box(each).bottom - box(each.closest('li')).bottom)),
        board: box(document.querySelector('.board')).width / innerWidth,
        scrolls: page.scrollWidth > innerWidth || page.scrollHeight > innerHeight,
        outside: outside.map(start), small: small.map(start),
    };
}"""
"""In the page: sizes of things, and things that are cut off, too small, or cover something else."""


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_two_to_five_players_on_every_screen(new_visitor: NewVisitor, seats: int) -> None:
    page = new_visitor().page
    show(page, with_players(seats))
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        page.evaluate(SETTLED)
        found = page.evaluate(MEASURES)
        at = (seats, width, height, found)
        assert (found["outside"], found["small"], found["scrolls"]) == ([], [], False), at
        assert found["card"] >= LEAST_CARD[width], at
        assert found["portion"] >= LEAST_PORTION[width], at
        assert found["overlap"] <= 0, at
        assert found["hanging"] <= 0, at
        assert width > 820 or found["board"] > 0.9, at


def test_five_players_and_a_large_hand_fit_on_the_smallest_phone(crowd: Visitor) -> None:
    page = crowd.page
    page.keyboard.press("w")
    expect(page.locator("[data-action=lay]")).to_have_text(re.compile(r"Lay 5 worms\s*total 34, then draw one"))
    assert page.get_by_role("list", name="Players").get_by_role("listitem").count() == 4
    expect(page.get_by_role("list", name="Your place").get_by_role("listitem")).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollHeight") <= PHONE["height"]
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    # Enough of every card is visible to be tapped: the element at the middle of its left edge is the card itself.
    untappable = page.evaluate(
        """() => [...document.querySelectorAll('[data-card]')].filter((card) => {
            const { left, top } = card.getBoundingClientRect();
            return [4, 20].some((x) => document.elementFromPoint(left + x, top + 20)?.closest('[data-card]') !== card);
        }).map((card) => card.dataset.card)"""
    )
    assert untappable == []
    assert crowd.axe() == []


def test_a_tap_chooses_a_sort_and_further_taps_single_cards(crowd: Visitor) -> None:
    page = crowd.page
    fours = page.locator("[data-card='4']")
    lay = page.locator("[data-action=lay]")
    expect(page.locator("[data-card='3']")).to_be_disabled()
    ghosts = page.locator(".own-layout .ghost")
    fours.first.click(position={"x": 8, "y": 12})
    expect(lay).to_contain_text("Lay 4 fours")
    fours.last.click(position={"x": 8, "y": 12})
    expect(lay).to_contain_text("Lay 3 fours")
    # The page shows the chosen cards, what they add, the new total, and the alternative.
    expect(ghosts).to_have_count(3)
    expect(page.locator(".own-layout")).to_contain_text(re.compile(r"\+12\s*→ 21"))
    expect(page.locator("[data-action=out]")).to_contain_text("no worm: 21 at once")
    expect(page.get_by_role("button", name="4, stork; 4 × 4 would make 25", pressed=True)).to_have_count(3)
    page.locator("[data-card='20']").click(position={"x": 8, "y": 12})
    expect(lay).to_contain_text("Lay 5 worms")
    expect(page.locator("[aria-pressed=true]")).to_have_count(5)
    expect(ghosts).to_have_count(5)
    expect(page.locator("li", has=page.locator(".claim.own"))).to_contain_text("37")
    expect(page.get_by_text("34 wins 37 as it stands").last).to_be_attached()
    page.keyboard.press("Escape")
    expect(ghosts).to_have_count(0)


def test_a_double_click_does_not_drop_out(crowd: Visitor) -> None:
    page = crowd.page
    sent = page.locator("[data-choice][aria-disabled=true]")
    # Both clicks at one time, however busy the machine is.
    page.locator("[data-action=out]").evaluate("button => (button.click(), button.click())")
    expect(page.locator(".armed")).to_contain_text("Sure?")
    assert sent.count() == 0
    confirm(page, lambda: page.locator(".armed").click())
    expect(sent).not_to_have_count(0)


def test_everything_that_can_fly_has_a_unique_name(crowd: Visitor) -> None:
    names = crowd.page.evaluate("[...document.querySelectorAll('[data-thing]')].map((each) => each.dataset.thing)")
    assert len(names) == len(set(names))
    assert {"portion-42", "card-10-0-3-0", "card-10-0-12-0"} <= set(names)
    # Only the open cards of others are shown.
    for seat, layout in enumerate(POSITION["layouts"][1:], 1):  # type: ignore[index]
        assert len([name for name in names if name.startswith(f"card-10-{seat}-")]) == len(layout)


SERVED = {
    "type": "happened", "seq": 6, "at": 0, "what": "moved", "seat": 0, "move": "out steal",
    "events": [
        {"event": "DroppedOut", "seat": 0, "valid": True, "total": 29},
        {"event": "PortionStolen", "seat": 0, "portion": 29, "victim": 1},
        {"event": "PortionServed", "seat": 0, "portion": 42, "total": 29},
        {"event": "PortionServed", "seat": 1, "portion": 37, "total": 10},
        {"event": "RoundEnded", "served": 2}, {"event": "GrillLaidOut", "seat": 1, "portions": [17, 24]},
    ],
}  # fmt: skip


def serving(new_visitor: NewVisitor, **options: Any) -> Page:
    """Return a page where a round has just ended with a theft. Its clock stands still."""
    page = new_visitor(**options).page
    page.clock.install(time=0)
    welcome = with_players(2)
    layouts = {
        "layouts": [[4, 5, 5, 5, 5, 9], [5, 7]],
        "totals": [29, 10],
        "stacks": [[22], [30, 29]],
        "out": [False, True],
    }
    before = {**welcome["position"], **layouts, "moves": ["out", "out steal"], "grill": [37, 42], "layable": []}
    after = {
        **before, "layouts": [[], []], "totals": [0, 0], "out": [False, False], "stacks": [[22, 29, 42], [30, 37]],
        "grill": [17, 24], "supply": 8, "to_act": 1, "turn_of": 1, "moves": [],
    }  # fmt: skip
    sockets = show(page, {**welcome, "position": before})
    page.locator(DECISION).first.wait_for()
    page.clock.pause_at(3_600)
    sockets[0].send(json.dumps({**SERVED, "position": after}))
    return page


NEW_GRILL = "[data-thing=portion-24]"


def test_the_serving_is_staged_and_any_input_skips_it(new_visitor: NewVisitor) -> None:
    page = serving(new_visitor)
    expect(page.locator(".rank")).to_have_text(["2", "1"])
    expect(page.locator(".calm-bar")).to_contain_text("Annabelle steals 29 from Bo")
    expect(page.locator("[data-who][data-mood=sour]").first).to_be_visible()
    assert page.locator(NEW_GRILL).count() == 0
    page.keyboard.press("Shift")
    expect(page.locator(".rank")).to_have_count(0)
    expect(page.locator(NEW_GRILL)).to_be_visible()


def test_the_serving_ends_by_itself(new_visitor: NewVisitor) -> None:
    page = serving(new_visitor)
    expect(page.locator(".rank").first).to_be_visible()
    page.clock.run_for(2500)
    expect(page.locator(NEW_GRILL)).to_be_visible()
    expect(page.locator("[data-place=stack-0] [data-thing=portion-42]")).to_be_visible()


def test_with_reduced_motion_the_serving_is_over_at_once(new_visitor: NewVisitor) -> None:
    page = serving(new_visitor, reduced_motion="reduce")
    expect(page.locator(NEW_GRILL)).to_be_visible()
    assert page.locator(".rank").count() == 0


def test_a_covered_hand_can_be_uncovered_after_any_close_request(new_visitor: NewVisitor) -> None:
    visitor = new_visitor(reduced_motion="reduce")
    page = visitor.page
    show(page, {**with_players(2), "mine": [0, 1]})
    dialog = page.get_by_role("dialog")

    def escape() -> None:
        page.keyboard.press("Escape")

    def close_it() -> None:
        page.evaluate("document.querySelector('dialog').close()")

    for request in (escape, escape, escape, close_it):
        request()
        expect(dialog).to_be_visible()
        assert page.locator("[data-card]").count() == 0
    assert visitor.axe() == []
    dialog.get_by_role("button", name="show my cards").click()
    expect(dialog).to_have_count(0)
    expect(page.locator("[data-card]")).to_have_count(6)


def test_the_cover_over_a_hand_leaves_ways_out_and_does_not_fall_again_in_another_language(
    new_visitor: NewVisitor,
) -> None:
    page = new_visitor(reduced_motion="reduce").page
    show(page, {**with_players(2), "mine": [0, 1]})
    cover, settings = page.locator("dialog[open][class^=seat-]"), page.locator("dialog[open].side")
    hand = page.locator("[data-card]")
    cover.get_by_role("button", name="Settings").click()
    settings.get_by_label("Language").select_option("de")
    # The settings stay on top, and Escape closes them; the hand is still covered.
    expect(settings.get_by_role("heading", name="Einstellungen")).to_be_visible()
    expect(hand).to_have_count(0)
    settings.get_by_label("Sprache").click(trial=True)
    page.keyboard.press("Escape")
    expect(settings).to_have_count(0)
    expect(hand).to_have_count(0)
    cover.get_by_role("button", name="Ich bin Annabelle").click()
    expect(hand).to_have_count(6)
    page.get_by_role("button", name="Einstellungen").click()
    settings.get_by_label("Sprache").select_option("en")
    expect(settings.get_by_role("heading", name="Settings")).to_be_visible()
    expect(hand).to_have_count(6)
    expect(cover).to_have_count(0)
    leave_dialog(page)
    expect(settings).to_have_count(0)
    # Who comes back, even by reloading, may be somebody else.
    page.reload()
    expect(cover).to_be_visible()
    cover.get_by_role("link", name="Start page").click()
    expect(page.get_by_role("button", name="Play now").first).to_be_visible()


SLICED = """() => {
    const bar = document.querySelector(".calm-bar");
    const { top, bottom, left, right } = bar.getBoundingClientRect();
    return [...bar.querySelectorAll(".mark, strong, small, button")].filter((each) => {
        const box = each.getBoundingClientRect();
        return box.top < top - 1 || box.bottom > bottom + 1 || box.left < left - 1 || box.right > right + 1;
    }).map((each) => each.textContent);
}"""
"""In the page: what of the bar is cut off."""


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_the_bar_while_a_bot_acts_is_whole(new_visitor: NewVisitor, locale: str) -> None:
    page = new_visitor(locale=locale, reduced_motion="reduce").page
    welcome = with_players(3)
    welcome["position"] |= {"to_act": 1, "turn_of": 1, "moves": [], "layable": []}
    show(page, welcome)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        assert page.evaluate(SLICED) == [], (width, height)


TREE = Path(__file__).parent / "trees/karteneck.yaml"


def test_a_turn_as_a_screen_reader_has_it(new_visitor: NewVisitor, request: pytest.FixtureRequest) -> None:
    """The accessibility tree of a turn, stored as text: review it before you update it by --update-golden."""
    page = new_visitor(reduced_motion="reduce").page
    show(page, with_players(3))
    page.keyboard.press("4")
    expect(page.locator("[aria-pressed=true]")).to_have_count(2)
    found = "".join(f"{page.locator(half).aria_snapshot()}\n" for half in (".far", ".near"))
    if request.config.getoption("--update-golden"):
        TREE.parent.mkdir(exist_ok=True)
        TREE.write_text(found, "utf-8")
    assert found == TREE.read_text("utf-8")
