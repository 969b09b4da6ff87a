"""The log of a table, on both stores: every row once, all or nothing, in order."""

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from heckmeck.server.store import ChainKept, Change, PendingChanged, Profile, Store, StoreError
from heckmeck.server.store.connect import connect
from heckmeck.server.store.sql_store import SqlStore
from helpers.store_rows import TABLE, begun, ended, row, table_changed

WithStore = Callable[[Callable[[Store], Any]], None]


def test_what_is_appended_is_read_in_order(with_store: WithStore) -> None:
    async def play(store: Store) -> None:
        for seq in (1, 2, 3):
            assert await store.append(row(seq))
        assert await store.append(row(1, table="OTHER"))
        assert await store.rows(TABLE) == [row(1), row(2), row(3)]
        assert await store.rows(TABLE, 1) == [row(2), row(3)]
        assert await store.rows(TABLE, 1, 1) == [row(2)]
        assert await store.rows(TABLE, 3) == []
        assert await store.rows("NOWHERE") == []

    with_store(play)


def test_it_says_where_games_begin(with_store: WithStore) -> None:
    async def play(store: Store) -> None:
        for seq, changes in ((1, [table_changed()]), (2, []), (3, [])):
            assert await store.append(row(seq), changes)
        assert await store.game_at(TABLE, 2) is None
        assert await store.game_span(TABLE, 1) is None
        for number, seq in ((1, 4), (2, 7)):
            assert await store.append(row(seq), [msgspec.structs.replace(begun(number), seq=seq)])
        assert await store.append(row(6), [msgspec.structs.replace(ended(), seq=6)])
        found = [await store.game_at(TABLE, seq) for seq in (3, 4, 6, 7, 1000)]
        assert found == [None, (1, 4), (1, 4), (2, 7), (2, 7)]
        assert [await store.game_span(TABLE, number) for number in (1, 2, 3)] == [(4, 6), (7, None), None]

    with_store(play)


def test_it_finds_the_latest_games_without_luck(with_store: WithStore) -> None:
    async def play(store: Store) -> None:
        for number in (1, 2, 3, 4):
            assert await store.append(row(2 * number - 1), [begun(number)])
            if number < 4:
                assert await store.append(row(2 * number), [ended(number, at=100 * number)])
        await store.set_luck(TABLE, 2, {0: 1.0})
        assert await store.without_luck() == [(TABLE, 3, "bratwurmeck"), (TABLE, 1, "bratwurmeck")]
        assert await store.without_luck(2) == [(TABLE, 3, "bratwurmeck")]

    with_store(play)


def test_tables_without_pending_work_are_not_orphans(with_store: WithStore) -> None:
    async def play(store: Store) -> None:
        for table, pending in (("A", True), ("B", False), ("C", True), ("D", False)):
            changed = msgspec.structs.replace(table_changed(table), pending=pending)
            assert await store.append(row(1, table=table), [changed])
        assert await store.orphans([]) == ["A", "C"]
        assert await store.append(row(2, table="A"), [PendingChanged("A", False)])
        assert await store.append(row(2, table="B"), [PendingChanged("B", True)])
        assert await store.orphans([]) == ["B", "C"]
        assert await store.orphans(["one"]) == []
        assert isinstance(store, SqlStore)
        await store.execute([("UPDATE tables SET pending = NULL WHERE code <> 'B'", ())])
        assert await store.orphans([]) == ["A", "B", "C", "D"], "nobody knows of those that an older version wrote"
        for table in ("A", "B"):
            await store.set_not_pending(table)
        assert await store.orphans([]) == ["B", "C", "D"], "what is known stays"

    with_store(play)


def test_a_number_is_given_once(with_store: WithStore) -> None:
    async def play(store: Store) -> None:
        assert await store.append(row(1, "a"))
        assert not await store.append(row(1, "b"))
        assert await store.rows(TABLE) == [row(1, "a")]

    with_store(play)


def test_a_command_is_done_once(with_store: WithStore) -> None:
    async def play(store: Store) -> None:
        assert await store.append(row(1, "a"))
        assert not await store.append(row(2, "a"))
        assert not await store.append(row(1, "a"))
        assert await store.append(row(1, "a", table="OTHER"))
        assert await store.rows(TABLE) == [row(1, "a")]

    with_store(play)


def test_changes_come_with_their_row(with_store: WithStore) -> None:
    async def play(store: Store) -> None:
        assert await store.append(row(1, "a"), [table_changed(), ChainKept(TABLE, 1, b"\0\xffsecret"), begun()])
        assert await store.chain(TABLE, 1) == b"\0\xffsecret"
        assert await store.chain(TABLE, 2) is None
        assert [each.title for each in await store.tables()] == ["Table ABCDEFGH"]
        assert [each.ended for each in await store.games(TABLE)] == [None]

    with_store(play)


