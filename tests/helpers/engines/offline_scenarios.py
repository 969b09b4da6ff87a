"""Tests of playing without a server, for every engine."""

from __future__ import annotations

import pytest

from helpers.engines.engine import Engine
from helpers.engines.table_page import (
    GAMES,
    choices,
    fill_with_bots,
    make_a_move,
    open_table,
    play_to_the_end,
)
from helpers.static_site import HURRY, StaticSite

SEATS = 4
CONTROLLED = "return navigator.serviceWorker.controller !== null"
KEPT = """
const { dataset } = document.documentElement;
caches.match(new URL("copy.json", location.href)).then((found) => (dataset.kept = String(found !== undefined)));
return dataset.kept === "true";
"""
"""In the page: whether the whole game is on this device."""


def _reload(engine: Engine) -> None:
    engine.run("document.documentElement.dataset.old = 'yes'; setTimeout(() => location.reload())")
    engine.until("return document.body !== null && !document.documentElement.dataset.old")
    engine.until(HURRY)


class OfflineInEveryEngine:
    """The tests. `engine` gives the browser, which keeps the copy of the game between tests; `site` gives a site."""

    @pytest.mark.parametrize("game", GAMES)
    def test_a_whole_game_without_a_network(self, engine: Engine, site: StaticSite, game: str) -> None:
        engine.goto(f"{site.url}/")
        engine.until(CONTROLLED)
        open_table(engine, site.url, game, SEATS)
        engine.until(HURRY)
        fill_with_bots(engine)
        engine.until(KEPT)
        with site.without_network():
            for _ in range(2):
                make_a_move(engine)
            before = choices(engine)
            _reload(engine)
            assert choices(engine) == before
            play_to_the_end(engine)
            engine.goto(f"{site.url}/#/me")
            engine.find("link", f"Watch the replay: {game}")
