"""What can be asked beside the log, on both stores."""

from collections.abc import Callable
from typing import Any

import pytest

from heckmeck.server.store import Held, Phase, Result, Statistics, Store, StoreError, Summary, connect
from server.storekit import TABLE, begun, ended, row, table_changed

WithStore = Callable[[Callable[[Store], Any]], None]


def test_a_list_has_free_seats_first_then_the_latest(with_store: WithStore) -> None:
    async def play(store: Store) -> None:
        for name, free, at in (("FULLNEW", 0, 9), ("FREEOLD", 1, 2), ("FREENEW", 2, 5), ("FULLOLD", 0, 1)):
            assert await store.append(row(1, table=name), [table_changed(name, free=free, at=at)])
        assert [each.table for each in await store.tables()] == ["FREENEW", "FREEOLD", "FULLNEW", "FULLOLD"]
        assert [each.table for each in await store.tables(limit=2)] == ["FREENEW", "FREEOLD"]

    with_store(play)


def test_a_list_shows_public_tables_that_are_not_closed(with_store: WithStore) -> None:
    async def play(store: Store) -> None:
        assert await store.append(row(1, table="SECRET"), [table_changed("SECRET", public=False)])
        assert await store.append(row(1, table="GONE"), [table_changed("GONE", "closed")])
        assert await store.append(row(1, table="CARDS"), [table_changed("CARDS", "playing", game="karteneck")])
        assert await store.append(row(1), [table_changed()])
        assert {each.table for each in await store.tables()} == {TABLE, "CARDS"}
        assert [each.table for each in await store.tables(game="karteneck")] == ["CARDS"]
        assert await store.tables(phase="open") == [
            Summary(TABLE, "bratwurmeck", "Table ABCDEFGH", "open", 3, 2, ("Ann",), 1, 0)
        ]
        assert await store.tables(game="karteneck", phase="open") == []
        assert await store.count() == 3

    with_store(play)


def test_a_table_changes(with_store: WithStore) -> None:
    async def play(store: Store) -> None:
        assert await store.append(row(1), [table_changed()])
        assert await store.append(row(2), [table_changed(phase="playing", free=0, at=2)])
        assert [(each.phase, each.free, each.at) for each in await store.tables()] == [("playing", 0, 2)]
        assert await store.append(row(3), [table_changed(phase="closed")])
        assert await store.count() == 0

    with_store(play)


def test_quiet_tables_are_those_without_a_late_entry(with_store: WithStore) -> None:
    async def play(store: Store) -> None:
        for name, times in (("OLD", (1, 2)), ("BUSY", (1, 50)), ("OLDER", (1, 1)), ("GONE", (1, 1))):
            for seq, at in enumerate(times, 1):
                phase: Phase = "closed" if name == "GONE" else "playing" if name == "OLDER" else "over"
                changes = [table_changed(name, phase, at=1)] if seq == 1 else []
                assert await store.append(row(seq, table=name)._replace(at=at), changes)
        assert await store.quiet(10, 10) == ["OLD", "OLDER"]
        assert await store.quiet(10, 0) == ["OLD"]
        assert await store.quiet(0, 10) == ["OLDER"]
        assert await store.quiet(100, 0, limit=1) == ["BUSY"]

    with_store(play)


def test_orphans_are_the_tables_whose_last_writer_is_gone(with_store: WithStore) -> None:
    async def play(store: Store) -> None:
        for name, writers in (("MINE", "ba"), ("LOST", "ab"), ("GONE", "bb")):
            for seq, process in enumerate(writers, 1):
                phase = "closed" if name == "GONE" else "playing"
                assert await store.append(row(seq, table=name, process=process), [table_changed(name, phase)])
        assert await store.orphans(["a"]) == ["LOST"]
        assert await store.orphans(["a", "b"]) == []
        assert await store.orphans([]) == ["LOST", "MINE"]
        assert await store.orphans([], limit=1) == ["LOST"]
        assert await store.orphans([], "LOST") == ["MINE"]

    with_store(play)


def test_a_process_that_beats_is_alive(with_store: WithStore) -> None:
    async def play(store: Store) -> None:
        assert await store.beat() == ("one",)

    with_store(play)


