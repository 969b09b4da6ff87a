"""The coach beside the table and the review after a game, with the numbers of the server."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Route, expect

from heckmeck.games import get
from heckmeck.play import decode
from heckmeck.play.review import review as reviewed
from helpers.archive import PLAY
from helpers.browser import PHONE, NewVisitor, Visitor
from helpers.pages import AGAIN, CHOICE, asked, open_table, switch
from helpers.win_shares import use_score_shares

SHORT = {"game": "bratwurmeck", "seats": 2, "options": {"portions": [21, 22]}}


def advice_for(visitor: Visitor, code: str) -> Any:
    """The server's advice for the decision on the page."""
    table = asked(visitor, f"/api/tables/{code}")
    return asked(visitor, f"/api/tables/{code}/advice?seat={table['position']['to_act']}&seq={table['seq']}")


def percent(share: float) -> str:
    """A chance as it is shown; an uncertain result is never shown as certain."""
    shown = f"{100 * share:.0f}%"
    return {"0%": "< 1%", "100%": "> 99%"}.get(shown, shown) if 1e-9 < share < 1 - 1e-9 else shown


def signed(gain: float) -> str:
    return "0.00" if abs(gain) < 0.005 else f"{gain:+.2f}".replace("-", "−")


LONGER = {"game": "bratwurmeck", "seats": 2, "options": {"portions": [21, 26]}}
"""In a shorter game a bad player may be lucky enough not to lose."""
BADLY = PLAY.replace('"keep W", "keep"', '"keep 1", "keep 2", "keep 3", "keep"')
"""In the page: plays as badly as possible in a simple way."""


def test_the_coach_speaks_in_words_and_has_the_figures_behind_them(new_visitor: NewVisitor) -> None:
    visitor = new_visitor(reduced_motion="reduce")
    page = visitor.page
    code = open_table(visitor, SHORT, bots=["greedy"], start=True)
    page.goto(f"/t/{code}")
    page.locator(CHOICE).first.wait_for()
    expect(switch(page)).not_to_be_checked()
    expect(page.locator("[data-advice]")).to_have_count(0)

    switch(page).click()
    panel = page.get_by_role("region", name="Coach")
    choices = panel.get_by_role("list", name="Choices").get_by_role("listitem")
    found = advice_for(visitor, code)
    expect(choices).to_have_count(min(len(found["options"]), 6))
    expect(choices.first).to_contain_text("best choice")
    expect(choices.first).to_contain_text(re.compile("good|risky"))
    best = page.locator("[data-best]")
    expect(best).to_have_attribute("data-advice", found["best"])
    expect(best.locator(".star")).to_be_visible()
    # Screen readers get the figures with each choice.
    for option in found["options"]:
        chip = page.locator(f"[data-advice='{option['move']}']")
        expect(chip).to_contain_text(percent(option["success"]))
        expect(chip).to_contain_text(signed(option["gain"]))
    for result in found["options"][0]["results"]:
        if result["name"] != "failed":
            expect(page.locator(f"[data-chance='{result['name']}']")).to_contain_text(percent(result["chance"]))
    assert not re.search(r"[+−]\d", panel.inner_text()), "words come before figures"
    expect(panel).to_contain_text("With these rules I cannot estimate who will win, so I count worms.")
    assert visitor.axe() == []

    panel.get_by_role("button", name="Show the figures").click()
    expect(panel.locator("tbody tr")).to_have_count(len(found["options"]))
    expect(panel.locator("tbody tr").first).to_contain_text("best choice")
    for row, option in zip(panel.locator("tbody tr").all(), found["options"], strict=True):
        expect(row).to_contain_text(percent(option["success"]))
        expect(row).to_contain_text(signed(option["gain"]))
    expect(panel.get_by_text("fails")).to_be_visible()
    assert visitor.axe() == []
    panel.get_by_role("button", name="fold").click()
    expect(choices).to_have_count(0)

    page.reload()
    expect(switch(page)).to_be_checked()
    expect(page.locator("[data-advice]")).to_have_count(len(found["options"]))
    switch(page).click()
    expect(panel).to_have_count(0)
    expect(page.locator("[data-advice]")).to_have_count(0)


