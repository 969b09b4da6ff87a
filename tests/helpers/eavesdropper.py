"""Everything that reaches a visitor of a Karteneck table, compared with what the visitor may know by then."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Response, WebSocket

from heckmeck.games.karteneck.state import KarteneckState
from heckmeck.play.record import decode, replay
from helpers.browser import Visitor


class Eavesdropper:
    """Records everything that reaches a visitor: frames, answers and the page, each with the number of moves so far."""

    def __init__(self, visitor: Visitor) -> None:
        self.page = visitor.page
        self.moves = 0
        self.over = False
        self.told: list[tuple[int, Any]] = []
        self.shown: list[tuple[int, str]] = []
        self.page.on("websocket", self._opened)
        self.page.on("response", self._answered)

    def _opened(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._received)

    def _received(self, frame: str | bytes) -> None:
        message = json.loads(frame)
        self.moves += message.get("what") == "moved"
        self.over = self.over or message.get("ended") is not None
        self.told.append((self.moves, message))

    def _answered(self, response: Response) -> None:
        if self.over:  # everybody may look at all hands now, and the page does
            return
        if "/api/" in response.url and not response.url.endswith("/api/games") and response.ok:
            self.told.append((self.moves, response.json()))

    def look(self) -> None:
        html = self.page.content()
        # The game does not wait for spectators: a move may come in between, and open cards stay open.
        self.shown.append((self.moves, html))


class Truth:
    """The real state of a finished game after this many moves: all cards, and the worms that a seat had seen by then.

    Without a seat it is what a spectator had seen.
    """

    def __init__(self, record: bytes, seat: int | None) -> None:
        self.seat = seat
        found = decode(record)
        self.states: list[KarteneckState] = []
        self.seen: list[set[int]] = []
        seen: set[int] = set()
        for text, step in zip(("", *found.steps), replay(found), strict=True):
            if text and not text.startswith("="):
                self._keep(seen)
            self.state: KarteneckState = step.state
            for cards in self._open(self.state):
                seen |= {card - 5 for card in cards if card > 5}
        self._keep(seen)

    def _keep(self, seen: set[int]) -> None:
        self.states.append(self.state)
        self.seen.append(set(seen))

    def _open(self, state: KarteneckState) -> tuple[tuple[int, ...], ...]:
        own = () if self.seat is None else (state.hands[self.seat],)
        return *own, state.discard, *state.layouts

    def worms_of(self, seat: int, moves: int) -> set[int]:
        return {card - 5 for card in self.states[moves].hands[seat] if card > 5}

    def hidden_hands(self, moves: int) -> list[list[int]]:
        """The long hands of others that are not by accident equal to open cards."""
        state = self.states[moves]
        others = [hand for seat, hand in enumerate(state.hands) if seat != self.seat and len(hand) > 4]
        return [list(hand) for hand in others if hand not in self._open(state)]


NUMBERS = {"grill", "stacks", "scores", "totals", "portions", "hand_sizes", "ranking", "winners", "mine", "here"}
"""Lists in messages whose numbers are not cards."""


def lists(message: Any, key: str = "") -> Iterator[list[int]]:
    """All lists that may be cards."""
    if isinstance(message, dict):
        for name, part in message.items():
            yield from lists(part, name)
    elif isinstance(message, list) and key not in NUMBERS:
        if message and all(type(part) is int for part in message):
            yield message
        for part in message:
            yield from lists(part, key)


def worms_told(message: Any) -> set[int]:
    """The shields of all worms in a message, as numbers or in notation."""
    numbers = {card - 5 for cards in lists(message) for card in cards if card > 5}
    return numbers | {int(shield) for shield in re.findall(r"\bW(\d+)\b", json.dumps(message))}


def worms_shown(html: str) -> set[int]:
    """The shields of all worms in a page: visible, in labels, or hidden in names."""
    cards = re.findall(r'data-card="(\d+)"|data-thing="card-\d+-\d+-(\d+)', html)
    shields = re.findall(r'class="shield[^"]*"[^>]*>(\d+)<|\bW(\d+)\b|shields? ([\d, ]+)', html)
    found = {int(number) for match in shields for text in match for number in re.findall(r"\d+", text)}
    return found | {int(card) - 5 for match in cards for card in match if card and int(card) > 5}


def leaks(heard: Eavesdropper, truth: Truth) -> list[str]:
    """Everything that reached the visitor too early."""
    found = []
    for moves, message in heard.told:
        if early := worms_told(message) - truth.seen[moves]:
            found.append(f"after {moves} moves a message speaks of the worms {early}")
        if any(cards in truth.hidden_hands(moves) for cards in lists(message)):
            found.append(f"after {moves} moves a message has another hand")
    for moves, html in heard.shown:
        if early := worms_shown(html) - truth.seen[moves]:
            found.append(f"after {moves} moves the page has the worms {early}")
    return found


def hands_given(heard: Eavesdropper) -> list[str]:
    """Everything that a visitor got as their own cards."""
    told = [(message.get("position") or {}, json.dumps(message)) for _, message in heard.told]
    given = [text for position, text in told if position.get("hand") or "CardsSeen" in text]
    return given + [html for _, html in heard.shown if re.search(r'data-card="|Your hand', html)]
