"""Queries besides the log, on both stores."""

from collections.abc import Callable
from random import Random
from typing import Any

from heckmeck.offline import past_games
from heckmeck.server.store import (
    Game,
    GameEnded,
    Held,
    Phase,
    Profile,
    Result,
    Statistics,
    Store,
    Summary,
    Tally,
)
from helpers.store_rows import TABLE, begun, ended, row, table_changed

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
        assert await store.inactive(10, 10) == ["OLD", "OLDER"]
        assert await store.inactive(10, 0) == ["OLD"]
        assert await store.inactive(0, 10) == ["OLDER"]
        assert await store.inactive(100, 0, limit=1) == ["BUSY"]
        assert await store.inactive(100, 0, "BUSY") == ["OLD"]
        assert await store.inactive(100, 100, "BUSY", limit=1) == ["OLD"]
        assert await store.inactive(100, 100, "OLDER") == []
        assert await store.append(row(1, table="NEVER")._replace(at=1), [table_changed("NEVER", "open", at=1)])
        assert await store.inactive(10, 10) == ["OLD", "OLDER"]
        assert await store.inactive(10, 10, unstarted=10) == ["NEVER", "OLD", "OLDER"]

    with_store(play)


def test_orphans_are_the_tables_whose_last_writer_is_gone(with_store: WithStore) -> None:
    async def play(store: Store) -> None:
        for name, writers in (("MINE", "ba"), ("LOST", "ab"), ("GONE", "bb")):
            for seq, process in enumerate(writers, 1):
                phase: Phase = "closed" if name == "GONE" else "playing"
                assert await store.append(row(seq, table=name, process=process), [table_changed(name, phase)])
        assert await store.orphans(["a"]) == ["LOST"]
        assert await store.orphans(["a", "b"]) == []
        assert await store.orphans([]) == ["LOST", "MINE"]
        assert await store.orphans([], limit=1) == ["LOST"]
        assert await store.orphans([], "LOST") == ["MINE"]

    with_store(play)


def test_a_process_that_beats_is_alive(with_store: WithStore) -> None:
    async def play(store: Store) -> None:
        assert await store.heartbeat() == ("one",)

    with_store(play)


def test_players_and_their_names(with_store: WithStore) -> None:
    async def play(store: Store) -> None:
        assert await store.player("ann") is None
        await store.add_player("ann", Profile("Ann", "hen"), 1)
        await store.add_player("ann", Profile("Änne 🐛", "fox"), 2)
        assert await store.player("ann") == ("Änne 🐛", "fox")

    with_store(play)


def test_tokens_are_given_and_taken(with_store: WithStore) -> None:
    async def play(store: Store) -> None:
        await store.add_token(b"\0one", "ann", "", 1)
        await store.add_token(b"\0two", "ann", "", 1)
        await store.add_token(b"\0bo", "bo", "", 1)
        assert [await store.token(digest) for digest in (b"\0one", b"\0two", b"\0bo", b"?")] == [
            "ann",
            "ann",
            "bo",
            None,
        ]
        await store.revoke("ann", [], [b"\0one", b"\0two", b"\0bo"], 2)
        assert [await store.token(digest) for digest in (b"\0one", b"\0two", b"\0bo")] == [None, None, "bo"]

    with_store(play)


async def _play_games(store: Store) -> None:
    """Two games at one table, one broken off there, a running one at another table, and one of cards."""
    await store.append(row(1), [begun(1, at=10)])
    await store.append(row(2), [ended(1, at=20), begun(2, at=21)])
    await store.append(row(3), [ended(2, at=30), begun(3, at=31)])
    await store.append(row(4), [ended(3, at=40, reason=None)])
    await store.append(row(1, table="RUNNING"), [begun(table="RUNNING", at=35)])
    await store.append(row(1, table="CARDS"), [begun(table="CARDS", game="karteneck", at=5)])
    await store.append(row(2, table="CARDS"), [ended(table="CARDS", at=30)])


def keys(games: list[Game]) -> list[tuple[str, int]]:
    return [(each.table, each.number) for each in games]


