"""The main views, compared with pictures of them that are stored beside this file.

`pytest tests/web/test_pictures.py --update-golden` takes the pictures again: review them before you keep them.

Fonts and smoothing differ from machine to machine, so what is compared is coarse: pictures are made small and blurred,
and no part of one may differ much from the same part of the other. Something that is missing or has moved does.
"""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image, ImageFilter
from playwright.sync_api import Page, WebSocketRoute

from heckmeck.games import get
from heckmeck.server.table.messages import Plan, SeatInfo, TableInfo, Welcome, encoder
from heckmeck.server.table.positions import position
from helpers.browser import DESK, PHONE, SETTLED, NewVisitor
from helpers.stage import serve_table

FOLDER = Path(__file__).parent / "pictures"
POSITIONS = json.loads((FOLDER / "positions.json").read_text("utf-8"))
Pixels = npt.NDArray[np.float64]
NAMES = ("Ann", "Bo", "Cleo", "Dan")
CODE = "ABCDEFGH"

SMALLER = 2
"""Stored pictures are smaller than the screen by this factor."""
BLUR = 4
PART = 20
"""Size of a compared part in pixels of a stored picture."""
NEAR = 16
"""Pixels by which a part may have moved."""
MOST = 45
"""How much the average colour of a part may differ, of 255, in red, green or blue."""

SIZES: dict[str, dict[str, Any]] = {
    "phone": {"viewport": PHONE, "color_scheme": "light"},
    "desk": {"viewport": DESK, "color_scheme": "dark"},
}


def welcome(name: str) -> str:
    """Return the server's message to Ann, who is to act in the middle of a game, which is always the same."""
    game, prepared = get(name), POSITIONS[name]
    state = game.start(game.setup(seats=prepared["seats"]))
    for step in prepared["steps"].split(", "):
        state = game.apply(state, game.parse(step)).state
    people = tuple(SeatInfo(name, person=True) for name in NAMES[: prepared["seats"]])
    table = TableInfo(CODE, "playing", Plan(name, prepared["seats"]), True, people, 0, 1)
    follow_ups = {
        str(move): tuple(map(str, game.legal_moves(after)))
        for move in (() if game.hides else game.legal_moves(state))
        for after in [game.apply(state, move).state]
    }
    return encoder.encode(Welcome(400, table, (0,), True, 0, position(game.view(state, 0), follow_ups))).decode()


def show(page: Page, view: str) -> None:
    """Open the start page, or a table with the prepared position, independent of the server."""
    if view == "start":
        page.goto("/")
        page.get_by_role("button", name="Play now").last.wait_for()
        return

    def serve(socket: WebSocketRoute) -> None:
        socket.send(welcome(view))

    serve_table(page, CODE, serve)
    page.goto(f"/t/{CODE}")
    page.get_by_text("Your turn").first.wait_for()


DRAWN = """async () => {
    const named = (style) => ['backgroundImage', 'maskImage', 'webkitMaskImage', 'borderImageSource']
        .flatMap((property) => [...(style[property] ?? '').matchAll(/url\\("([^"]+)"\\)/g)].map(([, url]) => url));
    const elements = [...document.querySelectorAll('*')];
    const urls = elements.flatMap((each) =>
        ['', '::before', '::after'].flatMap((part) => named(getComputedStyle(each, part))));
    await Promise.all([...document.querySelectorAll('img, svg image')].map((each) => each.decode()));
    await Promise.all([...new Set(urls)].filter(Boolean).map((url) => {
        const image = new Image();
        image.src = url;
        return image.decode();
    }));
}"""
"""In the page: waits until all drawings that it shows are loaded."""


def picture(page: Page) -> Image.Image:
    """Return the screen once everything is loaded and animations have ended, scaled down."""
    page.evaluate("document.fonts.ready.then(() => undefined)")
    page.evaluate(DRAWN)
    page.evaluate(SETTLED)
    taken = Image.open(io.BytesIO(page.screenshot(animations="disabled", caret="hide"))).convert("RGB")
    return taken.reduce(SMALLER)


def difference(one: Image.Image, other: Image.Image) -> int:
    """Return the largest difference between the parts of two pictures, from 0 to 255.

    Each part may be shifted a little in the other picture: with other fonts, lines are wider and higher.
    """
    if one.size != other.size:
        return 255
    first, second = (
        np.asarray(each.convert("RGB").filter(ImageFilter.GaussianBlur(BLUR)), float) for each in (one, other)
    )
    near = range(-NEAR, NEAR + 1, BLUR)
    shifted = (np.roll(second, (down, right), (0, 1)) for down in near for right in near)
    return int(np.minimum.reduce([_parts(np.abs(first - each)) for each in shifted]).max())


def _parts(apart: Pixels) -> Pixels:
    """Return the averages of all parts."""
    rows, columns = apart.shape[0] // PART, apart.shape[1] // PART
    averages: Pixels = apart[: rows * PART, : columns * PART].reshape(rows, PART, columns, PART, 3).mean((1, 3)).max(2)
    return averages


@pytest.mark.parametrize("size", SIZES)
def test_the_main_views_look_as_they_did(
    new_visitor: NewVisitor, size: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    page = new_visitor(reduced_motion="reduce", **SIZES[size]).page
    apart = {}
    for view in ("start", *POSITIONS):
        show(page, view)
        taken, path = picture(page), FOLDER / f"{view}-{size}.png"
        if request.config.getoption("--update-golden"):
            taken.quantize(128, dither=Image.Dither.NONE).save(path, optimize=True)
        taken.save(tmp_path / path.name)
        found = difference(taken, Image.open(path))
        if found > MOST:
            apart[view] = f"differs by {found}: compare {tmp_path / path.name} with {path}"
    assert apart == {}


def test_other_fonts_are_no_difference_but_a_board_that_moved_or_is_missing_is(new_visitor: NewVisitor) -> None:
    """The measure itself, tested by changes to a page."""
    page = new_visitor(reduced_motion="reduce", **SIZES["phone"]).page
    show(page, "bratwurmeck")
    before = picture(page)
    root = "document.documentElement.style"
    page.evaluate(f"{root}.setProperty('--plain', 'serif'), {root}.setProperty('--slab', 'sans-serif')")
    assert 0 < difference(before, picture(page)) <= MOST
    page.evaluate(f"{root}.removeProperty('--plain'), {root}.removeProperty('--slab')")
    board = "document.querySelector('.board').style"
    page.evaluate(f"{board}.transform = 'translateY(4rem)'")
    assert difference(before, picture(page)) > MOST
    page.evaluate(f"{board}.transform = '', {board}.visibility = 'hidden'")
    assert difference(before, picture(page)) > MOST
