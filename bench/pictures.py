"""Take the pictures of the browser client in the README from real games against bots, into docs/pictures."""

from __future__ import annotations

import argparse
import base64
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from helpers.browser import Visitor, launch, serving  # the tests do it in the same way

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
DESK = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 760}
BOTS = {
    "bratwurmeck": ("greedy", "sure", "cautious"),
    "barbecue": ("greedy", "sure", "cautious"),
    "karteneck": ("greedy", "sampler", "cautious"),
}

OPEN = """async ([game, bots]) => {
    const post = async (path, body) => (await fetch(path, {
        method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
    })).json();
    await post("/api/me", { name: "Annabelle" });
    const plan = { game, seats: 1 + bots.length, options: {} };
    return (await post("/api/tables", { plan, name: "Annabelle", bots, start: true })).code;
}"""
# Stop in the middle of a turn, after the first face or card, so that there is something to see.
PLAY = """async ([code, turns]) => {
    const pick = (moves) => ["steal", "take", "keep W", "keep", "roll", "stop"]
        .map((kind) => moves.findLast((move) => move.startsWith(kind))).find(Boolean);
    const card = (each) => (each > 5 ? `W${each - 5}` : `${each}`);
    let rolls = 0;
    for (let number = 1; ; number += 1) {
        const { table, position, mine, seq } = await (await fetch(`/api/tables/${code}`)).json();
        if (table.phase === "over") return;
        if (!mine.includes(position?.to_act)) { await new Promise((done) => setTimeout(done, 20)); continue; }
        const cards = position.layable?.findLast((each) => each.length > 0);
        const fresh = position.kept === "" || (position.layable && position.hand.length > 4);
        rolls += fresh ? 1 : 0;
        if (rolls > turns && (position.layable || (position.kept && position.rolled))) return;
        const move = cards ? `lay ${cards.map(card).join(" ")}` : (pick(position.moves) ?? position.moves.at(-1));
        const body = JSON.stringify({ type: "move", id: `move-${String(number).padStart(8, "0")}`, seq, move });
        const headers = { "Content-Type": "application/json" };
        await fetch(`/api/tables/${code}/commands`, { method: "POST", headers, body });
    }
}"""


class Camera:
    """Takes pictures of a server's pages."""

    def __init__(self, browser: Browser, url: str) -> None:
        self._browser = browser
        self._url = url

    def table(self, game: str, turns: int, **options: Any) -> tuple[Visitor, str]:
        """Return a page with a game after some turns."""
        visitor = Visitor(self._browser, self._url, reduced_motion="reduce", **options)
        page = visitor.page
        page.goto("/tables")
        page.evaluate("localStorage.setItem('heckmeck.name', 'Annabelle')")
        code: str = page.evaluate(OPEN, [game, BOTS[game]])
        page.goto(f"/t/{code}")
        page.evaluate(PLAY, [code, turns])
        page.locator("[data-choice]").first.wait_for()
        page.wait_for_timeout(2500)  # until the overlay of a failed attempt has disappeared
        return visitor, code

    def beside(self, pictures: list[bytes], height: int) -> bytes:
        """Put pictures side by side, all at the same height."""
        page = self._browser.new_page(viewport={"width": 2000, "height": height})
        texts = [base64.b64encode(each).decode() for each in pictures]
        shown = "".join(f'<img height="{height}" src="data:image/png;base64,{text}">' for text in texts)
        page.set_content(f'<body style="margin:0;width:max-content;display:flex;gap:20px">{shown}</body>')
        page.wait_for_function("[...document.images].every((each) => each.complete)")
        found = page.locator("body").screenshot()
        page.close()
        return found


def keep(name: str, picture: bytes) -> None:
    """Write a picture to the path that the README uses."""
    (FOLDER / f"{name}.png").write_bytes(picture)
    print(f"docs/pictures/{name}.png", file=sys.stderr)


def coach(page: Page) -> None:
    """Switch the coach on and wait for its advice."""
    page.get_by_role("switch", name="Coach").first.click()
    page.locator("[data-advice] strong").first.wait_for()
    page.wait_for_timeout(500)


def afterwards(camera: Camera) -> bytes:
    """Return the review of a whole game, and its replay."""
    visitor, code = camera.table("bratwurmeck", 10_000, viewport=DESK)
    page = visitor.page
    page.get_by_role("button", name="Review the game").click()
    page.get_by_role("dialog").get_by_role("img").wait_for()
    review = page.screenshot()
    page.goto(f"/t/{code}/games/1")
    slider = page.get_by_role("slider", name="Place in the game")
    slider.fill(str(int(slider.get_attribute("max") or 0) // 3))
    page.wait_for_timeout(500)
    return camera.beside([review, page.screenshot()], 500)


def main() -> None:
    """Take all pictures."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    with (
        sync_playwright() as playwright,
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder) / "data", pace=0) as server,
    ):
        camera = Camera(launch(playwright), server.url)
        page = camera.table("bratwurmeck", 6, viewport=DESK)[0].page
        coach(page)
        keep("browser", page.screenshot())
        keep("browser-barbecue", camera.table("barbecue", 6, viewport=DESK, color_scheme="dark")[0].page.screenshot())
        keep("browser-karteneck", camera.table("karteneck", 4, viewport=DESK)[0].page.screenshot())
        phones = [camera.table(game, 5, viewport=PHONE)[0].page.screenshot() for game in BOTS]
        keep("browser-phones", camera.beside(phones, PHONE["height"]))
        keep("browser-afterwards", afterwards(camera))


if __name__ == "__main__":
    main()
