"""The coach beside the table and the review after a game, with the numbers of the server."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from helpers.browser import PHONE, NewVisitor, Visitor
from helpers.pages import AGAIN, CHOICE, asked, keep_or_stop, open_table, play_to_the_end, switch

SHORT = {"game": "bratwurmeck", "seats": 2, "options": {"portions": [21, 22]}}


def advice_for(visitor: Visitor, code: str) -> Any:
    """What the server says about the decision on the page."""
    table = asked(visitor, f"/api/tables/{code}")
    return asked(visitor, f"/api/tables/{code}/advice?seat={table['position']['to_act']}&seq={table['seq']}")


def percent(share: float) -> str:
    """A chance as it is shown; what is not certain is never shown as if it were."""
    shown = f"{100 * share:.0f}%"
    return {"0%": "< 1%", "100%": "> 99%"}.get(shown, shown) if 1e-9 < share < 1 - 1e-9 else shown


def signed(gain: float) -> str:
    return "0.00" if abs(gain) < 0.005 else f"{gain:+.2f}".replace("-", "−")


def keep_the_lowest(page: Page) -> None:
    """Play as badly as one can without thinking."""
    faces = page.locator("[data-face]:not(:disabled)")
    if faces.count():
        faces.first.click()
    else:
        keep_or_stop(page)


def test_every_choice_shows_its_worth_and_the_game_is_reviewed(new_visitor: NewVisitor) -> None:
    visitor = new_visitor(reduced_motion="reduce")
    page = visitor.page
    code = open_table(visitor, SHORT, bots=["greedy"], start=True)
    page.goto(f"/t/{code}")
    page.locator(CHOICE).first.wait_for()
    expect(switch(page)).not_to_be_checked()
    expect(page.locator("[data-advice]")).to_have_count(0)

    switch(page).click()
    page.locator("[data-advice] strong").first.wait_for()
    found = advice_for(visitor, code)
    for option in found["options"]:
        chip = page.locator(f"[data-advice='{option['move']}']")
        expect(chip).to_contain_text(percent(option["success"]))
        expect(chip).to_contain_text(signed(option["gain"]))
    best = page.locator("[data-best]")
    expect(best).to_have_attribute("data-advice", found["best"])
    expect(best).to_contain_text("★")
    panel = page.get_by_role("region", name="Coach")
    expect(panel.locator("tbody tr")).to_have_count(len(found["options"]))
    expect(panel.locator("tbody tr").first).to_contain_text("best choice")
    for result in found["options"][0]["results"]:
        if result["name"] != "failed":
            expect(page.locator(f"[data-chance='{result['name']}']")).to_contain_text(percent(result["chance"]))
    expect(panel.get_by_text("fails")).to_be_visible()
    assert visitor.axe() == []

    page.reload()
    expect(switch(page)).to_be_checked()
    page.locator("[data-advice] strong").first.wait_for()
    switch(page).click()
    expect(page.locator("[data-advice]")).to_have_count(0)
    play_to_the_end(page, keep_the_lowest)
    page.get_by_role("button", name="Review the game").click()
    page.get_by_role("heading", name="Luck and choices").wait_for()
    review = asked(visitor, f"/api/tables/{code}/games/1/review")
    dialog = page.get_by_role("dialog", name="The game in review")
    mine = dialog.locator("li.own")
    expect(mine).to_contain_text(re.compile(rf"Given away\s*{review['lost'][0]:.1f}\b"))
    told = [each for each in review["moments"] if each["seat"] == 0]
    moments = dialog.locator("section ol > li.card")
    expect(moments).to_have_count(len(told))
    assert told, "whoever keeps ones loses by it"
    lost = next(each["lost"] for each in review["decisions"] if each["step"] == told[0]["step"])
    expect(moments.first).to_contain_text(f"−{lost:.1f} worms")
    assert moments.first.locator("svg").count() == len(told[0]["kept"] + told[0]["rolled"])
    final = review["standings"][-1]["scores"]
    scores = f"Ann {worms(final[0])}, Greedy {worms(final[1])}"
    expect(dialog.get_by_role("img")).to_have_accessible_name(f"A line for each player. In the end: {scores}.")
    dialog.get_by_text("The same as a table").click()
    expect(dialog.get_by_role("row")).to_have_count(1 + len(review["standings"]))
    assert visitor.axe() == []
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(page.locator(AGAIN)).to_be_visible()


def worms(count: int) -> str:
    return f"{count} worm{'' if count == 1 else 's'}"


def test_among_people_it_is_for_the_host_to_allow(new_visitor: NewVisitor) -> None:
    host, friend = new_visitor(reduced_motion="reduce"), new_visitor()
    friend.page.goto("/")
    asked(friend, "/api/me", {"name": "Bo"})

    def joined(code: str) -> None:
        path = f"/api/tables/{code}/commands"
        asked(friend, path, {"type": "sit", "id": "sit-00000001", "name": "Bo"})
        asked(host, path, {"type": "start", "id": "start-000001"})

    page = host.page
    code = open_table(host, {"game": "bratwurmeck", "seats": 2})
    joined(code)
    page.goto(f"/t/{code}")
    page.get_by_role("button", name="No coach").click()
    expect(page.get_by_text("the host did not allow the coach")).to_be_visible()
    expect(switch(page)).to_have_count(0)

    page.goto("/")
    page.get_by_role("button", name="Play with friends: Heckmeck am Bratwurmeck").click()
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("radio", name="2").check()
    page.get_by_text("More settings").click()
    page.get_by_label("Everybody may use the coach").check()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")
    joined(page.url.rpartition("/")[2])
    expect(switch(page)).not_to_be_checked()


@pytest.mark.parametrize("game", ["bratwurmeck", "karteneck"])
def test_on_a_phone_it_leaves_room_for_what_a_decision_needs(new_visitor: NewVisitor, game: str) -> None:
    visitor = new_visitor(viewport=PHONE, reduced_motion="reduce", color_scheme="dark")
    page = visitor.page
    code = open_table(visitor, {"game": game, "seats": 3}, bots=["greedy", "random"], start=True)
    page.goto(f"/t/{code}")
    page.locator(CHOICE).first.wait_for()
    switch(page).click()
    page.locator("[data-advice] strong").first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    if game == "bratwurmeck":
        box = page.locator("[data-action=roll]").bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= PHONE["height"]
    page.get_by_role("button", name="What the coach says").click()
    first = page.get_by_role("region", name="Coach").locator("tbody tr").first
    best = advice_for(visitor, code)["options"][0]
    expect(first).to_contain_text(signed(best["gain"]))
    if game == "karteneck":
        expect(first).to_contain_text(f"± {best['error']:.2f}")
    assert visitor.axe() == []
