"""Tables on screens of many sizes: what one needs to play is in view, and nothing is cut off."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import TimeoutError as PlaywrightTimeout
from playwright.sync_api import expect

from helpers.browser import PHONE, NewVisitor
from helpers.pages import CHOICE, open_table, switch

SIZES = [(1024, 600), (1366, 650), (1280, 800), (820, 1180), (360, 800), (PHONE["width"], PHONE["height"])]
"""From a small laptop, less the browser's bars, to the smallest phone."""
MOST = {"bratwurmeck": 7, "barbecue": 5, "karteneck": 5}
BOTS = ["greedy", "random", "sure", "greedy", "sure", "greedy"]
SEEN = """([width, height]) => {
    const page = document.documentElement;
    const cut = [...document.querySelectorAll("[data-choice], .actions button, .board section")].filter((each) => {
        const { left, top, right, bottom } = each.getBoundingClientRect();
        return left < 0 || top < 0 || right > width || bottom > height;
    });
    return [page.scrollWidth <= width, page.scrollHeight <= height, cut.map((each) => each.outerHTML.slice(0, 80))];
}"""


NAMES = """() => [...document.querySelectorAll("[aria-label=Spieler] .name")].map((name) => {
    const called = name.querySelector(".called");
    const number = name.querySelector("b")?.getBoundingClientRect();
    const { left, right } = name.getBoundingClientRect();
    return [name.title, name.textContent.trim().replace(/\\s+/g, " "),
        number ? number.left >= left && number.right <= right : null,
        called.scrollWidth <= called.clientWidth || getComputedStyle(called).textOverflow === "ellipsis"];
})"""
"""In the page: what players are called, what is read of it, whether a number is seen, and that no letter is sliced."""


@pytest.mark.parametrize("game", MOST)
def test_a_full_table_is_played_without_scrolling(new_visitor: NewVisitor, game: str) -> None:
    visitor = new_visitor(reduced_motion="reduce", locale="de-DE")
    page = visitor.page
    bots = BOTS[: MOST[game] - 1]
    if game != "bratwurmeck":
        bots = ["greedy" if bot == "sure" else bot for bot in bots]
    code = open_table(visitor, {"game": game, "seats": MOST[game]}, "Großtante Wilhelmine", bots=bots, start=True)
    page.goto(f"/t/{code}")
    page.locator(CHOICE).first.wait_for()
    for coached in (False, True):
        if coached:
            switch(page, "Trainer").click()
            page.locator("[data-advice] strong").first.wait_for()
        for size in SIZES:
            page.set_viewport_size({"width": size[0], "height": size[1]})
            page.locator("main.desk" if size[0] >= 960 else "main:not(.desk)").wait_for()
            fits = f"size => JSON.stringify(({SEEN})(size)) === '[true,true,[]]'"
            try:
                page.wait_for_function(fits, arg=list(size), timeout=5000)
            except PlaywrightTimeout:
                assert page.evaluate(SEEN, list(size)) == [True, True, []], (size, coached)
    if game == "bratwurmeck":
        names = page.evaluate(NAMES)
        assert [whole for _, _, _, whole in names] == [True] * 7
        assert all(read.startswith(title) for title, read, _, _ in names)
        assert [seen for _, _, seen, _ in names] == [None, None, None, None, True, True, True]


def test_the_log_over_a_phones_table_is_left_in_every_way(new_visitor: NewVisitor) -> None:
    visitor = new_visitor(viewport=PHONE, reduced_motion="reduce")
    page = visitor.page
    code = open_table(visitor, {"game": "bratwurmeck", "seats": 2}, bots=["greedy"], start=True)
    page.goto(f"/t/{code}")
    page.locator(CHOICE).first.wait_for()
    log, opener = page.locator("aside.sheet"), page.get_by_role("button", name="Show the log")
    ways: list[Callable[[], object]] = [
        lambda: page.keyboard.press("Escape"),
        lambda: page.mouse.click(PHONE["width"] / 2, 20),
        lambda: page.go_back(),
        lambda: log.get_by_role("button", name="Your turn").click(),
        lambda: log.get_by_role("button", name="Close").click(),
    ]
    for leave in ways:
        opener.click()
        expect(log).to_be_visible()
        leave()
        expect(log).to_have_count(0)
        expect(page.locator(CHOICE).first).to_be_visible()
    opener.click()
    assert visitor.axe() == []
    page.keyboard.press("Escape")
    # All of it has left nothing behind: the way back leads away from the table.
    page.wait_for_function("history.state === null")
    page.go_back()
    expect(page.get_by_role("button", name="Play now").first).to_be_visible()
