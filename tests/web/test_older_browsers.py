"""The oldest supported browsers cannot be installed here: their missing features are removed from a new one."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from helpers.browser import PHONE, NewVisitor
from helpers.pages import keep_or_stop, play_to_the_end, waits_for_me

GAMES = ("Heckmeck am Bratwurmeck", "Heckmeck Barbecue", "Heckmeck am Karteneck")
TAKE_AWAY = """
    for (const name of ["toSorted", "toReversed", "toSpliced", "with"]) delete Array.prototype[name];
    for (const name of ["union", "intersection", "difference", "isSubsetOf"]) delete Set.prototype[name];
    for (const [of, name] of [
        [Document.prototype, "startViewTransition"], [Object, "groupBy"], [Promise, "withResolvers"],
        [Array, "fromAsync"],
        [AbortSignal, "any"], [HTMLElement.prototype, "showPopover"], [Navigator.prototype, "userActivation"],
        [globalThis, "navigation"], [Intl, "DurationFormat"], [Iterator.prototype, "map"], [URL, "canParse"],
    ]) delete of[name];
"""
"""In the page: removes features newer than Safari 15.4, Firefox 115 or Chrome 109."""
NEWER_RULES = re.compile(r"@(?:container|supports)[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}")
NEWER_VALUES = re.compile(r"[\w-]+:[^;{}]*(?:color-mix\(|light-dark\(|cq[iwbh]\b)[^;{}]*(?=[;}])")
NEWER_SELECTORS = re.compile(r"[^{}]*:has\([^{}]*\{[^{}]*\}")


def older(style: str) -> str:
    """Return a style sheet as read by a browser that skips everything it does not know."""
    for newer in (NEWER_RULES, NEWER_SELECTORS, NEWER_VALUES):
        style = newer.sub("", style)
    return style


def make_older(page: Page) -> None:
    def serve(route: Route) -> None:
        reply = route.fetch()
        route.fulfill(response=reply, body=older(reply.text()))

    page.add_init_script(TAKE_AWAY)
    page.route("**/*.css", serve)


def test_newer_features_are_removed_from_a_style_sheet() -> None:
    newer = (
        "@container (width<=3rem){.a{color:red}}.b{width:2rem;width:clamp(1rem,3cqi,4rem)}.c:has(.d){top:0}.e{left:0}"
    )
    assert older(newer) == ".b{width:2rem;}.e{left:0}"


@pytest.mark.parametrize("game", GAMES)
def test_a_phone_with_an_old_browser_shows_a_table_that_fits(new_visitor: NewVisitor, game: str) -> None:
    visitor = new_visitor(viewport=PHONE, reduced_motion="reduce")
    make_older(visitor.page)
    visitor.play_now(game)
    assert waits_for_me(visitor.page)
    assert visitor.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    things = visitor.page.locator("[data-face], [data-card]").all()
    assert things
    for thing in things:
        box = thing.bounding_box()
        assert box
        # Dice of one face lie beside each other in one button: its height is that of a die.
        assert box["height"] < PHONE["height"] / 5
        assert box["x"] + box["width"] <= PHONE["width"]


def test_a_whole_game_and_its_luck_in_an_old_browser(new_visitor: NewVisitor) -> None:
    visitor = new_visitor()
    make_older(visitor.page)
    visitor.play_now(GAMES[0])
    play_to_the_end(visitor.page, keep_or_stop)
    visitor.page.goto(f"{visitor.page.url}/games/1")
    expect(visitor.page.get_by_text("were fixed before you played")).to_be_visible()


@pytest.mark.parametrize(
    ("scheme", "wood", "ink"),
    [("light", "rgb(227, 192, 138)", "rgb(43, 33, 27)"), ("dark", "rgb(58, 42, 31)", "rgb(246, 234, 214)")],
)
def test_colours_of_the_theme_are_there(new_visitor: NewVisitor, scheme: str, wood: str, ink: str) -> None:
    visitor = new_visitor(color_scheme=scheme, reduced_motion="reduce")
    page = visitor.page
    make_older(page)
    page.goto("/")
    page.get_by_role("button", name="Play now").first.wait_for()
    body = page.evaluate("(({ backgroundColor, color }) => [backgroundColor, color])(getComputedStyle(document.body))")
    assert body == [wood, ink]
    # All text is readable: nothing is black on black because a rule was skipped.
    assert visitor.axe() == []
    visitor.play_now(GAMES[0])
    assert waits_for_me(page)
    assert visitor.axe() == []
