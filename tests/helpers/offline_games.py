"""Everything that can be done in a page without a server, with all bots of all games.

This runs in Pyodide, by `web/offline/run.mjs`, and returns the modules of the standard library that were loaded.
"""

import json
import sys
from random import Random
from typing import Any

from helpers.offline_page import Page

ADVISED = 8
"""Every so many moves the coach is asked."""
FEW = 3
"""So many moves of a game show that its bots decide."""


async def main(_: str) -> str:
    """Play, and return the names of modules."""
    page = Page()
    await page.host.start()
    await page.post("/api/me", {"name": "Ann"})
    for game in await page.get("/api/games"):
        bots = [bot["name"] for bot in game["bots"]]
        others = game["seats"][1] - 1
        for first in range(0, len(bots), others):
            await play(page, game["name"], bots[first : first + others], FEW)
        await look_back(page, await play(page, game["name"], ["greedy"]))
    await page.get("/api/statistics")
    assert len(await page.get("/api/history")) == len(await page.get("/api/games"))
    await page.host.stop()
    return json.dumps(sorted(name for name, module in sys.modules.items() if _is_library(module)))


def _is_library(module: Any) -> bool:
    origin = getattr(getattr(module, "__spec__", None), "origin", None) or ""
    return origin.startswith("/lib/python3")


async def play(page: Page, game: str, bots: list[str], most: int = 10_000) -> str:
    """Play a game with random moves and some advice, to its end or for some moves, and return the table's code."""
    code = await page.open(game, len(bots) + 1, *bots)
    socket = max(page.received, default=0) + 1
    await page.follow(code, socket=socket)
    source = Random(1)
    for number in range(most):
        await page.until(lambda: _stands(page, socket))
        if _last(page, socket, "ended") is not None:
            break
        seq = max(each["seq"] for each in page.received[socket] if "seq" in each and each["type"] != "refused")
        if number % ADVISED == 0:
            assert await page.get(f"/api/tables/{code}/advice?seat=0&seq={seq}")
        move = source.choice(_last(page, socket, "position")["moves"])
        answer = await page.command(socket, type="move", id=f"move-{number:06}", seq=seq, move=move)
        assert answer["type"] == "done", answer
    page.host.disconnect(socket)
    return code


async def look_back(page: Page, code: str) -> None:
    """Look at a finished game in every way."""
    for path in ("", "/position", "/log?before=1000000", "/games", "/statistics", "/games/1/replay", "/games/1/review"):
        assert await page.get(f"/api/tables/{code}{path}")
    await page.post("/api/replay", await page.get(f"/api/tables/{code}/games/1"))


def _last(page: Page, socket: int, what: str) -> Any:
    return next((each[what] for each in reversed(page.received[socket]) if each.get(what) is not None), None)


def _stands(page: Page, socket: int) -> bool:
    """Whether it is the person's turn, or the game is over."""
    position = _last(page, socket, "position")
    return _last(page, socket, "ended") is not None or (position is not None and position["to_act"] == 0)