def test_the_review_opens_at_once_and_fills_in(new_visitor: NewVisitor) -> None:
    visitor = new_visitor(reduced_motion="reduce")
    page = visitor.page
    code = open_table(visitor, LONGER, bots=["greedy"], start=True)
    page.goto(f"/t/{code}")
    page.get_by_role("list", name="Players").first.wait_for()
    page.evaluate(BADLY, code)
    held: list[Route] = []
    page.route("**/review", lambda route: held.append(route))
    page.get_by_role("button", name="Review the game").click()
    dialog = page.get_by_role("dialog", name="The game in review")
    expect(dialog.get_by_text("The figures follow.")).to_be_visible()
    expect(dialog.get_by_role("progressbar")).to_be_visible()
    expect(dialog.get_by_role("img")).to_be_visible()
    dialog.get_by_text("All turns").click()
    turns = dialog.get_by_role("list", name="All turns").get_by_role("listitem")
    expect(turns.first).to_contain_text("Ann: ")
    assert visitor.axe() == []

    for route in held:
        route.continue_()
    dialog.get_by_role("heading", name="Luck and choices").wait_for()
    review = asked(visitor, f"/api/tables/{code}/games/1/review")
    told = [each for each in review["moments"] if each["seat"] == 0]
    assert told, "keeping ones costs something"
    moments = dialog.get_by_role("region", name="Where it cost you most").get_by_role("list").first.locator("> li")
    expect(moments).to_have_count(len(told))
    expect(moments.first).to_contain_text(re.compile("cost you (a little|about )"))
    assert moments.first.locator(".cube").count() == len(told[0]["kept"] + told[0]["rolled"])
    expect(dialog.get_by_role("progressbar")).to_have_count(0)
    assert "−" not in moments.first.inner_text()
    dialog.get_by_role("button", name="Show the figures").click()
    lost = next(each["lost"] for each in review["decisions"] if each["step"] == told[0]["step"])
    expect(moments.first).to_contain_text(f"−{lost:.1f} worms")
    expect(dialog.locator(".players .own")).to_contain_text(
        re.compile(rf"Lost by own choices\s*{review['lost'][0]:.1f}\b")
    )
    final = review["standings"][-1]["scores"]
    expect(dialog.get_by_role("img")).to_have_accessible_name(
        re.compile(rf"^A line for each player\. In the end: Ann {worms(final[0])} and \w+ {worms(final[1])}\.$")
    )
    dialog.get_by_text("The same as a table").click()
    expect(dialog.get_by_role("row")).to_have_count(1 + len(review["standings"]))
    expect(turns).to_have_count(len(review["standings"]) - 1)
    expect(turns.filter(has_text="cost you").first).to_be_visible()
    assert visitor.axe() == []
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(page.get_by_role("button", name="Review the game")).to_be_focused()
    expect(page.locator(AGAIN)).to_be_visible()


def finished(visitor: Visitor) -> str:
    """Play a game badly to its end, and open its replay; return the code of the table."""
    page = visitor.page
    code = open_table(visitor, LONGER, bots=["greedy"], start=True)
    page.goto(f"/t/{code}")
    page.get_by_role("list", name="Players").first.wait_for()
    page.evaluate(BADLY, code)
    page.get_by_role("button", name="Review the game").wait_for()
    page.goto(f"/r/{asked(visitor, '/api/history')[0]['record']}")
    page.get_by_role("button", name="Review the game").wait_for()
    return code


def told_to_ann(visitor: Visitor, code: str) -> tuple[int, int]:
    """Return how many decisions the review tells her, and the place in the replay before the first of them."""
    game = f"/api/tables/{code}/games/1"
    told = [each["step"] for each in asked(visitor, f"{game}/review")["moments"] if each["seat"] == 0]
    frames = asked(visitor, f"{game}/replay")["frames"]
    return len(told), max(place for place, frame in enumerate(frames) if frame["step"] < told[0])


def test_a_past_game_is_reviewed_beside_its_replay(new_visitor: NewVisitor) -> None:
    visitor = new_visitor(reduced_motion="reduce", viewport=PHONE)
    page = visitor.page
    told, place = told_to_ann(visitor, finished(visitor))
    page.get_by_role("button", name="Review the game").click()
    dialog = page.get_by_role("dialog", name="The game in review")
    moments = dialog.get_by_role("region", name="Where it cost you most").get_by_role("list").first.locator("> li")
    expect(moments).to_have_count(told)
    dialog.get_by_text("All turns").click()
    turns = dialog.get_by_role("list", name="All turns").get_by_role("listitem")
    expect(turns.first).to_contain_text("Ann: ")
    expect(turns.filter(has_text="cost you").first).to_be_visible()
    assert visitor.axe() == []

    moments.first.get_by_role("button", name="See it at the table").press("Enter")
    expect(dialog).to_have_count(0)
    expect(page.get_by_role("slider")).to_have_value(str(place))
    expect(page.get_by_role("slider")).to_be_focused()
    page.wait_for_function("() => scrollY === 0")
    page.reload()
    expect(page.get_by_role("slider")).to_have_value(str(place))
    # Others, who have only the link, see the same without a seat of their own.
    page.context.clear_cookies()
    page.reload()
    page.get_by_role("button", name="Review the game").click()
    dialog.get_by_role("heading", name="Luck and choices").wait_for()
    expect(moments).to_have_count(0)
    expect(dialog.get_by_text("Ann").first).to_be_visible()


