"""Copying games of devices into a store: half-way, at once, and with the clock of the device."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Collection, Iterable, Iterator
from functools import cache
from random import Random

import msgspec
import pytest

from heckmeck.play.record import BadRecord
from heckmeck.server.fairness.proof import decode_fair
from heckmeck.server.live import imports, log_reader
from heckmeck.server.live.imports import ImportedGame, StandIns, check_import, import_game
from heckmeck.server.live.log_reader import LogStep
from heckmeck.server.store import Row
from heckmeck.server.table.changes import Change
from heckmeck.server.table.environment import Refusal
from helpers.memory_store import Disk, MemoryStore
from helpers.offline_page import Page, play
from helpers.tables import BOTS

ANN = "ann"
ENDED = 1_000_000


@cache
def record() -> bytes:
    """The record of a game of one person and a bot."""

    async def played() -> str:
        page = await Page.begin()
        code = await page.open("barbecue", 2, "cautious")
        await play(page, code, Random(1))
        await page.host.stop()
        return (await page.host.request("GET", f"/api/tables/{code}/games/1"))[1]

    return asyncio.run(played()).encode()


def checked(stand_ins: StandIns = ()) -> ImportedGame:
    return check_import(record(), decode_fair(record()), ANN, BOTS, stand_ins)


async def copy(disk: Disk, game: ImportedGame, ended: int = ENDED, process: str = "one") -> str:
    return (await import_game(MemoryStore(disk), game, ANN, ended, process)).code


def test_a_copy_that_was_interrupted_is_finished_by_the_next_one() -> None:
    game = checked()
    for stored in range(len(game.entries) + 1):
        whole, half = Disk(), Disk()
        code = asyncio.run(copy(whole, game))
        half.rows[code] = whole.rows[code][:stored]
        # What was projected with the rows before the game is projected again, as far as this test looks at it.
        if stored == len(game.entries) - 1:
            half.begun, half.ended, half.chains = [*whole.begun], [*whole.ended], {**whole.chains}
        if stored == len(game.entries):
            half = whole
        assert asyncio.run(copy(half, game)) == code
        assert [row.body for row in half.rows[code]] == [row.body for row in whole.rows[code]]
        assert (len(half.begun), len(half.ended), len(half.chains)) == (1, 1, 1)
        assert half.summaries[code].phase == "closed"


def test_the_steps_of_a_game_are_not_replayed_on_the_event_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    threads = []

    def read_log(rows: Iterable[Row]) -> Iterator[LogStep]:
        threads.append(threading.current_thread())
        yield from log_reader.read_log(rows)

    game = checked()
    monkeypatch.setattr(imports, "read_log", read_log)
    asyncio.run(copy(Disk(), game))
    assert threads
    assert threading.main_thread() not in threads


class Stubborn(MemoryStore):
    """A store that accepts no row, and has none."""

    async def append(self, row: Row, changes: Collection[Change] = ()) -> bool:
        return False


def test_a_store_that_never_accepts_a_game_is_not_asked_forever() -> None:
    with pytest.raises(Refusal) as refused:
        asyncio.run(import_game(Stubborn(Disk()), checked(), ANN, ENDED, "one"))
    assert refused.value.code == "import_failed"


def test_two_copies_at_once_store_one_game() -> None:
    disk, game = Disk(), checked()

    async def both() -> tuple[str, str]:
        return await asyncio.gather(copy(disk, game, process="one"), copy(disk, game, process="two"))

    one, two = asyncio.run(both())
    assert one == two
    assert (len(disk.rows), len(disk.begun), len(disk.ended)) == (1, 1, 1)


def test_only_the_first_copy_is_new() -> None:
    disk, game = Disk(), checked()

    async def copies() -> list[bool]:
        return [(await import_game(MemoryStore(disk), game, ANN, ENDED, "one")).new for _ in range(2)]

    assert asyncio.run(copies()) == [True, False]


def test_another_table_in_its_place_is_left_alone() -> None:
    disk, game = Disk(), checked()
    code = asyncio.run(copy(disk, game))
    disk.rows[code] = [disk.rows[code][0], disk.rows[code][-1]._replace(seq=2)]  # closed half-way
    again = asyncio.run(copy(disk, game))
    assert again != code
    assert len(disk.rows[code]) == 2


def test_a_game_cannot_end_in_the_future(monkeypatch: pytest.MonkeyPatch) -> None:
    disk = Disk()
    monkeypatch.setattr(time, "time_ns", lambda: 5_000_000 * 10**6)
    asyncio.run(copy(disk, checked(), ended=10**14))
    assert [ended.at for ended in disk.ended] == [5_000_000]
    earlier = Disk()
    asyncio.run(copy(earlier, checked(), ended=ENDED))
    assert [ended.at for ended in earlier.ended] == [ENDED]


def test_a_seat_that_a_bot_finished_does_not_count_as_the_players_own() -> None:
    disk = Disk()
    asyncio.run(copy(disk, checked(((0, "easy"),))))
    (ended,) = disk.ended
    assert [(result.held.player, result.held.bot) for result in ended.results] == [(ANN, "easy"), (None, "cautious")]
    assert ended.results[0].held.name == "Ann"


def test_a_game_is_stored_once_whoever_is_said_to_have_finished_it() -> None:
    disk = Disk()
    codes = {asyncio.run(copy(disk, checked(stand_ins))) for stand_ins in ((), ((0, "easy"),), ((0, "hard"),))}
    assert len(codes) == len(disk.ended) == 1


@pytest.mark.parametrize("stand_ins", [((1, "easy"),), ((2, "easy"),), ((-1, "easy"),), ((0, "noname"),)])
def test_only_seats_of_people_can_have_been_finished_by_a_bot(stand_ins: imports.StandIns) -> None:
    with pytest.raises(BadRecord):
        checked(stand_ins)


@pytest.mark.parametrize("name", ["bot:noname", "bot:sampler", "bot:you-are-a-fool", "bot:", "bot:easy "])
def test_names_of_bots_are_those_of_our_bots_for_the_game(name: str) -> None:
    written = json.loads(record())
    written["players"][1] = name
    line = msgspec.json.encode(written)
    with pytest.raises(BadRecord):
        check_import(line, decode_fair(line), ANN, BOTS)
