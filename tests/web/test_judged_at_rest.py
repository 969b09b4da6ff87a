"""The helper that judges contrasts, tested by pages whose colours change while they are judged."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from helpers.browser import SETTLED, NewVisitor, Visitor

FADING = """<!doctype html><html lang="en"><title>Fading</title><main><h1>Fading</h1>
    <style>button { color: #fff; background: #1f7a4d; transition: opacity 300ms } .late { opacity: 0.5 }</style>
    <button class="late">Open a table</button></main>"""

WITH_AXE = """() => {
    let known;
    const run = (...what) => {
        document.querySelector('button').classList.remove('late');
        return known.run(...what);
    };
    Object.defineProperty(globalThis, 'axe', { set: (axe) => (known = axe), get: () => ({ ...known, run }) });
}"""
"""In the page: lets the button fade in when the accessibility checker begins."""

INHERITED = """<!doctype html><style>p, b { color: rgb(0, 0, 0); transition: color 200ms } b { color: inherit }</style>
    <p><b>Heir</b></p>"""


@pytest.fixture
def visitor(new_visitor: NewVisitor) -> Visitor:
    return new_visitor()


def colour(page: Page) -> str:
    found: str = page.evaluate("getComputedStyle(document.querySelector('b')).color")
    return found


def test_a_button_that_fades_in_meanwhile_is_judged_when_it_is_there(visitor: Visitor) -> None:
    visitor.page.set_content(FADING)
    visitor.page.evaluate(WITH_AXE)
    assert visitor.axe() == []
    assert visitor.page.locator("button").evaluate("each => getComputedStyle(each).opacity") == "1"


def test_a_button_that_stays_half_faded_is_found(visitor: Visitor) -> None:
    visitor.page.set_content(FADING)
    assert any("color-contrast: <button" in found for found in visitor.axe())


def test_a_page_that_never_rests_is_judged_all_the_same(visitor: Visitor) -> None:
    visitor.page.set_content(FADING)
    visitor.page.evaluate("""() => {
        const button = document.querySelector('button');
        const again = () => (button.animate([{ rotate: '0deg' }, { rotate: '1deg' }], 20).onfinish = again);
        again();
    }""")
    assert any("color-contrast: <button" in found for found in visitor.axe())


def test_a_colour_that_is_inherited_is_waited_for(visitor: Visitor) -> None:
    visitor.page.set_content(INHERITED)
    assert colour(visitor.page) == "rgb(0, 0, 0)"
    visitor.page.locator("p").evaluate("each => (each.style.color = 'rgb(200, 0, 0)')")
    visitor.page.evaluate(SETTLED)
    assert colour(visitor.page) == "rgb(200, 0, 0)"
