"""The limits of new players and revoked tokens, which are written to the disk."""

from __future__ import annotations

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from heckmeck.server.api import players
from heckmeck.server.config import Config
from heckmeck.server.net.client_address import ClientAddress
from heckmeck.server.net.device_log import DeviceLog
from heckmeck.server.net.identity import GuestCookies
from heckmeck.server.net.keys import KeyRing
from heckmeck.server.net.rate_limits import ADDRESS_COMMANDS, ADDRESS_PLAYERS, RateLimits
from heckmeck.server.service import Visit
from heckmeck.server.table.environment import Caller, Refusal
from heckmeck.server.table.messages import NewName
from helpers.memory_store import Disk, MemoryStore
from helpers.tables import ANN


class Door:
    """Repeated requests from one address, while no time passes."""

    def __init__(self, folder: Path, caller: Caller | None) -> None:
        self.disk = Disk()
        self.caller = caller
        store = MemoryStore(self.disk)
        service = SimpleNamespace(
            limits=RateLimits(Config(), lambda: 0.0),
            store=store,
            devices=DeviceLog(store, lambda work: work.close()),
            scheduler=SimpleNamespace(revocations=SimpleNamespace(cut=list)),
            guests=GuestCookies(KeyRing(folder / "keys")),
            visit=self.visit,
        )
        self.request: Any = SimpleNamespace(
            app=SimpleNamespace(state=SimpleNamespace(service=service)), scope={"headers": []}
        )

    async def visit(self, _: object) -> Visit:
        return Visit(ClientAddress("192.0.2.1", secure=False, local=False), "192.0.2.1", self.caller, renew=False)

    def times(self, handler: Any, *body: object) -> int:
        """The number of requests that are allowed."""

        async def main() -> int:
            for number in range(1000):
                try:
                    await handler.fn(self.request, *body)
                except Refusal as refusal:
                    assert refusal.code == "too_fast"
                    return number
            raise AssertionError("there is no end to it")

        return asyncio.run(main())


def test_new_players_from_one_address_are_limited(tmp_path: Path) -> None:
    door = Door(tmp_path, None)
    assert door.times(players.set_name, NewName("Eve")) == ADDRESS_PLAYERS.burst
    assert len(door.disk.players) == len(door.disk.devices) == ADDRESS_PLAYERS.burst


def test_a_known_player_can_change_the_name_without_a_new_player(tmp_path: Path) -> None:
    door = Door(tmp_path, None)
    door.times(players.set_name, NewName("Eve"))
    door.caller = ANN
    assert door.times(players.set_name, NewName("Ann")) == ADDRESS_COMMANDS.burst


def test_to_drop_tokens_is_a_command_like_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    door = Door(tmp_path, ANN)
    dropped: list[str] = []

    async def drop(_: object, player: str, *more: object) -> None:
        dropped.append(player)

    monkeypatch.setattr(MemoryStore, "revoke", drop)
    assert door.times(players.drop_tokens) == len(dropped) == ADDRESS_COMMANDS.burst
