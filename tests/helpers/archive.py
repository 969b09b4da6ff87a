"""Games that are over in a moment: the page watches, and moves are made by other requests."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from heckmeck.server.fairness import commitment_of, new_seed
from helpers.browser import Visitor

PLAY = """async (code) => {
    const greedy = (moves) => ["steal", "take", "keep W", "keep", "roll", "stop"]
        .map((kind) => moves.findLast((move) => move.startsWith(kind))).find(Boolean);
    const lay = ({ layable, moves }) => {
        const sort = layable.findLast((cards) => cards.length > 0);
        const name = (card) => (card > 5 ? `W${card - 5}` : `${card}`);
        return sort ? `lay ${sort.map(name).join(" ")}` : moves.at(-1);
    };
    for (let number = 1; ; number += 1) {
        const { table, position, mine, seq } = await (await fetch(`/api/tables/${code}`)).json();
        if (table.phase === "over") return;
        if (!position || !mine.includes(position.to_act)) continue;
        const move = position.game === "karteneck" ? lay(position) : greedy(position.moves);
        const body = JSON.stringify({ type: "move", id: `move-${String(number).padStart(8, "0")}`, seq, move });
        const headers = { "Content-Type": "application/json" };
        await fetch(`/api/tables/${code}/commands`, { method: "POST", headers, body });
    }
}"""
"""In the page: plays for its reader, over HTTP, until the game is over."""

SMALL: dict[str, dict[str, Any]] = {
    "bratwurmeck": {"portions": [21, 26]},
    "barbecue": {"snails": 2},
    "karteneck": {"portions": [16, 22], "zeros": 1, "removed": 0},
}


def finish_a_game(visitor: Visitor, game: str, bots: tuple[str, ...] = ("greedy",), **options: Any) -> str:
    """Play a small game with a seed, on a page that sees it, and return the table's code."""
    page, seed = visitor.page, new_seed()
    commitment = commitment_of(seed)
    page.goto("/tables")
    page.evaluate("pair => localStorage.setItem('heckmeck.seeds', JSON.stringify([pair]))", [commitment, seed])
    page.evaluate("localStorage.setItem('heckmeck.name', 'Ann')")
    _post(page, "/api/me", {"name": "Ann"})
    plan = {"game": game, "seats": 1 + len(bots), "options": SMALL[game] | options}
    body = {"plan": plan, "name": "Ann", "commitment": commitment, "bots": bots, "start": True}
    code: str = _post(page, "/api/tables", body)["code"]
    page.goto(f"/t/{code}")
    page.locator(".board").first.wait_for()
    page.evaluate(PLAY, code)
    page.get_by_role("list", name="Result").wait_for()
    return code


def _post(page: Page, path: str, body: object) -> Any:
    return page.evaluate(
        """async ([path, body]) => (await fetch(path, {
            method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
        })).json()""",
        [path, body],
    )