def test_players_and_their_names(with_store: WithStore) -> None:
    async def play(store: Store) -> None:
        assert await store.player("ann") is None
        await store.add_player("ann", "Ann", 1)
        await store.add_player("ann", "Änne 🐛", 2)
        assert await store.player("ann") == "Änne 🐛"

    with_store(play)


def test_tokens_are_given_and_taken(with_store: WithStore) -> None:
    async def play(store: Store) -> None:
        await store.add_token(b"\0one", "ann", 1)
        await store.add_token(b"\0two", "ann", 1)
        await store.add_token(b"\0bo", "bo", 1)
        assert [await store.token(digest) for digest in (b"\0one", b"\0two", b"\0bo", b"?")] == [
            "ann",
            "ann",
            "bo",
            None,
        ]
        await store.drop_tokens("ann")
        assert [await store.token(digest) for digest in (b"\0one", b"\0two", b"\0bo")] == [None, None, "bo"]

    with_store(play)


async def _play_games(store: Store) -> None:
    """Two games at one table, one broken off there, one at another that goes on, and one of cards."""
    await store.append(row(1), [begun(1, at=10)])
    await store.append(row(2), [ended(1, at=20), begun(2, at=21)])
    await store.append(row(3), [ended(2, at=30), begun(3, at=31)])
    await store.append(row(4), [ended(3, at=40, reason=None)])
    await store.append(row(1, table="RUNNING"), [begun(table="RUNNING", at=35)])
    await store.append(row(1, table="CARDS"), [begun(table="CARDS", game="karteneck", at=5)])
    await store.append(row(2, table="CARDS"), [ended(table="CARDS", at=30)])


def test_games_are_listed_the_latest_first(with_store: WithStore) -> None:
    async def play(store: Store) -> None:
        await _play_games(store)
        keys = [(each.table, each.number) for each in await store.games()]
        assert keys == [("RUNNING", 1), (TABLE, 3), (TABLE, 2), (TABLE, 1), ("CARDS", 1)]
        assert [each.number for each in await store.games(table=TABLE)] == [3, 2, 1]
        assert next((each.table, each.number) for each in await store.games(player="ann", limit=2)) == (TABLE, 3)
        assert len(await store.games(player="ann")) == 4
        assert [each.table for each in await store.games(player="ann", table="CARDS")] == ["CARDS"]
        assert await store.games(player="bo") == []

    with_store(play)


def test_a_game_has_its_results(with_store: WithStore) -> None:
    async def play(store: Store) -> None:
        await _play_games(store)
        running, broken, *_, first = [*await store.games(table="RUNNING"), *await store.games(table=TABLE)]
        assert (running.ended, running.reason, running.last_seq, running.results) == (None, None, None, ())
        assert (broken.ended, broken.reason, len(broken.results)) == (40, None, 2)
        assert (first.game, first.setup, first.began, first.ended) == ("bratwurmeck", b'{"seats":2}', 10, 20)
        assert (first.first_seq, first.last_seq, first.reason) == (1, 2, "grill_empty")
        assert first.results[0] == Result(Held(0, "Ann", "ann", None), 7, 1, True, 2)
        assert first.results[1].held == Held(1, "random", None, "random")

    with_store(play)


def test_statistics_count_finished_games_and_known_luck(with_store: WithStore) -> None:
    async def play(store: Store) -> None:
        await _play_games(store)
        assert await store.statistics("ann") == [
            Statistics("bratwurmeck", 2, 2, 14, 4, None),
            Statistics("karteneck", 1, 1, 7, 2, None),
        ]
        assert not await store.has_luck(TABLE, 1)
        await store.set_luck(TABLE, 1, {0: 1.5, 1: -1.5})
        assert await store.has_luck(TABLE, 1)
        assert not await store.has_luck(TABLE, 2)
        await store.set_luck(TABLE, 2, {0: -4})
        assert (await store.statistics("ann"))[0].luck == -2.5
        assert [each.luck for each in (await store.games(table=TABLE))[2].results] == [1.5, -1.5]
        assert await store.statistics("bo") == []

    with_store(play)


@pytest.mark.parametrize("address", ["mysql://localhost/tables", "sqlite://", "http://localhost", ""])
def test_a_bad_address_is_refused_with_a_sentence(address: str) -> None:
    with pytest.raises(StoreError, match=r"^A database "):
        connect(address)
