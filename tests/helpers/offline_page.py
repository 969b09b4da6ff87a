"""A page without a browser: a storage in memory, and a client that talks to a host."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from itertools import count
from random import Random
from typing import Any, Self

from heckmeck.offline import Host

Entry = dict[str, Any]


class MemoryStorage:
    """What a page keeps, with the failures that a real one may have."""

    def __init__(self) -> None:
        self.spaces: dict[str, dict[str, str]] = {}
        self.broken = False
        """Whether reading and writing fail."""
        self.reads = 0
        self.writes = 0

    async def read(self, space: str, first: str, last: str) -> list[list[str]]:
        await asyncio.sleep(0)
        if self.broken:
            raise OSError("the storage is gone")
        self.reads += 1
        kept = self.spaces.get(space, {})
        return [[key, kept[key]] for key in sorted(kept) if first <= key <= last]

    async def write(self, changes: str) -> bool:
        await asyncio.sleep(0)
        if self.broken:
            raise OSError("the disk is full")
        wanted = json.loads(changes)
        if any(mode == "new" and key in self.spaces.get(space, {}) for space, key, _, mode in wanted):
            return False
        for space, key, value, _ in wanted:
            self.spaces.setdefault(space, {})[key] = value
        self.writes += 1
        await asyncio.sleep(0)
        return True


class Page:
    """The page of one device: it keeps what each socket was sent, and sends commands."""

    def __init__(self, storage: MemoryStorage | None = None, pace: float = 0.0) -> None:
        self.storage = storage or MemoryStorage()
        self.host = Host(self.storage, self._take, pace)
        self.received: dict[int, list[Entry]] = {}
        self.closed: set[int] = set()
        self._changed = asyncio.Event()

    @classmethod
    async def begin(cls, storage: MemoryStorage | None = None, pace: float = 0.0) -> Self:
        """Return a page whose host has started, with a player."""
        page = cls(storage, pace)
        await page.host.start()
        await page.post("/api/me", {"name": "Ann"})
        return page

    def _take(self, socket: int, text: str | None) -> None:
        if text is None:
            self.closed.add(socket)
        else:
            self.received.setdefault(socket, []).append(json.loads(text))
        self._changed.set()

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait until something holds; everything that is received is looked at."""
        async with asyncio.timeout(600):  # busy machines are slow
            while not holds():
                self._changed.clear()
                await self._changed.wait()

    async def follow(self, code: str, query: str = "from=game", socket: int = 1) -> None:
        """Connect a socket and wait for its welcome."""
        self.host.connect(socket, code, query)
        await self.until(lambda: any(each["type"] == "welcome" for each in self.received.get(socket, ())))

    def messages(self, kind: str, socket: int = 1) -> list[Entry]:
        """All messages of a kind so far."""
        return [each for each in self.received.get(socket, ()) if each["type"] == kind]

    def last(self, what: str, socket: int = 1) -> Any:
        """The last value of a field in all messages; None if there is none."""
        return next((each[what] for each in reversed(self.received[socket]) if each.get(what) is not None), None)

    def seq(self, socket: int = 1) -> int:
        """The last entry that was seen."""
        return max(
            int(each["seq"]) for each in self.received[socket] if each["type"] in ("happened", "welcome", "done")
        )

    def is_to_move(self, socket: int = 1) -> bool:
        """Whether a person is to move."""
        position, welcome = self.last("position", socket), self.messages("welcome", socket)
        return position is not None and bool(welcome) and position["to_act"] in welcome[-1]["mine"]

    def is_over(self, socket: int = 1) -> bool:
        """Whether the game is over."""
        return self.last("ended", socket) is not None

    def moves(self, code: str) -> list[str]:
        """All moves of the seat to act, also those that a position does not list."""
        state = self.host.hub.live[code].state
        return [str(move) for move in state.game.legal_moves(state.state)]

    async def command(self, socket: int = 1, **command: Any) -> Entry:
        """Send a command and return its answer."""
        asked = len(self.received.get(socket, ()))
        self.host.receive(socket, json.dumps(command))

        def answers() -> list[Entry]:
            return [
                each
                for each in self.received[socket][asked:]
                if each["type"] in ("done", "refused") and each["id"] == command.get("id")
            ]

        await self.until(lambda: bool(answers()))
        return answers()[0]

    async def get(self, path: str) -> Any:
        """Return the answer to a request that succeeds."""
        status, body = await self.host.request("GET", path)
        assert status == 200, (status, body)
        return json.loads(body)

    async def post(self, path: str, body: object) -> Any:
        """Return the answer to a request that succeeds."""
        status, text = await self.host.request("POST", path, json.dumps(body))
        assert status in (200, 201), (status, text)
        return json.loads(text)

    async def open(self, game: str, seats: int, *bots: str, start: bool = True, **more: Any) -> str:
        """Open a table, sit down with bots, and start; return its code."""
        wanted = {"plan": {"game": game, "seats": seats, **more}, "name": "Ann", "bots": bots, "start": start}
        return str((await self.post("/api/tables", wanted))["code"])


async def play(page: Page, code: str, source: Random, socket: int = 1) -> None:
    """Follow a table and make random moves until the game is over."""
    await page.follow(code, "", socket)
    for number in count():
        await page.until(lambda: page.is_to_move(socket) or page.is_over(socket))
        if page.is_over(socket):
            return
        move = source.choice(page.moves(code))
        command = {"type": "move", "id": f"play-{socket}-{number:06}", "seq": page.seq(socket), "move": move}
        answer = await page.command(socket, **command)
        assert answer["type"] == "done", answer
