"""A browser's storage written by an older version still works: settings, seeds, tables, lessons."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from helpers.browser import NewVisitor, Visitor
from helpers.pages import asked

STORED: dict[str, dict[str, str]] = json.loads(
    (Path(__file__).parents[1] / "fixtures/browser-storage.json").read_text("utf-8")
)
"""As a page of that version left it: two tables, a lesson that was finished and one that was not."""
WAITING = "EYJMTHXX"
"""The table of the fixture that was opened last, with a seed that was committed to and not revealed yet."""
STORE = """stored => Object.entries(stored).forEach(([storage, items]) =>
    Object.entries(items).forEach(([key, value]) => window[storage].setItem(key, value)))"""
SMALL = {"game": "karteneck", "seats": 2, "options": {"portions": [16, 22], "zeros": 1, "removed": 0}}


def restore(visitor: Visitor, stored: dict[str, dict[str, str]] = STORED) -> Page:
    """Give a new visitor the storage of the older version."""
    page = visitor.page
    page.goto("/tables")
    page.evaluate(STORE, stored)
    return page


def test_settings_and_progress_are_kept(new_visitor: NewVisitor) -> None:
    page = restore(new_visitor())
    page.goto("/learn")
    expect(page.get_by_role("heading", name="Spielen lernen")).to_be_visible()
    root = page.locator("html")
    expect(root).to_have_attribute("data-theme", "dark")
    expect(root).to_have_attribute("data-motion", "less")
    learned = page.get_by_role("listitem").filter(has_text="✓")
    expect(learned).to_have_count(1)
    expect(learned).to_contain_text("Heckmeck am Karteneck")
    page.get_by_role("button", name="Einstellungen").click()
    expect(page.get_by_label("Dein Name")).to_have_value("Ann")
    expect(page.get_by_role("switch", name="Ton")).to_be_checked()
    # Settings that the older version did not have are as for a new visitor.
    expect(page.get_by_role("switch", name="Mit Buchstabentasten spielen")).to_be_checked()
    expect(page.get_by_role("slider")).to_have_value("35")
    page.goto("/learn/bratwurmeck")
    expect(page.locator(".tutor progress")).to_have_js_property("value", 4)


def test_a_table_that_was_opened_before_is_played_on_with_its_seed(new_visitor: NewVisitor) -> None:
    visitor = new_visitor(reduced_motion="reduce")
    visitor.page.goto("/tables")
    commitment, seed = json.loads(STORED["localStorage"]["heckmeck.seeds"])[-1]
    asked(visitor, "/api/me", {"name": "Ann"})
    code = asked(visitor, "/api/tables", {"plan": SMALL, "name": "Ann", "commitment": commitment})["code"]
    # The server of the fixture is gone: its table has the code of the one that this server has just opened.
    here: dict[str, Any] = json.loads(json.dumps(STORED).replace(WAITING, code))
    page = restore(visitor, here)
    page.goto("/")
    page.get_by_role("region", name="Dein Tisch ist gedeckt").get_by_role("link", name="Zum Tisch").click()
    page.get_by_role("button", name="Mit Bots auffüllen und starten").click()
    page.locator("[data-choice]:not(:disabled)").first.wait_for()
    seeds = asked(visitor, f"/api/tables/{code}")["table"]["seeds"]
    assert seed in seeds, "the seed that was committed to before was shown"
    expect(page.get_by_role("switch", name="Trainer")).to_be_checked()
    assert {visit["code"] for visit in page.evaluate("JSON.parse(localStorage['heckmeck.tables'])")} >= {code}
    visitor.errors.clear()  # the console reports the fixture's other table, which this server does not have


def test_bots_that_were_chosen_before_there_were_levels_become_those_of_the_nearest_level(
    new_visitor: NewVisitor,
) -> None:
    visitor = new_visitor(reduced_motion="reduce")
    before = {"heckmeck.opposition.bratwurmeck": "3 beginner", "heckmeck.opposition.barbecue": "2 strong"}
    page = restore(visitor, {"localStorage": before})
    page.goto("/")
    expect(page.get_by_role("button", name="Opponents in Heckmeck am Bratwurmeck: 3 bots, easy")).to_be_visible()
    expect(page.get_by_role("button", name="Opponents in Heckmeck Barbecue: 2 bots, hard")).to_be_visible()
    visitor.play_now("Heckmeck Barbecue")
    seats = asked(visitor, f"/api/tables/{page.url.rpartition('/')[2]}")["table"]["seats"]
    assert [seat.get("bot") for seat in seats] == [None, "hard", "hard"]