def test_a_replay_stays_where_it_is_while_something_lies_over_it(new_visitor: NewVisitor) -> None:
    visitor = new_visitor(reduced_motion="reduce")
    page = visitor.page
    finished(visitor)
    slider, button = page.locator("input[type=range]"), page.get_by_role("button", name="Review the game")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(slider).to_have_value("2")
    expect(button).not_to_be_focused()
    assert page.evaluate("scrollY") == 0
    dialog = page.get_by_role("dialog", name="The game in review")
    close = dialog.get_by_role("button", name="Close")
    for key in ("Escape", "Enter"):
        button.click()
        expect(close).to_be_focused()
        page.keyboard.press(key)
        expect(dialog).to_have_count(0)
        expect(button).to_be_focused()
        page.wait_for_function("() => history.state === null")
        expect(slider).to_have_value("2")

    page.locator("[data-settings]").first.click()
    page.get_by_role("dialog").get_by_label("Language").select_option("de")
    page.get_by_role("button", name="Spiel auswerten").wait_for()
    expect(slider).to_have_value("2")


def test_what_the_review_leads_to_stays_although_the_replay_was_playing(new_visitor: NewVisitor) -> None:
    visitor = new_visitor(reduced_motion="reduce")
    page = visitor.page
    _, place = told_to_ann(visitor, finished(visitor))
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("input[type=range]")).not_to_have_value("0")
    page.get_by_role("button", name="Review the game").click()
    page.get_by_role("button", name="See it at the table").first.click()
    page.get_by_role("button", name="Play", exact=True).wait_for()
    expect(page.locator("input[type=range]")).to_have_value(str(place))
    expect(page.get_by_role("slider")).to_be_focused()


def worms(count: int) -> str:
    return f"{count} worm{'' if count == 1 else 's'}"


def test_the_coach_says_how_often_each_choice_wins(new_visitor: NewVisitor) -> None:
    visitor = new_visitor(reduced_motion="reduce")
    page = visitor.page
    code = open_table(visitor, SHORT, bots=["greedy"], start=True)

    def with_wins(route: Route) -> None:
        """Answer as a server does that knows the chances: the choices cost one win in 20 each, one after the other."""
        advice = route.fetch().json()
        for place, option in enumerate(advice["options"]):
            option["win"] = 0.66 - 0.05 * place
        route.fulfill(json=advice)

    page.route("**/advice?*", with_wins)
    page.goto(f"/t/{code}")
    page.locator(CHOICE).first.wait_for()
    switch(page).click()
    panel = page.get_by_role("region", name="Coach")
    expect(panel).to_contain_text("You win about 2 games in 3 with it.")
    expect(panel).not_to_contain_text("I cannot estimate")
    assert "%" not in panel.inner_text(), "words come before figures"
    options = advice_for(visitor, code)["options"]
    if len(options) > 1:
        choices = panel.get_by_role("list", name="Choices").get_by_role("listitem")
        expect(choices.nth(1)).to_contain_text("wins about 3 games in 5")
    expect(page.locator("[data-best]")).to_contain_text("wins 66%")
    panel.get_by_role("button", name="Show the figures").click()
    expect(panel.get_by_role("columnheader", name="wins")).to_be_visible()
    for place, row in enumerate(panel.locator("tbody tr").all()):
        expect(row).to_contain_text(f"{66 - 5 * place}.0%")
        expect(row).to_contain_text(signed(options[place]["gain"]))
    assert visitor.axe() == []


