"""Past games: result, replay, proof, and the player's own games."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from helpers.archive import PLAY, finish_a_game
from helpers.browser import PHONE, NewVisitor, Visitor

CALM = {"reduced_motion": "reduce"}


def slider_is_at(page: Page, step: int) -> None:
    expect(page.get_by_role("slider", name="Place in the game")).to_have_value(str(step))


def last_step(page: Page) -> int:
    return int(page.get_by_role("slider", name="Place in the game").get_attribute("max") or 0)


def test_a_finished_game_is_summarized_proved_shared_and_replayed(new_visitor: NewVisitor, tmp_path: Path) -> None:
    ann = new_visitor(**CALM)
    finish_a_game(ann, "bratwurmeck")
    page = ann.page
    result = page.get_by_role("list", name="Result").get_by_role("listitem")
    expect(result).to_have_count(2)
    expect(result.first).to_contain_text(re.compile("Place 1: .+ worm"))
    expect(page.locator("[aria-live=polite]").filter(has_text="Place 1: ")).to_have_count(1)
    expect(page.get_by_role("region", name="The story", exact=True)).to_contain_text("Biggest catch")
    expect(page.get_by_role("heading", name="Moments and prizes")).to_be_visible()
    expect(page.get_by_text("rolls were fixed before you played, and your seed was part of them.")).to_be_visible()
    expect(page.get_by_text("of them happen: the record shows the same.")).to_be_visible()
    page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.get_by_role("button", name="Copy the link").click()
    link = page.get_by_label("Link to the replay")
    expect(link).to_be_focused()
    assert page.evaluate("getSelection().toString()") == link.input_value()
    assert ann.axe() == []

    friend = new_visitor(viewport=PHONE, locale="en-GB", **CALM)
    friend.page.goto(link.input_value())
    watch_by_slider_and_keys(friend)
    expect(friend.page.get_by_text("seeds of the players were part of them")).to_be_visible()

    page.goto("/me")
    game = page.get_by_role("region", name="Past games").get_by_role("listitem")
    expect(game).to_have_count(1)
    expect(page.get_by_role("region", name="In numbers")).to_contain_text("of 1 won")
    assert ann.axe() == []
    game.get_by_role("link", name="Watch the replay").click()
    page.wait_for_url("**/r/*")
    open_as_a_file(page, tmp_path)
    # The browser notes that the two bad files were refused.
    refused = [error for error in ann.errors if "400 (Bad Request)" in error]
    assert len(refused) == 2
    ann.errors[:] = [error for error in ann.errors if error not in refused]


def watch_by_slider_and_keys(visitor: Visitor) -> None:
    page = visitor.page
    slider_is_at(page, 0)
    last = last_step(page)
    page.get_by_role("slider").fill(str(last // 2))
    slider_is_at(page, last // 2)
    page.keyboard.press("ArrowRight")
    slider_is_at(page, last // 2 + 1)
    page.keyboard.press("ArrowLeft")
    slider_is_at(page, last // 2)
    page.keyboard.press("Home")
    slider_is_at(page, 0)
    page.get_by_role("button", name="One step on").click()
    slider_is_at(page, 1)
    expect(page.get_by_role("slider")).to_have_attribute("aria-valuetext", f"Step 1 of {last}. {roll_in_words(page)}")
    page.get_by_label("Jump to").select_option(index=1)
    turn = int(page.get_by_role("slider").input_value())
    assert turn > 1
    page.get_by_role("slider").focus()
    page.keyboard.press("ArrowUp")
    slider_is_at(page, 0)
    page.keyboard.press("ArrowDown")
    slider_is_at(page, turn)
    assert visitor.axe() == []
    page.keyboard.press("End")
    slider_is_at(page, last)
    expect(page.get_by_role("list", name="Result").get_by_role("listitem")).to_have_count(2)
    expect(page.get_by_role("button", name="Play again")).to_have_count(0)
    page.get_by_label("Speed").select_option("2 ×")
    page.get_by_role("button", name="Play", exact=True).click()
    slider_is_at(page, 1)
    slider_is_at(page, 2)
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def roll_in_words(page: Page) -> str:
    """The text about the roll that is shown: a live region has it too."""
    return page.locator("[aria-live=polite]").filter(has_text="rolls").last.inner_text()


def open_as_a_file(page: Page, folder: Path) -> None:
    """Save the game and open it from the file; then a modified file, and one that is not a record."""
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save as a file").click()
    file = folder / "game.jsonl"
    saved.value.save_as(file)
    page.goto("/replay")
    chooser = page.locator("input[type=file]")
    chooser.set_input_files(file)
    slider_is_at(page, 0)
    expect(page.get_by_text("your seed was part of them")).to_be_visible()
    game = json.loads(file.read_text())
    broken = folder / "broken.jsonl"
    broken.write_text(json.dumps(game | {"steps": [game["steps"][0], "keep 7"]}))
    chooser.set_input_files(broken)
    expect(page.get_by_role("alert").filter(has_text="Step 2 of this game breaks a rule")).to_be_visible()
    diary = folder / "diary.txt"
    diary.write_text("Dear diary\n")
    chooser.set_input_files(diary)
    expect(page.get_by_role("alert").filter(has_text="This is no recorded game.")).to_be_visible()
    game["fairness"]["secret"] = "00" * 32
    forged = folder / "forged.jsonl"
    forged.write_text(json.dumps(game))
    chooser.set_input_files(forged)
    expect(page.get_by_role("alert").filter(has_text="The secret does not lead to the anchor")).to_be_visible()


def test_games_add_up_at_a_table_and_in_ones_history(new_visitor: NewVisitor) -> None:
    ann = new_visitor(viewport=PHONE, **CALM)
    page = ann.page
    code = finish_a_game(ann, "bratwurmeck")
    tally = page.get_by_role("region", name="At this table so far")
    expect(page.get_by_role("heading", name="Moments and prizes")).to_be_visible()
    expect(tally).to_have_count(0)
    page.get_by_role("button", name="Play again").click()
    expect(page.get_by_role("list", name="Result")).to_have_count(0)
    page.evaluate(PLAY, code)
    expect(tally.get_by_role("listitem")).to_have_count(2)
    expect(tally.get_by_role("listitem").filter(has_text="Ann")).to_contain_text("of 2 won")
    assert ann.axe() == []
    (second, first) = ann.context.request.get("/api/history").json()
    second["results"][0] |= {"bot": "greedy", "won": True, "mine": True}
    pages = [[second | {"number": number} for number in range(100, 50, -1)], [first]]

    def answer(route: Route) -> None:
        assert ("before=" in route.request.url) == (len(pages) == 1)
        route.fulfill(json=pages.pop(0))

    page.route("**/api/history?*", answer)
    page.goto("/me")
    games = page.get_by_role("region", name="Past games").get_by_role("listitem")
    expect(games).to_have_count(50)
    expect(games.first).to_contain_text("A bot finished this one for you")
    expect(games.first).not_to_contain_text("★")
    page.get_by_role("button", name="Older games").click()
    expect(games).to_have_count(51)
    expect(page.get_by_role("button", name="Older games")).to_have_count(0)
    assert ann.axe() == []


def test_all_hands_are_open_afterwards_or_those_of_one_player(new_visitor: NewVisitor) -> None:
    ann = new_visitor(**CALM)
    finish_a_game(ann, "karteneck", ("random",))
    page = ann.page
    expect(page.get_by_text("draws were fixed before you played")).to_be_visible()
    page.get_by_role("link", name="Watch the replay").click()
    page.wait_for_url("**/r/*")
    hands = page.get_by_role("region", name="All hands").get_by_role("listitem")
    expect(hands).to_have_count(2)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(hands.last).to_contain_text("Dolly")
    assert ann.axe() == []
    page.get_by_label("Look through the eyes of").select_option("Dolly")
    expect(page.get_by_role("group", name="Your hand").get_by_role("button")).to_have_count(6)
    expect(hands).to_have_count(0)


COVERED = """() => {
    const box = (each) => each.getBoundingClientRect();
    const all = (selector) => [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility());
    const meet = (one, two) => {
        const [a, b] = [box(one), box(two)];
        return a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    };
    const pairs = (these, those) => all(these).flatMap((one) =>
        all(those).filter((two) => one !== two && meet(one, two)).map((two) => one.className + " / " + two.className));
    const said = all(".turn, .calm-bar strong").map((each) => each.textContent);
    return [
        ...pairs("section[aria-label].walnut", ".board > *, .onlooker, .onlooker *, .calm-bar"),
        ...pairs("header .control", ".onlooker .control"),
        ...pairs("header .sign", "[data-guest] .guest > *"),
        ...said.filter((each, place) => said.indexOf(each) !== place),
    ];
}"""
"""In the page: what lies over something else in a replay, and what is said twice."""


@pytest.mark.parametrize("game", ["bratwurmeck", "karteneck"])
def test_a_replay_is_wholly_in_view(new_visitor: NewVisitor, game: str) -> None:
    ann = new_visitor(**CALM)
    page = ann.page
    finish_a_game(ann, game, ("greedy", "random"), **({"portions": [16, 35]} if game == "karteneck" else {}))
    (played, *_) = ann.context.request.get("/api/history").json()
    # German has the longest words.
    page.evaluate("localStorage.setItem('PARAGLIDE_LOCALE', 'de')")
    page.goto(f"/r/{played['record']}")
    page.get_by_role("slider").wait_for()
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    for width, height in ((390, 844), (844, 390), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function("width => innerWidth === width", arg=width)
        page.wait_for_function(f"() => ({COVERED})().length === 0")


def test_a_game_that_is_not_there_is_said_to_be_missing(new_visitor: NewVisitor) -> None:
    visitor = new_visitor()
    visitor.page.goto("/t/ABCDEFGH/games/1")
    expect(visitor.page.get_by_text("This table cannot be found")).to_be_visible()
    visitor.errors.clear()


CUT_ON_PODIUM = """() => {
    const box = (each) => each.getBoundingClientRect();
    const all = (selector) => [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility());
    const cut = all(".podium .name").filter((each) =>
        each.scrollWidth > each.clientWidth || each.scrollHeight > each.clientHeight + 1);
    const outside = all(".podium .portion, .podium .tag")
        .filter((each) => box(each).left < 0 || box(each).right > innerWidth);
    const covered = all(".podium .portion + .portion").filter((each) => {
        const [one, two] = [box(each.previousElementSibling), box(each)];
        return two.left < one.right - 1 && two.top < one.bottom - 1;
    });
    return [...cut, ...outside, ...covered].map((each) => each.outerHTML.slice(0, 90));
}"""
"""In the page: names on the podium that are cut off, and portions that are covered or out of sight."""

WIDEST = """
    window.widest = 0;
    const look = () => {
        window.widest = Math.max(window.widest, document.documentElement?.scrollWidth ?? 0);
        requestAnimationFrame(look);
    };
    look();
