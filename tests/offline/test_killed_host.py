"""A host that is killed at any moment: nothing that was acknowledged is lost, and nothing is done twice."""

import asyncio
import json
from random import Random
from typing import Any

import pytest

from heckmeck.server.fairness.verify import verify
from helpers.offline_page import MemoryStorage, Page

Spaces = dict[str, dict[str, str]]


class MortalStorage(MemoryStorage):
    """A storage that survives its page: a dead page writes and reads nothing any more."""

    def __init__(self, spaces: Spaces) -> None:
        super().__init__()
        self.spaces = spaces
        self.dead = False

    async def read(self, space: str, first: str, last: str) -> list[list[str]]:
        await self._live()
        return await super().read(space, first, last)

    async def write(self, changes: str) -> bool:
        for _ in range(2):
            await self._live()
        kept = await super().write(changes)
        await self._live()
        return kept

    async def _live(self) -> None:
        await asyncio.sleep(0)
        if self.dead:
            await asyncio.Event().wait()


class Client:
    """A person who never gives up: a command without an answer is sent again to the next host."""

    def __init__(self, code: str, source: Random) -> None:
        self.code = code
        self.source = source
        self.pending: dict[str, Any] | None = None
        self.sent: list[str] = []
        self.acknowledged: dict[str, int] = {}
        self.seq = 0
        self.over = False

    async def drive(self, page: Page) -> None:
        """Play on until the game is over."""
        await page.host.start()
        await page.follow(self.code, f"since={self.seq}")
        while not self.over:
            if self.pending is None:
                await page.until(lambda: page.is_to_move() or page.is_over())
                if page.is_over():
                    self.over = True
                    return
                self._decide(page)
            assert self.pending is not None
            answer = await page.command(**self.pending)
            if answer["type"] == "done":
                self.acknowledged[self.pending["id"]] = answer["seq"]
            else:
                assert answer["code"] in ("stale", "not_kept"), answer
            if answer.get("code") != "not_kept":
                self.pending = None

    def _decide(self, page: Page) -> None:
        move = self.source.choice(page.moves(self.code))
        self.seq = page.seq()
        self.pending = {"type": "move", "id": f"move-{len(self.sent):06}", "seq": self.seq, "move": move}
        self.sent.append(self.pending["id"])


async def live_and_die(client: Client, spaces: Spaces, steps: int) -> None:
    """Let a host live for some steps of the event loop, and end it without a word."""
    storage = MortalStorage(spaces)
    page = Page(storage)
    before = asyncio.all_tasks()
    driving = asyncio.create_task(client.drive(page))
    for _ in range(steps):
        await asyncio.sleep(0)
        if driving.done():
            driving.result()
            break
    storage.dead = True
    page.host.hub.live.clear()
    rest = asyncio.all_tasks() - before
    for task in rest:
        task.cancel()
    await asyncio.gather(*rest, return_exceptions=True)


def check(client: Client, spaces: Spaces) -> None:
    """Compare what was acknowledged with what is stored."""
    rows = sorted(key for key in spaces["rows"] if key.startswith(f"{client.code}/0"))
    assert [int(key.rpartition("/")[2]) for key in rows] == list(range(1, len(rows) + 1))
    commands = [json.loads(spaces["rows"][key])[0] for key in rows]
    assert len(set(commands)) == len(commands)
    for command, seq in client.acknowledged.items():
        assert commands[seq - 1] == f"me.{command}"
    stored = {command.removeprefix("me.") for command in commands if command.startswith("me.move-")}
    assert set(client.acknowledged) == stored


@pytest.mark.parametrize("game", ["bratwurmeck", "barbecue", "karteneck"])
@pytest.mark.parametrize("seed", range(4))
def test_a_game_survives_hosts_that_are_killed(game: str, seed: int) -> None:
    async def scenario() -> int:
        source = Random(seed)
        spaces: Spaces = {}
        page = await Page.begin(MortalStorage(spaces))
        code = await page.open(game, 2, "cautious")
        await page.host.stop()
        client, lives = Client(code, source), 0
        while not client.over:
            await live_and_die(client, spaces, source.choice([40, 90, 200]) + source.randrange(60))
            lives += 1
        check(client, spaces)
        last = await Page.begin(MortalStorage(spaces))
        _, line = await last.host.request("GET", f"/api/tables/{code}/games/1")
        assert verify(line.encode()).over
        await last.host.stop()
        return lives

    async def within() -> int:
        async with asyncio.timeout(120):
            return await scenario()

    lives = asyncio.run(within())
    assert lives > 1
