"""Heckmeck am Karteneck in a real browser: by mouse, by keyboard, on a phone; and no other hand is given away."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect

from helpers.browser import PHONE, NewVisitor, Visitor
from helpers.eavesdropper import Eavesdropper, Truth, hands_given, leaks, worms_shown, worms_told

KARTENECK = "Heckmeck am Karteneck"
DECISION = "[data-action=out]:not(:disabled), [data-action=steal]"
AGAIN = "button:has-text('Play again')"
LONGEST_GAME = 200
"""Decisions; a round takes few of them."""
ME = 0


def my_turn(page: Page) -> bool:
    """Wait until it is our turn or the game is over, and say which."""
    page.locator(f"{DECISION}, {AGAIN}").first.wait_for()
    return page.locator(AGAIN).count() == 0


def act(page: Page) -> None:
    """Lay all worms, or else the highest sort, until there is a worm; then drop out, with theft if that can be."""
    out = page.locator("[data-action=steal]").or_(page.locator("[data-action=out]")).last
    cards = page.locator("[data-card]:not(:disabled)")
    seen = log(page)
    forced = not cards.count() and not page.locator("[data-action=steal]").count()
    if cards.count() and "no worm" in out.inner_text():
        # Cards overlap, and those that cannot be laid may lie over it: the left edge is always to be seen.
        cards.last.click(position={"x": 6, "y": 12})
        page.locator("[data-action=lay]").click()
    else:
        out.click()
        if not forced:
            page.locator(".armed").click()
    page.wait_for_function("seen => document.querySelector('aside ol').childElementCount > seen", arg=seen)


def log(page: Page) -> int:
    return int(page.evaluate("document.querySelector('aside ol').childElementCount"))


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
    # The same eyes find what may be seen, and would find what may not.
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
        (0, f'<i style="view-transition-name: card-1-{late + 5}-0">'),
    ]
    assert len(leaks(heard, truth)) >= 3


def test_some_turns_by_keyboard_alone(new_visitor: NewVisitor) -> None:
    page = new_visitor(reduced_motion="reduce").page
    page.goto("/")
    page.get_by_role("button", name=f"Play now: {KARTENECK}").focus()
    page.keyboard.press("Enter")
    page.get_by_label("Your name").wait_for()
    page.keyboard.type("Ann")
    page.keyboard.press("Enter")
    for _ in range(3):
        assert my_turn(page)
        seen = log(page)
        cards = page.locator("[data-card]:not(:disabled)")
        if not cards.count():
            break
        card = cards.first.get_attribute("data-card") or ""
        key = card if int(card) <= 5 else "w"
        page.keyboard.press(key)
        expect(page.locator("[data-card][aria-pressed=true]").first).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator("[data-card][aria-pressed=true]")).to_have_count(0)
        page.keyboard.press(key)
        page.keyboard.press("l")
        page.wait_for_function("seen => document.querySelector('aside ol').childElementCount > seen", arg=seen)
    assert my_turn(page)
    page.keyboard.press("o")
    if page.locator(".armed").count():
        page.keyboard.press("o")
    # Where both others have gone before, the log says that she is the last.
    told = re.compile("Ann (drops out|is the last to drop out)")
    expect(page.get_by_role("list", name="What happened")).to_contain_text(told)


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


@pytest.fixture
def crowd(new_visitor: NewVisitor) -> Visitor:
    """A visitor with a phone at a table of five, with a hand that is as large as they get."""
    visitor = new_visitor(viewport=PHONE, reduced_motion="reduce")
    visitor.page.route_web_socket("**/ws/**", lambda socket: socket.send(json.dumps(WELCOME)))
    visitor.page.goto("/t/ABCDEFGH")
    visitor.page.locator(DECISION).first.wait_for()
    return visitor


def test_five_players_and_a_large_hand_fit_on_the_smallest_phone(crowd: Visitor) -> None:
    page = crowd.page
    page.keyboard.press("w")
    expect(page.locator("[data-action=lay]")).to_have_text(re.compile(r"Lay 5 worms\s*total 9 → 34"))
    assert page.get_by_role("list", name="Players").get_by_role("listitem").count() == 5
    assert page.evaluate("document.documentElement.scrollHeight") <= PHONE["height"]
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    # Every card shows enough of itself to be tapped: what lies at the middle of its left edge is the card itself.
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
    fours.first.click(position={"x": 8, "y": 12})
    expect(lay).to_contain_text("Lay 4 × 4")
    fours.last.click(position={"x": 8, "y": 12})
    expect(lay).to_contain_text("Lay 3 × 4")
    page.locator("[data-card='20']").click(position={"x": 8, "y": 12})
    expect(lay).to_contain_text("Lay 5 worms")
    expect(page.locator("[aria-pressed=true]")).to_have_count(5)
    expect(page.locator(".ours")).to_contain_text("37")
    expect(page.get_by_text("34 wins 37 as it stands").last).to_be_attached()


def test_what_can_fly_has_a_name_of_its_own(crowd: Visitor) -> None:
    names = crowd.page.evaluate(
        """() => [...document.querySelectorAll('*')].map((each) => getComputedStyle(each).viewTransitionName)
            .filter((name) => name !== 'none')"""
    )
    assert len(names) == len(set(names))
    assert {"portion-42", "card-0-3-0", "card-0-12-0"} <= set(names)
    assert not [name for name in names if name.startswith("card-") and not name.startswith("card-0-")]