def test_games_are_listed_the_latest_first(with_store: WithStore) -> None:
    async def play(store: Store) -> None:
        await _play_games(store)
        assert [each.number for each in await store.games(TABLE)] == [3, 2, 1]
        assert keys(await store.history("ann")) == [(TABLE, 3), ("CARDS", 1), (TABLE, 2), (TABLE, 1)]
        assert await store.history("bo") == []

    with_store(play)


def test_a_list_goes_on_where_a_page_of_it_ended(with_store: WithStore) -> None:
    async def play(store: Store) -> None:
        await _play_games(store)
        assert [each.number for each in await store.games(TABLE, limit=2)] == [3, 2]
        assert [each.number for each in await store.games(TABLE, before=2, limit=2)] == [1]
        assert await store.games(TABLE, before=1) == []
        whole = await store.history("ann")
        for start in range(len(whole)):
            # Two of them ended at the same time.
            last = whole[start]
            assert await store.history("ann", (last.table, last.number), 2) == whole[start + 1 : start + 3]

    with_store(play)


def test_a_history_tells_nothing_of_games_that_are_not_in_it(with_store: WithStore) -> None:
    async def play(store: Store) -> None:
        await _play_games(store)
        others = (Result(Held(0, "Bo", "bo", None), 7, 1, True, 2),)
        await store.append(row(1, table="SECRET"), [begun(table="SECRET")])
        await store.append(row(2, table="SECRET"), [GameEnded("SECRET", 1, 2, 99, "grill_empty", others)])
        for stranger in (("SECRET", 1), ("RUNNING", 1), ("NOWHERE", 1), (TABLE, 9)):
            assert await store.history("ann", stranger) == []

    with_store(play)


def test_a_game_has_its_results(with_store: WithStore) -> None:
    async def play(store: Store) -> None:
        await _play_games(store)
        running, broken, *_, first = [*await store.games("RUNNING"), *await store.games(TABLE)]
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
        assert [each.luck for each in (await store.games(TABLE))[2].results] == [1.5, -1.5]
        assert await store.statistics("bo") == []

    with_store(play)


async def _play_beside_bots(store: Store) -> None:
    """Two games: one that Ann plays to the end, and one that a bot wins for her. Cy shares a device with her."""
    cy, greedy = Held(1, "Cy", "ann", None), Held(2, "greedy", None, "greedy")
    await store.append(row(1), [begun(1)])
    first = (
        Result(Held(0, "Ann", "ann", None), 3, 2, False, 1, 0.5),
        Result(cy, 2, 3, False, 4, -2.0),
        Result(greedy, 9, 1, True, 0, 1.5),
    )
    await store.append(row(2), [GameEnded(TABLE, 1, 2, 20, "grill_empty", first), begun(2)])
    second = (
        Result(Held(0, "Ann", "ann", "greedy"), 8, 1, True, 5, 3.0),
        Result(cy, 4, 2, False, 1, None),
        Result(greedy, 1, 3, False, 2, -1.0),
    )
    await store.append(row(3), [GameEnded(TABLE, 2, 3, 30, "grill_empty", second), begun(3)])
    await store.append(row(4), [GameEnded(TABLE, 3, 4, 40, None, second)])


def test_what_a_bot_did_for_a_player_is_not_the_players(with_store: WithStore) -> None:
    async def play(store: Store) -> None:
        await _play_beside_bots(store)
        # Four seats in two games: three of them played by people to the end.
        assert await store.statistics("ann") == [Statistics("bratwurmeck", 2, 0, 9, 6, -1.5)]
        assert [each.held.bot for each in (await store.history("ann"))[1].results] == ["greedy", None, "greedy"]

    with_store(play)


