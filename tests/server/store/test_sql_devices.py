"""Devices in the database: noted, revoked, and linked by codes that can be used once."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from typing import Any, NamedTuple

import asyncpg
import pytest

from heckmeck.server.store import Device, Identity, Profile, Store
from heckmeck.server.store.devices import token_device
from heckmeck.server.store.postgres import PostgresStore
from heckmeck.server.store.sql_devices import DAY_MS
from helpers.pg_stores import opened
from helpers.postgres import Cluster

Ask = Callable[[Store], Coroutine[Any, Any, Any]]
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
            await store.add_token(digest, player, "", 5)
        await store.add_link(b"digest", "ann", "", 10, 9000)
        await store.add_link(b"bo", "bo", "", 10, 9000)
        await store.revoke_others("ann", "laptop", 5000)
        assert await store.devices("ann") == [LAPTOP]
        assert await store.tokens("ann") == []
        assert [await store.link([each], 50) for each in (b"digest", b"bo")] == [None, "bo"]
        assert (len(await store.devices("bo")), len(await store.tokens("bo"))) == (1, 1)
        ids = {"ann", "phone", token_device(b"one"), token_device(b"two")}
        assert set(await store.revoked_since(5000)) == ids
        await store.add_token(b"four", "ann", "", 5)
        await store.add_token(b"five", "ann", "", 5)
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
        await store.add_link(b"digest", "ann", "", 10, 100)
        await store.add_link(b"bo", "bo", "", 10, 100)
        await store.revoke("ann", ["phone"], [], 50)
        assert [await store.link([each], 50) for each in (b"digest", b"bo")] == [None, "bo"]

    with_store(play)


def test_a_token_is_revoked_with_its_id(with_store: WithStore) -> None:
    async def play(store: Store) -> None:
        await meet(store)
        await store.add_token(b"\0one", "ann", "", 5)
        await store.add_token(b"\0two", "ann", "", 6)
        assert await store.tokens("ann") == [(b"\0two", 6), (b"\0one", 5)]
        await store.revoke("ann", [], [b"\0one"], 50)
        assert await store.tokens("ann") == [(b"\0two", 6)]
        assert await store.revoked_since(0) == [token_device(b"\0one")]

    with_store(play)


def test_a_code_is_used_once_also_by_two_at_the_same_time(with_store: WithStore) -> None:
    async def play(store: Store) -> None:
        await meet(store)
        await store.add_link(b"digest", "ann", "", 10, 100)
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
        await store.add_link(b"one", "ann", "", 10, 100)
        await store.add_link(b"bo", "bo", "", 10, 100)
        await store.add_link(b"two", "ann", "", 20, 100)
        assert [await store.link([each], 50) for each in (b"one", b"two", b"bo")] == [None, "ann", "bo"]

    with_store(play)


def test_only_the_order_is_left_of_a_forgotten_player(with_store: WithStore) -> None:
    async def play(store: Store) -> None:
        await meet(store)
        await store.note_device("ann", PHONE)
        await store.add_token(b"token", "ann", "", 5)
        await store.add_link(b"digest", "ann", "", 10, 100)
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
        await store.add_token(b"token", "ann", "", 20)
        assert await store.player("ann") is None
        assert await store.token(b"token") is None
        await store.add_player("bo", Profile("Bo B."), 20)
        await store.add_token(b"other", "bo", "", 20)
        assert (await store.player("bo"), await store.token(b"other")) == (Profile("Bo B."), "bo")

    with_store(play)


def test_an_erased_player_is_not_known_by_a_cookie_although_the_order_ends_soon(with_store: WithStore) -> None:
    async def play(store: Store) -> None:
        await meet(store)
        far = 10 * 366 * DAY_MS
        now = time.time_ns() // 1_000_000
        await store.forget("ann", "order-1", 10, now + far, "*")
        (order,) = await store.orders(now)
        await store.set_order_text(order, "")
        assert [each.id for each in await store.orders(now + DAY_MS // 2)] == ["order-1"]
        assert await store.orders(now + 2 * DAY_MS) == [], "orders are read every second, so they must not pile up"
        assert (await store.identify("ann", "phone", now)).revoked
        assert (await store.identify("ann", "a cookie from just now", now + DAY_MS)).revoked
        assert not (await store.identify("bo", "phone", now)).revoked
        await store.forget("bo", "order-2", now + 2 * DAY_MS, now + far, "*")
        assert [each.id for each in await store.orders(0)] == ["order-2"], "what has ended is deleted"
        await store.add_player("ann", ANN, now + 2 * DAY_MS)
        assert await store.player("ann") is None

    with_store(play)


def test_a_device_that_was_revoked_stores_no_code_and_no_token(with_store: WithStore) -> None:
    async def play(store: Store) -> None:
        await meet(store)
        await store.revoke("ann", ["phone"], [], 50)
        await store.add_link(b"late", "ann", "phone", 60, 100)
        await store.add_token(b"late", "ann", "phone", 60)
        assert (await store.link([b"late"], 70), await store.token(b"late")) == (None, None)
        await store.add_link(b"other", "ann", "laptop", 60, 100)
        await store.add_token(b"other", "ann", "laptop", 60)
        assert (await store.link([b"other"], 70), await store.token(b"other")) == ("ann", "ann")

    with_store(play)


class Race(NamedTuple):
    """Two transactions on PostgreSQL: the second one begins while the first has done only some of its statements."""

    pause: str
    """Keeps the first one waiting until this is rolled back."""
    first: Ask
    second: Ask
    found: Ask
    nothing: Any = None
    """The result if nothing was stored."""


async def revoke(store: Store) -> None:
    await store.revoke("ann", ["phone"], [], 50)


async def sign_out(store: Store) -> None:
    await store.revoke_others("ann", "laptop", 5000)


async def erase(store: Store) -> None:
    await store.forget("ann", "order-1", 10, 1000, "*")


async def add_code(store: Store) -> None:
    await store.add_link(b"new", "ann", "phone", 10, 100)


async def find_code(store: Store) -> str | None:
    return await store.link([b"new"], 50)


async def add_token(store: Store) -> None:
    await store.add_token(b"new", "ann", "phone", 50)


async def find_token(store: Store) -> str | None:
    return await store.token(b"new")


async def find_devices(store: Store) -> list[str]:
    return [device.id for device in await store.devices("ann")]


LATE = Device("late", "", "", 10, 10)
AT_TOKEN = "SELECT 1 FROM tokens WHERE digest = 'token' FOR UPDATE"
AT_DEVICE = "SELECT 1 FROM devices WHERE device = 'phone' FOR UPDATE"
AT_LATE = "INSERT INTO devices (device, player, browser, system, at, seen) VALUES ('late', 'bo', '', '', 1, 1)"
AT_REVOCATION = "INSERT INTO revocations (id, at) VALUES ('phone', 1)"
AT_CODE = "INSERT INTO links (digest, player, at, until) VALUES ('new', 'bo', 1, 2)"
AT_NEW_TOKEN = "INSERT INTO tokens (digest, player, at) VALUES ('new', 'bo', 1)"
RACES = {
    "a code after a revocation": Race(AT_REVOCATION, revoke, add_code, find_code),
    "a code before a revocation": Race(AT_CODE, add_code, revoke, find_code),
    "a token after a revocation": Race(AT_TOKEN, sign_out, add_token, find_token),
    "a token before a revocation": Race(AT_NEW_TOKEN, add_token, sign_out, find_token),
    "a device": Race(AT_DEVICE, sign_out, lambda store: store.note_device("ann", LATE), find_devices, ["laptop"]),
    "a linked device": Race(AT_LATE, lambda store: store.use_link([b"link"], LATE, 50), erase, find_devices, []),
    "a name": Race(AT_TOKEN, erase, lambda store: store.add_player("ann", ANN, 20), lambda store: store.player("ann")),
}


@pytest.mark.parametrize("race", RACES.values(), ids=RACES)
def test_nothing_gets_through_that_is_stored_during_a_revocation_or_erasure(postgres: Cluster, race: Race) -> None:
    database = postgres.new_database()

    async def main() -> None:
        other = await asyncpg.connect(database)
        try:
            async with opened(database, "one") as (store, _):
                await meet(store)
                for device in (PHONE, LAPTOP):
                    await store.note_device("ann", device)
                await store.add_token(b"token", "ann", "", 5)
                await store.add_link(b"link", "ann", "", 5, 100)
                await interleave(other, store, race)
                assert await race.found(store) == race.nothing
        finally:
            await other.close()

    asyncio.run(main())


async def interleave(other: asyncpg.Connection, store: PostgresStore, race: Race) -> None:
    pause = other.transaction()
    await pause.start()
    await other.execute(race.pause)
    first = asyncio.create_task(race.first(store))
    await until_waiting(store, 1, first)
    second = asyncio.create_task(race.second(store))
    await until_waiting(store, 2, second)
    await pause.rollback()
    await asyncio.gather(first, second)


async def until_waiting(store: PostgresStore, number: int, task: asyncio.Task[Any]) -> None:
    """Wait until this many transactions wait for a lock, or the task is done."""
    waiting = "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    while not task.done() and (await store.fetch(waiting))[0][0] < number:
        await asyncio.sleep(0.01)