"""
"""In every page: its maximum width so far."""

LOWEST = "all => Math.max(...all.map((each) => each.getBoundingClientRect().bottom))"


@pytest.mark.parametrize("game", ["bratwurmeck", "barbecue", "karteneck"])
def test_the_victory_needs_no_scrolling_on_a_phone(new_visitor: NewVisitor, game: str) -> None:
    visitor = new_visitor(viewport=PHONE, color_scheme="dark", forced_colors="active")
    visitor.page.add_init_script(WIDEST)
    # Five players need more portions than a small game has: as many in every round as there are players.
    finish_a_game(visitor, game, ("greedy",) * 4, **({"portions": [16, 34]} if game == "karteneck" else {}))
    page = visitor.page
    for name in ("Review the game", "Play again"):
        box = page.get_by_role("button", name=name).bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= PHONE["height"]
    assert page.evaluate("widest") == PHONE["width"]
    expect(page.get_by_role("list", name="Result").get_by_role("listitem")).to_have_count(5)
    # Any key ends the animation.
    page.keyboard.press("Shift")
    expect(page.locator(".victory.running")).to_have_count(0)
    assert visitor.axe() == []
    for width, height in ((360, 640), (844, 390), (820, 1180), (1280, 800), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function("width => innerWidth === width", arg=width)
        assert page.evaluate(CUT_ON_PODIUM) == [], (width, height)
        assert page.locator(".ways > *").evaluate_all(LOWEST) <= height, (width, height)
    # In landscape the buttons are beside the podium, which has the height of the window.
    page.set_viewport_size({"width": 844, "height": 390})
    page.wait_for_function("innerHeight === 390 && document.querySelector('.stump').offsetWidth >= 100")


def test_what_cannot_be_loaded_is_said(new_visitor: NewVisitor) -> None:
    ann = new_visitor(**CALM)
    page = ann.page
    page.route("**/replay", lambda route: route.fulfill(status=503, json={"code": "busy", "message": "?"}))
    finish_a_game(ann, "bratwurmeck")
    expect(page.get_by_role("alert").filter(has_text=re.compile(r"\w"))).not_to_have_count(0)
    expect(page.get_by_role("button", name="Play again")).to_be_visible()
    ann.errors.clear()
