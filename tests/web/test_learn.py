"""The tutorials and the rules pages in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from helpers.browser import DESK, PHONE, NewVisitor, Visitor

LONGEST_LESSON = 40
"""Maximum number of steps; no lesson has as many."""
STEP = "() => document.querySelector('.tutor progress')?.value"


def tutor(page: Page) -> Locator:
    return page.get_by_role("region", name="Tutorial")


def open_lesson(visitor: Visitor, game: str) -> Page:
    visitor.page.goto(f"/learn/{game}")
    tutor(visitor.page).wait_for()
    return visitor.page


def read_on(page: Page) -> None:
    """Go one step on: make the requested move by its marked element, or press the tutor's button."""
    before = page.evaluate(STEP)
    asked = page.locator("[data-asked]")
    (asked if asked.count() else tutor(page).locator("button:has-text('Next'), button:has-text('Watch')")).click()
    page.wait_for_function(f"before => ({STEP})() !== before", arg=before)


def in_sight(page: Page) -> None:
    """The controls, or the bar while others play, are in the window, and so is the target of the step."""
    for needed in ("[data-action=roll], .calm-bar", "[data-action=stop], .calm-bar", "[data-asked], [data-next]"):
        box = page.locator(needed).first.bounding_box()
        assert box is not None
        assert 0 <= box["y"] <= box["y"] + box["height"] <= PHONE["height"], needed


def test_karteneck_s_buttons_are_in_sight_on_a_phone(new_visitor: NewVisitor) -> None:
    page = open_lesson(new_visitor(viewport={"width": 390, "height": 844}, reduced_motion="reduce"), "karteneck")
    for _ in range(LONGEST_LESSON):
        if finished(page):
            break
        for button in page.locator(".act button, .calm-bar").all():
            expect(button).to_be_in_viewport(ratio=1)
        step = page.evaluate(STEP)
        tutor(page).locator("button:has-text('Next'), button:has-text('Show me')").click()
        page.wait_for_function(f"before => ({STEP})() !== before", arg=step)


def finished(page: Page) -> bool:
    return tutor(page).get_by_role("button", name="Play now").count() > 0


def test_bratwurmeck_by_mouse_on_a_phone_with_a_detour(new_visitor: NewVisitor) -> None:
    visitor = new_visitor(viewport=PHONE, reduced_motion="reduce", color_scheme="light")
    page = open_lesson(visitor, "bratwurmeck")
    read_on(page)
    page.locator("[data-face='5']").click()
    expect(tutor(page)).to_contain_text("keep the 4s")
    assert visitor.axe() == []
    read_on(page)
    tutor(page).get_by_role("button", name="Back").click()
    expect(page.locator("[data-face='4']")).to_be_enabled()
    for _ in range(LONGEST_LESSON):
        if finished(page):
            break
        in_sight(page)
        read_on(page)
    expect(tutor(page).get_by_role("link", name="Rules")).to_be_visible()
    tutor(page).get_by_role("button", name="Play now").click()
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("button", name="Let’s play").click()
    page.wait_for_url("**/t/*")


def test_barbecue_by_keyboard_alone_in_the_dark(new_visitor: NewVisitor) -> None:
    visitor = new_visitor(viewport=DESK, reduced_motion="reduce", color_scheme="dark")
    page = open_lesson(visitor, "barbecue")
    assert visitor.axe() == []
    for _ in range(LONGEST_LESSON):
        if finished(page):
            break
        before = page.evaluate(STEP)
        asked = page.locator("[data-asked]")
        if asked.count():
            face, action = asked.get_attribute("data-face"), asked.get_attribute("data-action")
            page.keyboard.press(face or (action or "")[0])
        else:
            expect(tutor(page).locator("[data-choice]")).to_be_focused()
            page.keyboard.press("Enter")
        page.wait_for_function(f"before => ({STEP})() !== before", arg=before)
    assert finished(page)


def test_karteneck_shows_every_move_keeps_its_place_in_another_language_and_can_be_left(
    new_visitor: NewVisitor,
) -> None:
    visitor = new_visitor(viewport=DESK, reduced_motion="reduce")
    page = open_lesson(visitor, "karteneck")
    read_on(page)
    before = page.evaluate(STEP)
    settings = page.get_by_role("button", name="Settings")
    if settings.count():
        settings.click()
    page.get_by_label("Language").select_option("de")
    expect(page.get_by_role("region", name="Einführung")).to_contain_text("drei Vierer")
    assert page.evaluate(STEP) == before
    page.evaluate("localStorage.setItem('PARAGLIDE_LOCALE', 'en')")
    page.reload()
    tutor(page).wait_for()
    assert page.evaluate(STEP) == before
    for _ in range(LONGEST_LESSON):
        if finished(page):
            break
        step = page.evaluate(STEP)
        tutor(page).locator("button:has-text('Next'), button:has-text('Show me')").click()
        page.wait_for_function(f"before => ({STEP})() !== before", arg=step)
    tutor(page).get_by_role("link", name="Leave the tutorial").click()
    expect(page.get_by_role("heading", name="Learn to play")).to_be_visible()
    expect(page.get_by_text("done")).to_have_count(1)


@pytest.mark.parametrize(
    ("viewport", "colours", "locale", "heading"),
    [(PHONE, "light", "ro-RO", "Pe scurt"), (DESK, "dark", "de-DE", "Kurz gesagt")],
    ids=["phone", "desk"],
)
def test_rules_are_accessible_in_every_language(
    new_visitor: NewVisitor, viewport: dict[str, int], colours: str, locale: str, heading: str
) -> None:
    visitor = new_visitor(viewport=viewport, color_scheme=colours, locale=locale, reduced_motion="reduce")
    page = visitor.page
    page.goto("/rules/barbecue")
    page.get_by_role("heading", name=heading).first.wait_for()
    assert visitor.axe() == []


def test_rules_are_found_by_their_numbers_and_by_words(new_visitor: NewVisitor) -> None:
    page = new_visitor(viewport=PHONE, reduced_motion="reduce").page
    page.goto("/rules/bratwurmeck#RK-8")
    expect(page.locator("[id='RK-8']")).to_be_in_viewport()
    page.get_by_role("searchbox").fill("highest turned")
    expect(page.get_by_role("heading", name="rules found")).to_be_visible()
    assert page.locator("article li").evaluate_all("all => all.map(each => each.id)") == ["BW-4.2", "BW-4.3", "BW-4.5"]
    page.get_by_role("searchbox").fill("")
    page.get_by_role("link", name="Barbecue", exact=True).first.click()
    expect(page.locator("[id='BQ-4.3']")).to_be_attached()


def test_start_page_leads_to_lessons_and_rules(new_visitor: NewVisitor) -> None:
    page = new_visitor().page
    page.goto("/")
    page.get_by_role("link", name="Rules: Heckmeck am Karteneck").click()
    expect(page.locator("[id='KE-6.2']")).to_be_attached()
    page.go_back()
    page.get_by_role("link", name="Tutorial: Heckmeck am Karteneck").click()
    expect(tutor(page)).to_contain_text("à la carte")
