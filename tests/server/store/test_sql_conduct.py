"""Blocks and reports, on both stores."""

from collections.abc import Callable
from typing import Any

from heckmeck.server.store import Block, Report, Store
from heckmeck.server.store.sql_conduct import CHUNK
from heckmeck.server.store.sql_store import SqlStore
from heckmeck.server.table.conduct import BlockKind

WithStore = Callable[[Callable[[Store], Any]], None]


def block(player: str, subject: str, kind: BlockKind = "mute", at: int = 1) -> Block:
    return Block(f"{player}-{subject}", player, subject, kind, subject.title(), at)


def test_a_player_mutes_or_blocks_another_once(with_store: WithStore) -> None:
    async def play(store: Store) -> None:
        await store.set_block(block("ann", "bo"))
        await store.set_block(block("ann", "eve", "block", at=2))
        await store.set_block(block("eve", "ann"))
        await store.set_block(Block("another id", "ann", "bo", "block", "Another name", 3))
        assert await store.blocks("ann") == [block("ann", "eve", "block", 2), block("ann", "bo", "block")]
        assert await store.blocks("bo") == []
        await store.drop_block("eve", "ann-bo")  # which is not eve's
        await store.drop_block("ann", "ann-eve")
        assert await store.blocks("ann") == [block("ann", "bo", "block")]

    with_store(play)


def test_it_says_who_blocks_somebody(with_store: WithStore) -> None:
    async def play(store: Store) -> None:
        await store.set_block(block("ann", "eve", "block"))
        await store.set_block(block("bo", "eve"))
        await store.set_block(block("zoe", "eve", "block"))
        assert await store.blockers("eve", {"ann", "bo", "kim"}) == {"ann"}
        assert await store.blockers("ann", {"eve"}) == set()
        assert await store.blockers("eve", ()) == set()

    with_store(play)


def test_it_says_whom_players_mute_however_many_are_asked_for(with_store: WithStore) -> None:
    async def play(store: Store) -> None:
        players = [f"player{number}" for number in range(CHUNK + 1)]
        for player in (players[0], players[-1]):
            await store.set_block(block(player, "eve", "block"))
            await store.set_block(block(player, "bo"))
        await store.set_block(block("ann", "eve"))
        muted = {"eve", "bo"}
        assert await store.muted_by(players) == {players[0]: muted, players[-1]: muted}
        assert await store.muted_by([]) == {}

    with_store(play)


def test_the_same_report_counts_once(with_store: WithStore) -> None:
    async def play(store: Store) -> None:
        assert isinstance(store, SqlStore)
        first = Report("one", "ann", "eve", "Eve", "ABCDEFGH", 1, 7, "chat", "rude", 1)
        reports = [
            first,
            first._replace(id="two", note="again", at=2),
            first._replace(id="three", reason="name"),
            first._replace(id="four", seq=8),
            first._replace(id="five", reporter="bo"),
        ]
        for report in reports:
            await store.add_report(report)
        found = await store.fetch("SELECT id, note, resolved FROM reports ORDER BY id")
        assert [tuple(each) for each in found] == [(name, "rude", None) for name in ("five", "four", "one", "three")]

    with_store(play)
