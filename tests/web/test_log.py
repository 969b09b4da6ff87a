"""The log of a table in the browser: a first visit shows the current game, older entries are loaded on request."""

from __future__ import annotations

from random import Random
from typing import Any

import httpx
from playwright.sync_api import expect

from helpers.browser import NewVisitor, Served

PLAN = {"game": "bratwurmeck", "seats": 2, "options": {"portions": [21, 23]}}


class Players:
    """Ann and Bo, who play by HTTP."""

    def __init__(self, url: str) -> None:
        self._http = httpx.Client(base_url=url, timeout=20)
        self._headers = []
        for name in ("Ann", "Bo"):
            token = self._http.post("/api/tokens", json={"name": name}).json()["token"]
            self._headers.append({"authorization": f"Bearer {token}"})
        opened = self._http.post("/api/tables", json={"plan": PLAN, "name": "Ann"}, headers=self._headers[0])
        self.code: str = opened.json()["code"]
        self._done = 0
        self.give(1, type="sit", name="Bo")

    def give(self, seat: int, **command: Any) -> None:
        """Send a command."""
        self._done += 1
        body = {"id": f"command-{self._done}", **command}
        path = f"/api/tables/{self.code}/commands"
        self._http.post(path, json=body, headers=self._headers[seat]).raise_for_status()

    def play(self, most: int = 10_000) -> None:
        """Start a game, and play it to its end, or for some moves."""
        source = Random(1)
        self.give(0, type="start")
        for _ in range(most):
            welcome = self._http.get(f"/api/tables/{self.code}").json()
            if welcome["table"]["phase"] != "playing":
                return
            seat, moves = welcome["position"]["to_act"], welcome["position"]["moves"]
            self.give(seat, type="move", seq=welcome["seq"], move=source.choice(moves))

    def close(self) -> None:
        """Disconnect."""
        self._http.close()


def test_earlier_games_of_the_log_come_on_request(new_visitor: NewVisitor, server: Served) -> None:
    players = Players(server.url)
    players.play()
    players.play(3)
    players.close()
    page = new_visitor().page
    page.goto(f"/t/{players.code}")
    log, earlier = page.get_by_role("group", name="Log"), page.get_by_role("button", name="Earlier")
    expect(earlier).to_be_visible()
    expect(log).not_to_contain_text("Bo sits down.")
    shown = log.get_by_role("listitem").count()
    while earlier.count():
        earlier.click()
        expect(earlier.and_(page.locator(":disabled"))).to_have_count(0)
    expect(log).to_contain_text("Bo sits down.")
    assert log.get_by_role("listitem").count() > shown + 5
