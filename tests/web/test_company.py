"""Around the table: other players, chat, reactions, several people at one device, the lobby, rematches."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from heckmeck.bots.win_shares import why_no_win_shares
from heckmeck.games import get
from helpers.browser import PHONE, NewVisitor, Visitor
from helpers.pages import FACE, LATER, ROLL, STOP, keep_or_stop

BRATWURMECK = "Heckmeck am Bratwurmeck"
KARTENECK = "Heckmeck am Karteneck"
SHORT = {"portions": [21, 22]}
"""Two portions: a game of a few turns."""


def open_table(page: Page, plan: dict[str, Any], name: str) -> None:
    """Open a table as a program would, and show it."""
    page.goto("/tables")
    code = page.evaluate(
        """async ([plan, name]) => {
            const post = (path, body) => fetch(path, {
                method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(body),
            });
            await post("/api/me", {name});
            return (await (await post("/api/tables", {plan, name})).json()).code;
        }""",
        [plan, name],
    )
    page.goto(f"/t/{code}")


def sit_down(visitor: Visitor, url: str, name: str) -> Page:
    page = visitor.page
    page.goto(url)
    page.get_by_role("button", name="Sit down").click()
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Let’s play").click()
    expect(page.get_by_role("button", name="Leave the seat")).to_be_visible()
    return page


def say(page: Page, text: str) -> None:
    page.get_by_label("Message to the table").fill(text)
    page.get_by_role("button", name="Send", exact=True).click()


DECISION = f"{FACE}, {STOP}, {ROLL}"
"""A choice of the game. After the game there are others: to play again, to look back."""


def play_to_the_end(*pages: Page) -> None:
    """Let the player who has a choice make it."""
    for _ in range(4000):
        for page in pages:
            if page.get_by_role("list", name="Result").count():
                return
            if page.locator(DECISION).count():
                before = page.evaluate("document.querySelector('main').innerText")
                keep_or_stop(page)
                page.wait_for_function("seen => document.querySelector('main').innerText !== seen", arg=before)
    raise AssertionError("the game does not end")


def test_a_bot_can_play_for_a_friend_who_is_gone_until_the_friend_is_back(new_visitor: NewVisitor) -> None:
    hosting, joining = new_visitor(reduced_motion="reduce"), new_visitor(viewport=PHONE, reduced_motion="reduce")
    host = hosting.page
    open_table(host, {"game": "barbecue", "seats": 2}, "Ann")
    friend = sit_down(joining, host.url, "Bo")
    host.get_by_role("button", name="Start the game").click()
    while not friend.locator(DECISION).count():
        if host.locator(DECISION).count():
            keep_or_stop(host)
    url = friend.url
    friend.goto("about:blank")
    # A reload is not an absence: that takes half a minute.
    host.get_by_text("Bo is not connected.").wait_for(timeout=60_000)
    assert hosting.axe() == []
    host.get_by_role("button", name="Let a bot play").click()
    host.locator(DECISION).first.wait_for()
    expect(host.get_by_text("Bo is not connected.")).to_have_count(0)
    friend.goto(url)
    friend.get_by_role("button", name="Take the seat back").click()
    expect(friend.get_by_text("A bot plays for you.")).to_have_count(0)


def test_two_people_a_bot_and_a_spectator_keep_each_other_company(new_visitor: NewVisitor) -> None:
    hosting, joining, looking = (
        new_visitor(reduced_motion="reduce", **more) for more in ({}, {"viewport": PHONE}, {"color_scheme": "dark"})
    )
    host = hosting.page
    open_table(host, {"game": "bratwurmeck", "seats": 3}, "Ann")
    friend = sit_down(joining, host.url, "Bo")
    host.get_by_role("button", name="Add a bot on seat 3").click()
    assert hosting.axe() == []
    host.get_by_role("button", name="Maestro champion").click()
    host.get_by_role("button", name="Another bot for seat 3").click()
    expect(host.get_by_role("button", name="Maestro champion")).to_have_attribute("aria-pressed", "true")
    expect(host.get_by_role("button", name="Steady medium")).to_be_hidden()
    host.get_by_text("More bots").click()
    assert hosting.axe() == []
    host.get_by_role("button", name="Steady medium").click()
    expect(friend.get_by_text("Plays safe")).to_be_visible()
    assert hosting.axe() + joining.axe() == []
    host.get_by_role("button", name="Start the game").click()

    watcher = looking.page
    watcher.goto(host.url)
    expect(watcher.get_by_text("You are watching.")).to_be_visible()
    say(host, "Worms for everybody!")
    friend.get_by_role("button", name="1 new message").click()
    expect(friend.get_by_role("list", name="Chat").get_by_text("Worms for everybody!")).to_be_visible()
    assert joining.axe() == []
    say(watcher, "<b>Hm</b>")
    watcher.get_by_label("Your name").fill("Eve")
    watcher.get_by_role("button", name="Let’s play").click()
    for page in (host, friend, watcher):
        expect(page.get_by_role("list", name="Chat").get_by_text("<b>Hm</b>")).to_be_visible()
    friend.get_by_role("button", name="Close").click()
    friend.get_by_role("button", name="Show a reaction").click()
    friend.get_by_role("button", name="Well played!").click()
    for page in (host, watcher):
        expect(page.locator("[data-reaction=clap]")).to_be_visible()
        expect(page.locator("[aria-live=polite]").filter(has_text="Bo: “Well played!”")).to_have_count(1)
    assert looking.axe() == []
    host.get_by_role("button", name="Switch the chat off").click()
    expect(watcher.get_by_text("The chat is switched off at this table.")).to_be_visible()

    friend.get_by_role("button", name="About this table").click()
    assert joining.axe() == []
    friend.get_by_role("button", name="Leave the game").click()
    leave = friend.get_by_role("button", name="Leave? Press again")
    expect(leave).to_be_visible()
    friend.wait_for_function(LATER, arg=friend.evaluate("performance.now()"))
    leave.click()
    expect(host.get_by_text("away, a bot plays")).to_be_visible()
    friend.get_by_role("button", name="Take the seat back").click()
    expect(host.get_by_text("away, a bot plays")).to_have_count(0)


def test_after_a_game_everybody_sees_who_is_ready_and_a_spectator_can_sit_down(new_visitor: NewVisitor) -> None:
    ann, bo = (new_visitor(reduced_motion="reduce") for _ in "ab")
    open_table(ann.page, {"game": "bratwurmeck", "seats": 2, "options": SHORT}, "Ann")
    sit_down(bo, ann.page.url, "Bo")
    ann.page.get_by_role("button", name="Start the game").click()
    play_to_the_end(ann.page, bo.page)
    ann.page.get_by_role("button", name="Play again").click()
    expect(ann.page.get_by_text("Waiting for Bo")).to_be_visible()
    expect(bo.page.get_by_text("✓ ready")).to_have_count(1)
    assert ann.axe() == []
    ann.page.get_by_role("button", name="A bot instead of Bo").click()
    bo.page.get_by_role("button", name="Sit down for the next game").click()
    bo.page.get_by_role("button", name="Play again").or_(bo.page.get_by_role("button", name="Start the game")).click()
    for page in (ann.page, bo.page):
        expect(page.locator("[data-face]").first).to_be_visible()


def test_two_people_play_dice_at_one_device(new_visitor: NewVisitor) -> None:
    visitor = new_visitor(viewport=PHONE, reduced_motion="reduce")
    page = visitor.page
    open_table(page, {"game": "bratwurmeck", "seats": 2, "options": SHORT}, "Ann")
    page.get_by_role("button", name="Someone at this device").click()
    page.get_by_label("Your name").fill("Bo")
    page.get_by_role("button", name="Let’s play").click()
    page.get_by_role("button", name="Start the game").click()
    expect(page.get_by_text("Now: Ann")).not_to_have_count(0)
    play_to_the_end(page)
    page.get_by_role("button", name="Play again").click()
    expect(page.get_by_text("Now: Bo")).not_to_have_count(0)


def test_hands_are_covered_between_people_at_one_device(new_visitor: NewVisitor) -> None:
    visitor = new_visitor(reduced_motion="reduce")
    page = visitor.page
    page.goto("/")
    page.get_by_role("button", name=f"Play with friends: {KARTENECK}").click()
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("button", name="Add a person").click()
    page.get_by_label("Person 2", exact=True).fill("Bo")
    page.get_by_text("More settings").click()
    assert visitor.axe() == []
    page.get_by_role("radio", name="2", exact=True).check(force=True)
    page.get_by_role("button", name="Open the table").click()
    page.get_by_role("button", name="Start the game").click()
    hand = page.get_by_role("group", name="Your hand")
    for name in ("Ann", "Bo", "Ann"):
        expect(page.get_by_role("heading", name=f"Hand the device to {name}")).to_be_focused()
        page.keyboard.press("Enter")
        page.keyboard.press("Escape")
        assert page.locator("[data-choice]:not(:disabled)").count() == 0
        assert page.evaluate("document.querySelector('[aria-label=\"Your hand\"] [data-choice]')") is None
        if name == "Bo":
            assert visitor.axe() == []
        page.get_by_role("button", name=f"I am {name}: show my cards").click()
        # Cards overlap: only the left edge of all but the last one is visible.
        hand.locator("[data-card]:not(:disabled)").first.click(position={"x": 6, "y": 12})
        page.locator("[data-action=lay]").click()
        page.get_by_role("button", name=f"I am {name}").wait_for(state="detached")
    assert "You drew" not in page.content()


def test_the_lobby_leads_to_company(new_visitor: NewVisitor) -> None:
    quick, late = new_visitor(reduced_motion="reduce"), new_visitor(viewport=PHONE, reduced_motion="reduce")
    page = late.page
    page.goto("/tables")
    page.get_by_role("button", name=f"Quick play: {BRATWURMECK}").wait_for()
    quick.page.goto("/tables")
    quick.page.get_by_role("button", name=f"Quick play: {BRATWURMECK}").click()
    quick.page.get_by_label("Your name").fill("Ann")
    quick.page.get_by_role("button", name="Let’s play").click()
    expect(quick.page.get_by_text("Bots take the free seats in")).to_be_visible()
    # The list of the other player is refreshed automatically.
    expect(page.get_by_text("1 minute for each decision").first).to_be_visible()
    assert late.axe() == []
    page.get_by_role("link", name=BRATWURMECK).first.click()
    # The seat may be taken within seconds; watching is always possible.
    for each in (page, quick.page):
        expect(each.get_by_text("Ann").first).to_be_visible()
        expect(each.locator("[data-face]").first).to_be_visible()


@pytest.mark.parametrize(("timer", "words"), [(30, "Hurry: only 10 seconds left."), (3 * 86400, "3 days left")])
def test_time_is_told(new_visitor: NewVisitor, timer: int, words: str) -> None:
    page = new_visitor().page
    page.clock.install()
    open_table(page, {"game": "bratwurmeck", "seats": 2, "timer": timer}, "Ann")
    page.get_by_role("button", name="Fill up with bots and start").click()
    page.get_by_role("timer").wait_for()
    if timer == 30:
        page.clock.fast_forward(21_000)
    expect(page.get_by_text(words)).to_have_count(1)


def test_a_latecomer_takes_over_a_bots_seat(new_visitor: NewVisitor) -> None:
    hosting, late = new_visitor(reduced_motion="reduce"), new_visitor(viewport=PHONE, reduced_motion="reduce")
    open_table(hosting.page, {"game": "bratwurmeck", "seats": 3, "public": True}, "Ann")
    hosting.page.get_by_role("button", name="Fill up with bots and start").click()
    hosting.page.locator(DECISION).first.wait_for()
    page = late.page
    page.goto("/tables")
    expect(page.get_by_text("2 bots’ seats can be taken").first).to_be_visible()
    assert late.axe() == []
    page.goto(hosting.page.url)
    page.get_by_role("button", name="Play on for").first.click()
    page.get_by_label("Your name").fill("Bo")
    page.get_by_role("radio", name="Owl").check(force=True)
    page.get_by_role("button", name="Let’s play").click()
    expect(page.get_by_text("You are watching.")).to_have_count(0)
    expect(page.get_by_role("list", name="Your place")).to_contain_text("Bo")
    expect(hosting.page.get_by_role("list", name="Players")).to_contain_text("Bo")
    expect(hosting.page.locator("[data-who=owl]").first).to_be_attached()


@pytest.mark.parametrize(
    ("options", "noted"), [({}, 0), ({"lower_portion": "next"}, 0), ({"returned_highest_turns": True}, 1)]
)
def test_the_chooser_says_where_bots_do_not_know_who_will_win(
    new_visitor: NewVisitor, options: dict[str, Any], noted: int
) -> None:
    page = new_visitor(reduced_motion="reduce").page
    open_table(page, {"game": "bratwurmeck", "seats": 2, "options": options}, "Ann")
    learned = why_no_win_shares(get("bratwurmeck").setup(seats=2, **options)) is None
    assert learned == (noted == 0), "the client knows which rules the bots have learned"
    page.get_by_role("button", name="Add a bot on seat 2").click()
    page.get_by_role("button", name="Easygoing easy").wait_for()
    expect(page.get_by_text("With these rules all bots play for the best turn")).to_have_count(noted)


def test_guests_arrive_with_names_and_portraits_of_their_own(new_visitor: NewVisitor) -> None:
    visitor = new_visitor(reduced_motion="reduce")
    page = visitor.page
    open_table(page, {"game": "bratwurmeck", "seats": 4}, "Ann")
    for seat in (2, 3):
        page.get_by_role("button", name=f"Add a bot on seat {seat}").click()
        page.get_by_role("button", name="Wily hard").click()
        page.get_by_role("button", name=f"Another bot for seat {seat}").wait_for()
    seats = page.get_by_role("list", name="Seats").get_by_role("listitem")
    names = [seats.nth(seat).locator(".name").inner_text() for seat in (1, 2)]
    assert names[0] != names[1]
    faces = seats.locator("[data-who]").evaluate_all("all => all.map(each => each.dataset.who)")
    assert len(set(faces)) == 3
    expect(seats.nth(3)).to_contain_text("free")
    assert visitor.axe() == []
