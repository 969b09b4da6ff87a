"""Tests for every engine. The module of an engine derives a class from them, so that it is started once."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from helpers.browser import Served, serving
from helpers.engines.engine import Engine
from helpers.engines.table_page import GAMES, fill_with_bots, make_a_move, open_table, play_now, play_to_the_end

PHONE = (360, 640)
DESK = (1280, 800)
SEATS = 5
"""With many bots, which take no time here, a game is short."""
OUTSIDE = """
const wide = document.documentElement.scrollWidth > innerWidth ? ["the page scrolls sideways"] : [];
const outside = (each) => {
    const { left, right, width } = each.getBoundingClientRect();
    return width > 0 && getComputedStyle(each).visibility === "visible" && (left < -1 || right > innerWidth + 1);
};
const lost = [...document.querySelectorAll("button, a, input, select")].filter(outside);
return [...wide, ...lost.map((each) => each.outerHTML.slice(0, 120))];
"""
"""In the page: what is too wide for the window."""
SOMEBODYS_MOMENTS = "for (const each of document.querySelectorAll('dialog details')) each.open = true"
"""In the page: shows the costly decisions of all players; of five somebody has made one."""
LOADED = "return document.querySelector('.held') === null"
"""In the page: whether all parts of the start page are there."""


def _assert_quiet(engine: Engine) -> None:
    found = engine.complaints()
    assert not found, found


class EveryEngine:
    """The tests. A fixture `engine` gives the browser, `server` the server."""

    @pytest.fixture(autouse=True)
    def _anew(self, engine: Engine) -> None:
        engine.resize(*DESK)
        # The tables of earlier tests would appear on the start page a little later than everything else.
        engine.run("try { localStorage.removeItem('heckmeck.tables') } catch {}")
        # Errors about files that a page was still loading when it was left must not count for the next test.
        engine.goto("about:blank")
        engine.complaints()

    @pytest.mark.parametrize("game", GAMES)
    def test_a_whole_game(self, engine: Engine, server: Served, game: str) -> None:
        open_table(engine, server.url, game, SEATS)
        fill_with_bots(engine)
        play_to_the_end(engine)
        engine.goto(f"{server.url}/me")
        engine.click("link", f"Watch the replay: {game}")
        engine.click("button", "Review the game")
        engine.find("heading", "Luck and choices")
        engine.run(SOMEBODYS_MOMENTS)
        engine.click("button", "See it at the table")
        engine.until("return document.querySelector('dialog') === null && scrollY === 0")
        assert engine.run("return document.querySelector('input[type=range]').value") != "0"
        _assert_quiet(engine)

    @pytest.mark.parametrize("game", GAMES)
    def test_a_narrow_phone(self, engine: Engine, server: Served, game: str) -> None:
        engine.resize(*PHONE)
        engine.goto(f"{server.url}/")
        engine.find("button", f"Play now: {game}")
        engine.until(LOADED)  # Firefox reports what is not loaded yet when a page is left
        assert engine.run(OUTSIDE) == []
        play_now(engine, server.url, game)
        for _ in range(3):
            make_a_move(engine)
            assert engine.run(OUTSIDE) == []
        _assert_quiet(engine)

    def test_a_window_that_changes_its_size(self, engine: Engine, server: Served) -> None:
        play_now(engine, server.url, GAMES[0])
        make_a_move(engine)
        for width in (1100, 700, 420, 960):
            engine.resize(width, 760)
        _assert_quiet(engine)

    def test_a_wrong_address(self, engine: Engine, server: Served) -> None:
        engine.goto(f"{server.url}/t/%zz")
        engine.click("link", "Start page")
        engine.find("button", "Play now")
        _assert_quiet(engine)

    def test_without_the_server(self, engine: Engine, client: None, tmp_path: Path) -> None:
        with serving(tmp_path / "data") as server:
            engine.goto(f"{server.url}/")
            engine.until("return navigator.serviceWorker.controller !== null")
            server.end(signal.SIGTERM)
            engine.goto(f"{server.url}/tables")
            engine.find("heading", "The grill is cold")
            server.start()
            engine.click("button", "Look again now")
            engine.find("heading", "Open tables")

    def test_a_server_that_goes_while_a_dialog_is_open(self, engine: Engine, client: None, tmp_path: Path) -> None:
        with serving(tmp_path / "data") as server:
            engine.goto(f"{server.url}/")
            engine.click("button", f"Play with friends: {GAMES[0]}")
            engine.fill(engine.find("textbox", "Your name"), "Ann")
            server.end(signal.SIGTERM)
            engine.click("button", "Open the table")
            engine.sees("The server cannot be reached")
            assert engine.run("return arguments[0].value", engine.find("textbox", "Your name")) == "Ann"
            server.start()
            engine.click("button", "Open the table")
            fill_with_bots(engine)
