"""The entries of one player in the log: their tables and messages, and nobody else's."""

from __future__ import annotations

import asyncio

import pytest

from heckmeck.server.live.hub import Hub
from heckmeck.server.net.identity import new_code
from heckmeck.server.ops import own_entries
from heckmeck.server.ops.own_entries import OwnEntries
from heckmeck.server.store import Profile
from heckmeck.server.store.connect import connect
from heckmeck.server.table import messages
from helpers.damage import add_damaged_game
from helpers.tables import ANN, BO, BOTS, EVE, give, small


async def talk(database: str) -> tuple[str, str]:
    """Ann opens a table, at which everybody chats, and visits one of Bo's."""
    store = connect(database)
    hub = Hub(store, "one", BOTS, new_code, max_tables=10)
    await store.open("one", hub.hint)
    await store.add_player(ANN.player, Profile(ANN.name), 7)
    own, other = await hub.open(small(title="Ours"), ANN), await hub.open(small("karteneck"), BO)
    for player in (ANN, BO, EVE):
        await give(own, player, messages.Say, text=f"{player.name} at home")
    await give(other, ANN, messages.Say, text="Ann on a visit")
    await store.close()
    return own.code, other.code


async def read(database: str) -> OwnEntries:
    return await own_entries.own_entries(database, ANN.player)


def test_own_tables_and_messages_are_found(database: str) -> None:
    own, other = asyncio.run(talk(database))
    found = asyncio.run(read(database))
    assert (found.since, found.complete) == (7, True)
    assert {(each.code, each.game, each.title, each.opened) for each in found.tables} == {
        (own, "bratwurmeck", "Ours", True),
        (other, "karteneck", "", False),
    }
    assert {(each.table, each.name, each.text) for each in found.chat} == {
        (own, "Ann", "Ann at home"),
        (other, "Ann", "Ann on a visit"),
    }


def test_too_much_is_cut_and_said_to_be(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asyncio.run(talk(database))
    monkeypatch.setattr(own_entries, "MAX_LINES", 1)
    found = asyncio.run(read(database))
    assert (len(found.tables), len(found.chat), found.complete) == (1, 1, False)


def test_a_damaged_game_is_left_out_and_the_rest_is_found(database: str, caplog: pytest.LogCaptureFixture) -> None:
    own, other = asyncio.run(talk(database))
    asyncio.run(add_damaged_game(database, other))
    found = asyncio.run(read(database))
    assert {each.code for each in found.tables} == {own, other}
    assert {each.text for each in found.chat} == {"Ann at home", "Ann on a visit"}
    assert not found.complete
    assert any(other in record.getMessage() for record in caplog.records)