def test_games_that_were_copied_from_a_device_are_counted_apart(with_store: WithStore) -> None:
    async def play(store: Store) -> None:
        copied = "_ABCDEFGHJKMN"
        await _play_beside_bots(store)
        await store.append(row(1, table=copied), [begun(table=copied)])
        results = (
            Result(Held(0, "Ann", "ann", None), 30, 1, True, 7, 9.0),
            Result(Held(1, "greedy", None, "greedy"), 1, 2, False, 2, -9.0),
        )
        await store.append(row(2, table=copied), [GameEnded(copied, 1, 2, 60, "grill_empty", results)])
        assert await store.statistics("ann") == [Statistics("bratwurmeck", 2, 0, 9, 6, -1.5, 1)]
        assert [each.wins for each in await store.tallies(copied)] == [1, 0]

    with_store(play)


def seats_of(player: str, *names: str, won: bool = True) -> tuple[Result, ...]:
    """Results of one player under several names."""
    return tuple(Result(Held(seat, name, player, None), 5, 1, won, 1, 0.5) for seat, name in enumerate(names))


def test_a_game_with_several_own_seats_is_one_game(with_store: WithStore) -> None:
    async def play(store: Store) -> None:
        copied = "_ABCDEFGHJKMN"
        bots = tuple(Result(Held(seat, "greedy", None, "greedy"), 5, 1, True, 1, 0.5) for seat in (2, 3))
        for code, number in ((TABLE, 1), (TABLE, 2), ("OTHER", 1), (copied, 1), (copied, 2)):
            results = (*seats_of("ann", "Ann", "Cy", won=number == 1), *bots)
            await store.append(row(2 * number - 1, table=code), [begun(number, table=code)])
            await store.append(row(2 * number, table=code), [GameEnded(code, number, 2, 20, "grill_empty", results)])
        # Both seats share the win of a game; score, failed attempts and luck are the sums over both.
        assert await store.statistics("ann") == [Statistics("bratwurmeck", 3, 2, 30, 6, 3.0, 2)]
        assert await store.tallies(TABLE) == [
            Tally("greedy", None, "greedy", 2, 2, 20, 4, 2.0),
            Tally("Ann", "ann", None, 2, 1, 10, 2, 1.0),
            Tally("Cy", "ann", None, 2, 1, 10, 2, 1.0),
        ]

    with_store(play)


def test_the_page_counts_as_the_database_does(with_store: WithStore) -> None:
    source = Random(1)

    def result(seat: int) -> Result:
        name, player, bot = source.choice(
            [
                ("Ann", "ann", None),
                ("Cy", "ann", None),
                ("Ann", "ann", "easy"),
                ("Bo", "bo", None),
                ("easy", None, "easy"),
            ]
        )
        # Halves are summed exactly, in any order.
        luck = source.choice([None, source.randrange(-9, 9) / 2])
        return Result(Held(seat, name, player, bot), source.randrange(9), 1, source.random() < 0.5, seat, luck)

    async def play(store: Store) -> None:
        for number in range(1, 31):
            reason = source.choice(["grill_empty", "grill_empty", None])
            game = source.choice(["bratwurmeck", "karteneck"])
            results = tuple(map(result, range(4)))
            await store.append(row(2 * number - 1), [begun(number, game=game)])
            await store.append(row(2 * number), [GameEnded(TABLE, number, 2 * number, number, reason, results)])
        games = await store.games(TABLE)
        assert len(games) == 30
        for player in ("ann", "bo", "eve"):
            assert past_games.statistics(games, player) == await store.statistics(player)
        assert past_games.tallies(games) == await store.tallies(TABLE)

    with_store(play)


def test_a_table_has_a_tally_for_each_who_played_there(with_store: WithStore) -> None:
    async def play(store: Store) -> None:
        await _play_beside_bots(store)
        await store.append(row(1, table="OTHER"), [begun(table="OTHER")])
        await store.append(row(2, table="OTHER"), [ended(table="OTHER")])
        assert await store.tallies(TABLE) == [
            Tally("greedy", None, "greedy", 2, 1, 10, 2, 0.5),
            Tally("Cy", "ann", None, 2, 0, 6, 5, -2.0),
            Tally("Ann", "ann", None, 2, 0, 3, 1, 0.5),
        ]
        assert [each.luck for each in await store.tallies("OTHER")] == [None, None]
        assert await store.tallies("NOWHERE") == []

    with_store(play)
