"""Mute, block and report in a browser: from a guest, from the chat, and back in the settings."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from helpers.browser import PHONE, NewVisitor, Visitor

RUDE = "Worm food, all of you!"


def company(new_visitor: NewVisitor, *, phone: bool = False) -> tuple[Visitor, Visitor]:
    """Ann, who hosts a game of two, and Bo, who plays with her and chats."""
    more = {"viewport": PHONE, "has_touch": True} if phone else {}
    ann, bo = new_visitor(reduced_motion="reduce", **more), new_visitor(reduced_motion="reduce")
    ann.page.goto("/tables")
    code = ann.page.evaluate(
        """async () => {
            const post = (path, body) => fetch(path, {
                method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(body),
            });
            await post("/api/me", {name: "Ann"});
            return (await (await post("/api/tables", {plan: {game: "barbecue", seats: 2}, name: "Ann"})).json()).code;
        }"""
    )
    ann.page.goto(f"/t/{code}")
    page = bo.page
    page.goto(f"/t/{code}")
    page.get_by_role("button", name="Sit down").click()
    page.get_by_label("Your name").fill("Bo")
    page.get_by_role("button", name="Let’s play").click()
    expect(page.get_by_role("button", name="Leave the seat")).to_be_visible()
    return ann, bo


def start(ann: Visitor, bo: Visitor) -> None:
    ann.page.get_by_role("button", name="Start the game").click()
    for visitor in (ann, bo):
        expect(visitor.page.get_by_role("list", name="Players", exact=True)).to_be_visible()


def say(page: Page, text: str) -> None:
    page.get_by_label("Message to the table").fill(text)
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.get_by_role("list", name="Chat").get_by_text(text)).to_be_visible()


def test_a_guest_is_muted_and_heard_again(new_visitor: NewVisitor) -> None:
    ann, bo = company(new_visitor)
    page, chat = ann.page, ann.page.get_by_role("list", name="Chat")
    start(ann, bo)
    say(bo.page, RUDE)
    expect(chat.get_by_text(RUDE)).to_be_visible()
    guest = page.get_by_role("button", name="Mute or report: Bo")
    guest.click()
    dialog = page.get_by_role("dialog", name="Bo")
    assert ann.axe() == []
    dialog.get_by_role("button", name="Mute").click()
    expect(dialog.get_by_text("Bo is muted.")).to_be_visible()
    dialog.get_by_role("button", name="Close").click()
    expect(guest).to_be_focused()
    hidden = chat.get_by_role("button", name="1 message hidden")
    expect(hidden).to_be_visible()
    say(bo.page, f"{RUDE} Again!")
    expect(chat.get_by_role("button", name="2 messages hidden")).to_be_visible()
    assert RUDE not in page.content()
    bo.page.get_by_role("button", name="Show a reaction").click()
    bo.page.get_by_role("button", name="Well played!").click()
    say(page, "Your turn")
    expect(bo.page.get_by_role("list", name="Chat").get_by_text("Your turn")).to_be_visible()
    assert page.locator("[data-reaction]").count() == 0
    assert bo.page.get_by_text("hidden").count() == 0
    assert ann.axe() == []
    chat.get_by_role("button", name="2 messages hidden").press("Enter")
    page.get_by_role("dialog").get_by_role("button", name="Unmute").click()
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    expect(chat.get_by_text(f"{RUDE} Again!")).to_be_visible()


def test_somebody_is_blocked_from_the_chat_and_let_go_in_the_settings(new_visitor: NewVisitor) -> None:
    ann, bo = company(new_visitor)
    page = ann.page
    say(bo.page, RUDE)
    page.get_by_role("list", name="Chat").get_by_role("button", name="Bo").click()
    dialog = page.get_by_role("dialog", name="Bo")
    dialog.get_by_role("button", name="Block").click()
    expect(dialog.get_by_text("Bo is blocked.")).to_be_visible()
    dialog.get_by_role("button", name="Close").click()
    expect(page.get_by_role("button", name="Send away: Bo")).to_be_visible()
    page.get_by_role("button", name="Send away: Bo").click()
    bo.page.get_by_role("button", name="Sit down").click()
    expect(bo.page.get_by_text("You cannot sit down at this table. Choose another one.").first).to_be_visible()
    page.get_by_role("button", name="Settings").first.click()
    page.get_by_text("Muted and blocked people").first.click()
    settings = page.get_by_role("dialog", name="Settings")
    expect(settings.get_by_text("blocked", exact=True)).to_be_visible()
    assert ann.axe() == []
    settings.get_by_role("button", name="Undo for Bo").click()
    expect(settings.get_by_text("Nobody.")).to_be_visible()
    settings.get_by_role("button", name="Close").click()
    expect(page.get_by_role("list", name="Chat").get_by_text(RUDE)).to_be_visible()
    bo.page.get_by_role("button", name="Sit down").click()
    expect(bo.page.get_by_role("button", name="Leave the seat")).to_be_visible()


@pytest.mark.parametrize("phone", [False, True])
def test_somebody_is_reported(new_visitor: NewVisitor, phone: bool) -> None:
    ann, bo = company(new_visitor, phone=phone)
    page = ann.page
    start(ann, bo)
    guest = page.get_by_role("button", name="Mute or report: Bo")
    size = guest.bounding_box()
    assert size is not None
    assert min(size["width"], size["height"]) >= 44
    guest.click()
    page.get_by_role("button", name="Report …").click()
    dialog = page.get_by_role("dialog", name="Report Bo")
    expect(dialog.get_by_label("Insulting messages")).to_be_focused()
    dialog.get_by_label("Stalling, or leaving on purpose").check()
    dialog.get_by_label("A note to the operator").fill("Ten minutes\nfor one throw.")
    assert ann.axe() == []
    dialog.get_by_role("button", name="Send the report").click()
    expect(page.get_by_text("Thank you! The operator has your report.")).to_be_visible()


def test_bots_and_the_own_seat_offer_nothing(new_visitor: NewVisitor) -> None:
    ann = new_visitor(reduced_motion="reduce")
    page = ann.page
    page.goto("/tables")
    code = page.evaluate(
        """async () => {
            const post = (path, body) => fetch(path, {
                method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(body),
            });
            await post("/api/me", {name: "Ann"});
            const plan = {game: "barbecue", seats: 2};
            return (await (await post("/api/tables", {plan, name: "Ann", bots: ["greedy"], start: true})).json()).code;
        }"""
    )
    page.goto(f"/t/{code}")
    expect(page.get_by_role("button", name="Show a reaction")).to_be_visible()
    assert page.get_by_role("button", name="Mute or report").count() == 0