@pytest.mark.parametrize(
    "look", [{}, {"viewport": PHONE, "color_scheme": "dark"}, {"viewport": PHONE, "forced_colors": "active"}]
)
def test_the_review_tells_the_chances_to_win(
    new_visitor: NewVisitor, monkeypatch: pytest.MonkeyPatch, look: dict[str, Any]
) -> None:
    visitor = new_visitor(reduced_motion="reduce", **look)
    page = visitor.page
    code = open_table(visitor, LONGER, bots=["greedy"], start=True)
    page.goto(f"/t/{code}")
    page.get_by_role("list", name="Players").first.wait_for()
    page.evaluate(BADLY, code)
    use_score_shares(monkeypatch, get("bratwurmeck"))
    record = msgspec.json.encode(asked(visitor, f"/api/tables/{code}/games/1"))
    review = msgspec.json.decode(msgspec.json.encode(reviewed(decode(record))))
    wins, ann = review["wins"], review["wins"]["seats"][0]
    page.route("**/review", lambda route: route.fulfill(json=review))
    page.get_by_role("button", name="Review the game").click()
    dialog = page.get_by_role("dialog", name="The game in review")
    expect(dialog.get_by_role("status")).to_contain_text(re.compile("Your choices cost you (about|more|hardly)"))
    chart = dialog.get_by_role("img")
    expect(chart).to_have_accessible_name(
        re.compile(rf"^A line for each player\. In the beginning: Ann {percent(ann['start'])}")
    )
    expect(chart).to_have_accessible_name(re.compile(rf"In the end: Ann {percent(ann['end'])}"))
    dialog.get_by_text("The same as a table").click()
    expect(dialog.get_by_role("row")).to_have_count(1 + len(wins["course"]))
    expect(dialog.get_by_role("row").nth(1)).to_contain_text(percent(wins["course"][0][1]))

    told = [each for each in wins["moments"] if each["seat"] == 0]
    assert told, "keeping ones costs something"
    moments = dialog.get_by_role("region", name="Where it cost you most").get_by_role("list").first.locator("> li")
    expect(moments).to_have_count(len(told))
    expect(moments.first).to_contain_text(re.compile("cost you about (one win in|half|a whole)"))
    expect(moments.first).to_contain_text(
        re.compile("goes wrong|go wrong|works|As good as safe|Worth more|No single reason")
    )
    assert "%" not in moments.first.inner_text(), "words come before figures"
    expect(dialog.locator(".players .own")).to_contain_text(f"Accuracy {percent(ann['accuracy'] / 100)}")
    dialog.get_by_role("button", name="Show the figures").click()
    given = f"{-100 * ann['lost']:+.1f}".replace("-", "−")
    expect(dialog.locator(".players .own")).to_contain_text(
        re.compile(rf"Luck.*Lost by own choices\s*{given}", re.DOTALL)
    )
    expect(moments.first).to_contain_text("instead of")
    assert visitor.axe() == []
    assert dialog.evaluate("each => each.scrollWidth <= each.clientWidth")

    scores = dialog.get_by_role("button", name="Scores")
    scores.focus()
    page.keyboard.press("Enter")
    expect(scores).to_have_attribute("aria-pressed", "true")
    expect(chart).to_have_accessible_name(re.compile(r"worms?\.$"))
    assert visitor.axe() == []


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
def test_on_a_phone_it_is_a_line_that_opens_a_sheet(new_visitor: NewVisitor, game: str) -> None:
    visitor = new_visitor(viewport=PHONE, reduced_motion="reduce", color_scheme="dark")
    page = visitor.page
    code = open_table(visitor, {"game": game, "seats": 3}, bots=["greedy", "random"], start=True)
    page.goto(f"/t/{code}")
    page.locator(CHOICE).first.wait_for()
    switch(page).click()
    line = page.get_by_role("button", name="What the coach says")
    expect(line).to_contain_text(re.compile(r"That is|nothing is better|about equal|no other choice"))
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    # It leaves room for everything that a decision needs.
    for button in page.locator("[data-action]").all():
        box = button.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= PHONE["height"]
    line.click()
    sheet = page.get_by_role("dialog", name="Coach")
    best = advice_for(visitor, code)["options"][0]
    words = "better|about equal|worse" if best["error"] is not None and best["win"] is None else "good|risky|poor"
    expect(sheet.get_by_role("list", name="Choices").get_by_role("listitem").first).to_contain_text(re.compile(words))
    sheet.get_by_role("button", name="Show the figures").click()
    first = sheet.locator("tbody tr").first
    expect(first).to_contain_text(signed(best["gain"]))
    if game == "karteneck":
        expect(first).to_contain_text(f"± {best['error']:.2f}")
    assert visitor.axe() == []
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    expect(line).to_be_focused()


def test_the_log_unfolds_and_is_a_sheet_on_a_phone(new_visitor: NewVisitor) -> None:
    visitor = new_visitor(viewport=PHONE, reduced_motion="reduce", forced_colors="active")
    page = visitor.page
    code = open_table(visitor, SHORT, bots=["greedy"], start=True)
    page.goto(f"/t/{code}")
    page.locator(CHOICE).first.wait_for()
    for number, move in enumerate(("keep", "roll", "keep")):
        table = asked(visitor, f"/api/tables/{code}")
        moves = [each for each in table["position"]["moves"] if each.startswith(move)]
        if table["position"]["to_act"] != 0 or not moves:
            break
        body = {"type": "move", "id": f"log-{number:08}", "seq": table["seq"], "move": moves[0]}
        asked(visitor, f"/api/tables/{code}/commands", body)
    page.get_by_role("button", name=re.compile("^Show the log|^Show what")).click()
    log = page.get_by_role("dialog").get_by_role("group", name="Log")
    turn = log.get_by_role("button").filter(has_text="Ann: ").last
    expect(turn).to_have_attribute("aria-expanded", "false")
    turn.click()
    expect(log.get_by_text(re.compile("^Ann rolls"))).not_to_have_count(0)
    assert visitor.axe() == []
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
