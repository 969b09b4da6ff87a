"""Devices in the database: noted, revoked, and linked by codes that can be used once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from heckmeck.server.store import Device, Identity, Profile, Store
from heckmeck.server.store.devices import token_device
from heckmeck.server.store.sql_devices import DAY_MS

WithStore = Callable[[Callable[[Store], Any]], None]
PHONE = Device("phone", "Firefox", "Android", 10, 10)
LAPTOP = Device("laptop", "Chrome", "Linux", 20, 20)
ANN = Profile("Ann", "hen")


async def meet(store: Store) -> None:
    await store.add_player("ann", ANN, 1)
    await store.add_player("bo", Profile("Bo"), 1)


def test_devices_are_listed_by_their_last_use(with_store: WithStore) -> None:
    async def play(store: Store) -> None:
        await meet(store)
        for device in (PHONE, LAPTOP):
            await store.note_device("ann", device)
        assert await store.devices("ann") == [LAPTOP, PHONE]
        await store.note_device("ann", PHONE._replace(at=30, seen=30, browser="Opera"))
        assert await store.devices("ann") == [PHONE._replace(seen=30, browser="Opera"), LAPTOP]
        assert await store.devices("bo") == []
        await store.note_device("nobody", Device("other", "", "", 1, 1))
        assert await store.devices("nobody") == []

    with_store(play)


def test_a_revoked_device_is_known_as_such_and_not_noted_again(with_store: WithStore) -> None:
    async def play(store: Store) -> None:
        await meet(store)
        await store.note_device("ann", PHONE)
        assert await store.identify("ann", "phone", 1) == Identity(ANN, revoked=False)
        assert await store.identify("eve", "phone", 1) == Identity(None, revoked=False)
        await store.revoke("ann", ["phone"], [], 50)
        await store.note_device("ann", PHONE)
        assert await store.devices("ann") == []
        assert await store.identify("ann", "phone", 1) == Identity(ANN, revoked=True)
        assert await store.identify("ann", "phone", 99) == Identity(ANN, revoked=True)
        assert await store.identify("ann", "laptop", 1) == Identity(ANN, revoked=False)
        assert (await store.revoked_since(50), await store.revoked_since(51)) == (["phone"], [])

    with_store(play)


def test_old_cookies_of_devices_that_are_not_listed_can_be_revoked(with_store: WithStore) -> None:
    async def play(store: Store) -> None:
        await meet(store)
        await store.note_device("ann", PHONE)
        await store.revoke_others("ann", "phone", 3999)
        revoked = {
            (device, issued): (await store.identify("ann", device, issued)).revoked
            for device in ("phone", "unlisted")
            for issued in (2000, 3000)
        }
        assert revoked == {
            ("phone", 2000): False,
            ("phone", 3000): False,
            ("unlisted", 2000): True,
            ("unlisted", 3000): False,
        }
        assert not (await store.identify("bo", "unlisted", 2000)).revoked

    with_store(play)


def test_a_device_is_not_listed_again_by_a_use_before_it_was_signed_out(with_store: WithStore) -> None:
    async def play(store: Store) -> None:
        await meet(store)
        await store.note_device("ann", LAPTOP)
        await store.revoke_others("ann", "laptop", 7999)
        await store.note_device("ann", PHONE._replace(at=7500, seen=7500))
        assert await store.devices("ann") == [LAPTOP]
        assert (await store.identify("ann", "phone", 6000)).revoked
        await store.note_device("ann", PHONE._replace(at=8000, seen=8000))
        assert [each.id for each in await store.devices("ann")] == ["phone", "laptop"]

    with_store(play)


def test_signing_out_everywhere_else_leaves_one_device_and_no_code(with_store: WithStore) -> None:
    async def play(store: Store) -> None:
        await meet(store)
        for device in (PHONE, LAPTOP):
            await store.note_device("ann", device)
        await store.note_device("bo", Device("other", "", "", 1, 1))
        for digest, player in ((b"one", "ann"), (b"two", "ann"), (b"three", "bo")):
            await store.add_token(digest, player, 5)
        await store.add_link(b"digest", "ann", 10, 9000)
        await store.add_link(b"bo", "bo", 10, 9000)
        await store.revoke_others("ann", "laptop", 5000)
        assert await store.devices("ann") == [LAPTOP]
        assert await store.tokens("ann") == []
        assert [await store.link([each], 50) for each in (b"digest", b"bo")] == [None, "bo"]
        assert (len(await store.devices("bo")), len(await store.tokens("bo"))) == (1, 1)
        ids = {"ann", "phone", token_device(b"one"), token_device(b"two")}
        assert set(await store.revoked_since(5000)) == ids
        await store.add_token(b"four", "ann", 5)
        await store.add_token(b"five", "ann", 5)
        await store.revoke_others("ann", token_device(b"four"), 6000)
        assert (await store.devices("ann"), await store.tokens("ann")) == ([], [(b"four", 5)])

    with_store(play)


def test_devices_that_are_not_used_for_longer_than_a_cookie_lasts_are_dropped(with_store: WithStore) -> None:
    async def play(store: Store) -> None:
        await meet(store)
        await store.note_device("ann", PHONE)
        await store.note_device("bo", Device("other", "", "", 10, 10))
        await store.note_device("ann", LAPTOP._replace(seen=365 * DAY_MS))
        assert len(await store.devices("ann")) == 2
        await store.note_device("ann", LAPTOP._replace(seen=368 * DAY_MS))
        assert [each.id for each in await store.devices("ann")] == ["laptop"]
        assert len(await store.devices("bo")) == 1

    with_store(play)


def test_a_revoked_device_leaves_no_code(with_store: WithStore) -> None:
    async def play(store: Store) -> None:
        await meet(store)
        await store.note_device("ann", PHONE)
        await store.add_link(b"digest", "ann", 10, 100)
        await store.add_link(b"bo", "bo", 10, 100)
        await store.revoke("ann", ["phone"], [], 50)
        assert [await store.link([each], 50) for each in (b"digest", b"bo")] == [None, "bo"]

    with_store(play)


def test_a_token_is_revoked_with_its_id(with_store: WithStore) -> None:
    async def play(store: Store) -> None:
        await meet(store)
        await store.add_token(b"\0one", "ann", 5)
        await store.add_token(b"\0two", "ann", 6)
        assert await store.tokens("ann") == [(b"\0two", 6), (b"\0one", 5)]
        await store.revoke("ann", [], [b"\0one"], 50)
        assert await store.tokens("ann") == [(b"\0two", 6)]
        assert await store.revoked_since(0) == [token_device(b"\0one")]

    with_store(play)


def test_a_code_is_used_once_also_by_two_at_the_same_time(with_store: WithStore) -> None:
    async def play(store: Store) -> None:
        await meet(store)
        await store.add_link(b"digest", "ann", 10, 100)
        assert await store.link([b"other", b"digest"], 50) == "ann"
        assert await store.link([b"digest"], 100) is None
        assert await store.use_link([b"digest"], PHONE, 100) is None
        used = await asyncio.gather(*(store.use_link([b"digest"], each, 50) for each in (PHONE, LAPTOP)))
        assert sorted(used, key=str) == [None, "ann"]
        winner = (PHONE, LAPTOP)[used.index("ann")]
        assert await store.devices("ann") == [winner]
        assert await store.link([b"digest"], 50) is None
        assert await store.use_link([b"digest"], Device("third", "", "", 1, 1), 50) is None

    with_store(play)


def test_a_new_code_takes_the_place_of_the_one_before(with_store: WithStore) -> None:
    async def play(store: Store) -> None:
        await meet(store)
        await store.add_link(b"one", "ann", 10, 100)
        await store.add_link(b"bo", "bo", 10, 100)
        await store.add_link(b"two", "ann", 20, 100)
        assert [await store.link([each], 50) for each in (b"one", b"two", b"bo")] == [None, "ann", "bo"]

    with_store(play)


def test_nothing_is_left_of_a_player_who_is_forgotten_but_the_order(with_store: WithStore) -> None:
    async def play(store: Store) -> None:
        await meet(store)
        await store.note_device("ann", PHONE)
        await store.add_token(b"token", "ann", 5)
        await store.add_link(b"digest", "ann", 10, 100)
        await store.forget("ann", "order-1", 10, 1000, "*")
        assert await store.player("ann") is None
        assert await store.devices("ann") == []
        assert await store.tokens("ann") == []
        assert await store.link([b"digest"], 50) is None
        (order,) = await store.orders(50)
        assert (order.id, order.kind, order.subject, order.text) == ("order-1", "erase", "ann", "*")
        await store.set_order_text(order, "ABCDEFGH")
        assert [each.text for each in await store.orders(50)] == ["ABCDEFGH"]
        assert await store.player("bo") == Profile("Bo")

    with_store(play)


def test_a_player_who_is_forgotten_does_not_come_back_by_a_late_request(with_store: WithStore) -> None:
    async def play(store: Store) -> None:
        await meet(store)
        await store.forget("ann", "order-1", 10, 1000, "*")
        await store.add_player("ann", ANN, 20)
        await store.add_token(b"token", "ann", 20)
        assert await store.player("ann") is None
        assert await store.token(b"token") is None
        await store.add_player("bo", Profile("Bo B."), 20)
        await store.add_token(b"other", "bo", 20)
        assert (await store.player("bo"), await store.token(b"other")) == (Profile("Bo B."), "bo")

    with_store(play)
