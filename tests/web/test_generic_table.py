"""A game without a module in the client: offered, played, and shown as text, with everything else of a table."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from helpers.browser import DESK, PHONE, NewVisitor, Visitor
from helpers.stage import serve_table

CODE = "ABCDEFGH"
TEXT = "Farkle to 100\n\n> Ann   42 + 13\n  Greedy 57"
POSITION = "farkle/1 target=100 scores=42,57 turn=0 sum=13"
FARKLE = {
    "name": "farkle",
    "title": "Farkle",
    "seats": [2, 10],
    "unit": "points",
    "bots": [{"name": "greedy", "strength": "easy"}],
}


def position(**more: Any) -> dict[str, Any]:
    """Return what the server shows of the game."""
    shown = {"game": "farkle", "to_act": 0, "turn_of": 0, "scores": [42, 57], "text": TEXT, "moves": ["roll", "hold"]}
    return shown | more


def welcome(**more: Any) -> dict[str, Any]:
    table = {
        "code": CODE, "phase": "playing", "plan": {"game": "farkle", "seats": 2}, "chat": True, "host": 0, "number": 1,
        "setup": {"seats": 2}, "seats": [{"name": "Ann", "person": True}, {"name": "greedy", "bot": "greedy"}],
    }  # fmt: skip
    message = {"type": "welcome", "seq": 5, "mine": [0], "host": True, "now": 0, "position": position()}
    return message | {"table": table | more.pop("table", {})} | more


class FakeTable:
    """A table of a server that knows Farkle. It answers every move with what the test has prepared."""

    def __init__(self, visitor: Visitor, first: dict[str, Any]) -> None:
        self.page = visitor.page
        self.moves: list[str] = []
        self.answers: list[dict[str, Any]] = []
        self._first = first
        serve_table(self.page, CODE, self._connect)
        games = [*self.page.request.get("/api/games").json(), FARKLE]
        self.page.route("**/api/games", lambda route: route.fulfill(json=games))
        link = {"code": CODE, "link": f"https://play.example/t/{CODE}"}
        self.page.route(f"**/api/tables/{CODE}/address", lambda route: route.fulfill(json=link))
        self.page.route(f"**/api/tables/{CODE}/position*", lambda route: route.fulfill(json={"text": POSITION}))

    def _connect(self, socket: WebSocketRoute) -> None:
        socket.on_message(lambda text: self._answer(socket, json.loads(text)))
        socket.send(json.dumps(self._first))

    def _answer(self, socket: WebSocketRoute, command: dict[str, Any]) -> None:
        if command["type"] != "move":
            return
        self.moves.append(command["move"])
        for answer in (self.answers.pop(0), {"type": "done", "id": command["id"], "seq": 6}):
            socket.send(json.dumps(answer))

    def open(self) -> Page:
        self.page.goto(f"/t/{CODE}")
        return self.page


def moved(seq: int, seat: int, move: str, outcome: str, **more: Any) -> dict[str, Any]:
    weights = [[f"={face}", 1] for face in range(1, 7)]
    chance = [{"outcome": outcome, "weights": weights}] if outcome else []
    entry = {"type": "happened", "seq": seq, "at": 0, "what": "moved", "seat": seat, "move": move, "chance": chance}
    return entry | more


@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("colours", ["light", "dark"])
def test_a_game_without_a_module_is_played_as_text(
    new_visitor: NewVisitor, viewport: dict[str, int], colours: str
) -> None:
    visitor = new_visitor(viewport=viewport, color_scheme=colours, reduced_motion="reduce")
    table = FakeTable(visitor, welcome())
    table.answers = [
        moved(6, 0, "roll", "=6", position=position(text=TEXT.replace("13", "19"))),
        moved(
            7, 0, "hold", "", position=position(to_act=1, turn_of=1, scores=[61, 57], moves=[], text="Greedy to roll")
        ),
    ]
    page = table.open()
    shown = page.get_by_role("region", name="Position")
    expect(shown).to_contain_text("> Ann   42 + 13")
    expect(page.get_by_role("heading", name="Farkle")).to_be_visible()
    expect(page.get_by_role("list", name="Players").first).to_contain_text("57 points")
    expect(page.get_by_role("switch", name="Coach")).to_have_count(0)
    assert visitor.axe() == []
    assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
    page.get_by_role("group", name="Moves").get_by_role("button", name="roll").click()
    expect(shown).to_contain_text("42 + 19")
    expect(page.locator("[aria-live=polite]").filter(has_text="Ann: roll Chance: 6")).to_have_count(1)
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("button", name="hold")).to_be_focused()
    page.keyboard.press("Enter")
    expect(shown).to_contain_text("Greedy to roll")
    expect(page.get_by_role("button", name="roll")).to_have_count(0)
    assert table.moves == ["roll", "hold"]


def test_a_game_without_a_module_is_offered_by_the_title_of_the_server(new_visitor: NewVisitor) -> None:
    visitor = new_visitor(reduced_motion="reduce")
    FakeTable(visitor, welcome())
    page = visitor.page
    page.goto("/")
    tile = page.get_by_role("listitem").filter(has_text="Farkle")
    expect(tile.get_by_role("button", name="Play now: Farkle")).to_be_visible()
    expect(tile.get_by_role("link")).to_have_count(0)
    assert visitor.axe() == []
    tile.get_by_role("button", name="Play with friends: Farkle").click()
    expect(page.get_by_role("radio", name="10", exact=True)).to_be_attached()
    page.get_by_text("More settings").click()
    expect(page.get_by_label("coach")).to_have_count(0)
    page.goto("/tables")
    expect(page.get_by_role("button", name="Quick play: Farkle")).to_be_visible()
    page.goto("/rules/farkle")
    expect(page.get_by_role("link", name="Start page")).to_be_visible()
    visitor.errors.clear()


def test_the_result_counts_in_the_unit_of_the_server(new_visitor: NewVisitor) -> None:
    visitor = new_visitor(reduced_motion="reduce")
    ended = {"reason": "target", "scores": [100, 57], "ranking": [[0], [1]], "winners": [0], "secret": ""}
    over = position(to_act=None, turn_of=None, scores=[100, 57], moves=[], text="Ann wins")
    table = FakeTable(visitor, welcome(table={"phase": "over"}, position=over, ended=ended))
    visitor.page.route(
        f"**/api/tables/{CODE}/games/**",
        lambda route: route.fulfill(status=404, json={"code": "no_such_game", "message": "?"}),
    )
    page = table.open()
    expect(page.get_by_role("list", name="Result").get_by_role("listitem").first).to_contain_text("100 points")
    expect(page.get_by_role("button", name="Play again")).to_be_visible()
    visitor.errors.clear()


def test_the_position_is_copied_from_the_menu(new_visitor: NewVisitor) -> None:
    visitor = new_visitor(reduced_motion="reduce", permissions=["clipboard-read", "clipboard-write"])
    page = FakeTable(visitor, welcome()).open()
    page.get_by_role("button", name="About this table").click()
    page.get_by_role("button", name="Copy position").click()
    expect(page.get_by_role("status").get_by_text("The position is on the clipboard.")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == POSITION
    assert visitor.axe() == []


def test_without_a_clipboard_the_position_is_shown_and_marked(new_visitor: NewVisitor) -> None:
    visitor = new_visitor(viewport=PHONE, reduced_motion="reduce", locale="de-DE")
    page = visitor.page
    page.add_init_script("delete Navigator.prototype.clipboard; Document.prototype.execCommand = () => false")
    FakeTable(visitor, welcome()).open()
    page.get_by_role("button", name="Zu diesem Tisch").click()
    page.get_by_role("button", name="Stellung kopieren").click()
    field = page.get_by_label("Die Stellung als Text")
    expect(field).to_have_value(POSITION)
    assert page.evaluate("[document.activeElement.selectionStart, document.activeElement.selectionEnd]") == [
        0,
        len(POSITION),
    ]
    assert visitor.axe() == []
