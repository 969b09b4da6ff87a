"""What the server does at a table on its own, and when it does nothing."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from heckmeck.server.table import entries
from heckmeck.server.table.deadlines import expire, overdue, shut
from helpers.tables import ANN, BO, BOTS, Desk, small

BEFORE, AFTER = 0, 10**15
"""Times before and after everything that happens here."""


def full() -> Desk:
    return Desk(small()).seated(ANN, BO)


def playing() -> Desk:
    return Desk(small()).begun()


def test_nothing_is_overdue_between_games() -> None:
    desk = playing().over()
    assert overdue(desk.table, desk.luck, BOTS) is None


def test_a_bot_replaces_the_player_whose_time_is_up() -> None:
    desk = Desk(small(timer=30)).begun()
    due = overdue(desk.table, desk.luck, BOTS)
    assert due is not None
    assert due.entry == entries.StoodIn(0, BOTS.stand_in(desk.table.plan.game), "time")


def test_bots_fill_the_free_seats_of_a_table_that_is_due() -> None:
    desk = Desk(small(fill=30)).seated(ANN)
    due = overdue(desk.table, desk.luck, BOTS)
    assert due is not None
    assert isinstance(due.entry, entries.Began)
    assert due.entry.bots == ((1, BOTS.filler(desk.table.plan.game)),)


@pytest.mark.parametrize(
    ("make", "times", "entry"),
    [
        (full, (AFTER, BEFORE, BEFORE), entries.Closed()),
        (full, (BEFORE, AFTER, AFTER), None),
        (lambda: playing().over(), (BEFORE, AFTER, BEFORE), entries.Closed()),
        (lambda: playing().over(), (AFTER, BEFORE, AFTER), None),
        (playing, (BEFORE, BEFORE, AFTER), entries.BrokenOff()),
        (playing, (AFTER, AFTER, BEFORE), None),
    ],
)
def test_a_table_expires_by_the_time_of_its_phase(
    make: Callable[[], Desk], times: tuple[int, int, int], entry: entries.AnyEntry | None
) -> None:
    expired = expire(make().table, *times)
    assert (expired and expired.entry) == entry


def test_the_operator_closes_a_table_after_its_game_is_broken_off() -> None:
    desk, done = playing(), []
    while (decision := shut(desk.table)) is not None:
        done.append(desk.keep(decision))
    assert done == [entries.BrokenOff(), entries.Closed()]
    assert expire(desk.table, AFTER, AFTER, AFTER) is None