def test_a_row_that_loses_changes_nothing(with_store: WithStore) -> None:
    async def play(store: Store) -> None:
        assert await store.append(row(1, "a"), [table_changed()])
        late: list[Change] = [table_changed(phase="closed"), ChainKept(TABLE, 1, b"secret"), begun(), ended()]
        assert not await store.append(row(1, "b"), late)
        assert await store.chain(TABLE, 1) is None
        assert await store.games(TABLE) == []
        assert [each.phase for each in await store.tables()] == ["open"]

    with_store(play)


def test_a_change_that_cannot_be_takes_its_row_with_it(with_store: WithStore) -> None:
    async def play(store: Store) -> None:
        assert await store.append(row(1, "a"), [ChainKept(TABLE, 1, b"first")])
        with pytest.raises(StoreError):
            await store.append(row(2, "b"), [table_changed(), ChainKept(TABLE, 1, b"second")])
        assert await store.chain(TABLE, 1) == b"first"
        assert await store.tables() == []
        assert await store.rows(TABLE) == [row(1, "a")]
        assert await store.append(row(2, "b"))

    with_store(play)


def test_one_that_is_at_fault_does_not_harm_its_group(with_store: WithStore) -> None:
    async def play(store: Store) -> None:
        assert await store.append(row(1, "a", table="T7"), [ChainKept("T7", 1, b"first")])
        appends = [store.append(row(1, table=f"T{number}"), [table_changed(f"T{number}")]) for number in range(20)]
        appends[3].close()
        appends[3] = store.append(row(1, "surrogate \ud800", table="T3"))
        appends[5].close()
        appends[5] = store.append(row(1 << 70, table="T5"))
        answers = await asyncio.gather(*appends, return_exceptions=True)
        assert isinstance(answers[3], StoreError)
        assert isinstance(answers[5], StoreError)
        assert answers[7] is False
        assert [number for number, answer in enumerate(answers) if answer is not True] == [3, 5, 7]
        assert await store.count() == 17
        assert [len(await store.rows(f"T{number}")) for number in (2, 3, 5, 7)] == [1, 0, 0, 1]

    with_store(play)


def test_of_many_at_once_one_gets_each_number(with_store: WithStore) -> None:
    async def play(store: Store) -> None:
        async def climb(name: int) -> int:
            won = 0
            for seq in range(1, 31):
                won += await store.append(row(seq, f"{name}:{seq}"))
            return won

        assert sum(await asyncio.gather(*map(climb, range(10)))) == 30
        assert [each.seq for each in await store.rows(TABLE)] == list(range(1, 31))

    with_store(play)


def test_the_same_row_twice_at_once_is_kept_once(with_store: WithStore) -> None:
    async def play(store: Store) -> None:
        answers = await asyncio.gather(*(store.append(row(1, "a")) for _ in range(5)))
        assert sorted(answers) == [False, False, False, False, True]

    with_store(play)


def test_a_large_group_is_kept_whole(with_store: WithStore) -> None:
    async def play(store: Store) -> None:
        tables = [f"TABLE{number:04}" for number in range(1500)]
        appends = [store.append(row(1, table=table), [table_changed(table)]) for table in tables]
        assert all(await asyncio.gather(*appends))
        assert await store.orphans([], limit=10_000) == tables
        assert all([len(await store.rows(table)) == 1 for table in tables[::100]])

    with_store(play)


def test_nothing_is_lost_by_closing(database: str) -> None:
    async def main() -> None:
        store = connect(database)
        await store.open("one", lambda table, seq: None)
        waiting = [asyncio.ensure_future(store.append(row(seq))) for seq in range(1, 101)]
        await asyncio.sleep(0)
        await store.close()
        assert all(await asyncio.gather(*waiting))
        again = connect(database)
        await again.open("two", lambda table, seq: None)
        assert len(await again.rows(TABLE)) == 100
        await again.close()

    asyncio.run(main())


def test_a_store_that_is_not_open_says_so(database: str) -> None:
    async def main() -> None:
        store = connect(database)
        for _ in range(2):
            for asked in (store.append(row(1)), store.rows(TABLE), store.add_player("ann", Profile("Ann"), 1)):
                with pytest.raises(StoreError, match="not open"):
                    await asked
            await store.open("one", lambda table, seq: None)
            await store.close()
            await store.close()

    asyncio.run(main())
