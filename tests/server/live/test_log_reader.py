"""Reading a log: whole, from a table on, or only some of its games."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import msgspec
import pytest

from heckmeck.server.fairness.luck import ChainLuck
from heckmeck.server.live.log_reader import LogReader, read_log
from heckmeck.server.store import StoreError
from heckmeck.server.table import entries
from helpers.eventful_tables import lived
from helpers.memory_store import Disk
from helpers.tables import ANN, BO, Desk, play_on, process, run, small, start


def test_each_step_has_the_table_before_and_after_it() -> None:
    rows = lived("bratwurmeck", Random(1)).rows
    steps = list(read_log(rows))
    assert [step.row for step in steps] == rows
    assert steps[0].before is None
    for earlier, later in pairwise(steps):
        assert later.before is earlier.after


def test_a_log_can_be_read_on_from_any_table() -> None:
    rows = lived("karteneck", Random(2)).rows
    whole = list(read_log(rows))
    for place in (1, len(rows) // 2, len(rows) - 1):
        rest = list(read_log(rows[place:], whole[place - 1].after))
        assert [msgspec.structs.asdict(step.after) for step in rest] == [
            msgspec.structs.asdict(step.after) for step in whole[place:]
        ]


def test_the_steps_of_games_that_are_not_wanted_are_not_applied() -> None:
    rows = Desk(small()).begun(ANN, BO).over().rows
    steps = list(read_log(rows, games=()))
    assert not any(step.events for step in steps)
    assert [step.after.seats for step in steps] == [step.after.seats for step in read_log(rows)]


def test_outcomes_are_proved_by_the_luck_of_their_game() -> None:
    desk = Desk(small()).begun(ANN, BO).over()
    luck = ChainLuck.stored(desk.table.game, bytes(32))
    outcomes = 0
    for step in read_log(desk.rows):
        applied = step.applied(luck)
        assert applied.outcome == (outcomes if isinstance(step.entry, entries.Moved) else 0)
        assert applied.links == luck.links(applied.outcome, step.after.outcomes)
        assert applied.chance == ()
        outcomes = step.after.outcomes
    assert outcomes > 3


def test_a_game_whose_luck_is_lost_cannot_be_read() -> None:
    async def main() -> None:
        disk = Disk()
        hub = await process(disk, "one")
        table = await hub.open(small(), ANN)
        await start(table)
        await play_on(table, Random(1), 5)
        disk.chains.clear()
        with pytest.raises(StoreError) as lost:
            await LogReader(hub.store, table.code).luck(table.state.game, 1)
        assert lost.value.code == "chain_lost"

    run(main())
