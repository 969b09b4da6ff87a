"""The age of a table's times is measured by a clock that only runs forward, whatever the wall clock says."""

from __future__ import annotations

import pytest

from heckmeck.server.live.table_clock import TableClock
from heckmeck.server.table import messages as m
from helpers.tables import ANN, Desk, small

HOUR = 3600


class Steady:
    """A monotonic clock that a test moves."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def steady() -> Steady:
    return Steady()


@pytest.fixture
def clock(steady: Steady) -> TableClock:
    return TableClock(steady)


def decision() -> Desk:
    """A table at which Ann has 30 seconds for a decision."""
    return Desk(small(timer=30)).begun()


@pytest.mark.parametrize("jump", [0, HOUR, -2 * HOUR, 40, -40])
def test_an_aside_leaves_the_time_for_a_decision_as_it_is(clock: TableClock, steady: Steady, jump: int) -> None:
    desk = decision()
    clock.note(desk.table)
    assert clock.left(desk.table) == 30
    steady.now += 10
    desk.now += 1000 * jump
    desk.do(ANN, m.Say, text="What time is it?")
    clock.note(desk.table)
    assert clock.left(desk.table) == 20
    steady.now += 25
    assert clock.left(desk.table) == -5


@pytest.mark.parametrize("jump", [0, HOUR, -2 * HOUR, 40, -40])
def test_a_new_decision_has_its_whole_time(clock: TableClock, steady: Steady, jump: int) -> None:
    desk = decision()
    clock.note(desk.table)
    steady.now += 10
    desk.now += 1000 * jump
    desk.step()
    clock.note(desk.table)
    assert clock.left(desk.table) == 30
    assert clock.age(desk.table.moved_at) == 0


@pytest.mark.parametrize(("passed", "left"), [(0, 30), (12, 18), (HOUR, 30 - HOUR), (-2 * HOUR, 30), (-40, 30)])
def test_a_table_from_the_store_has_no_more_than_the_whole_time(
    clock: TableClock, steady: Steady, passed: int, left: int
) -> None:
    desk = decision()
    clock.load(desk.table, desk.now + 1000 * passed)
    assert clock.left(desk.table) == left
    steady.now += 5
    assert clock.left(desk.table) == left - 5


def test_a_table_without_a_deadline_has_no_end(clock: TableClock) -> None:
    desk = Desk(small()).begun()
    clock.note(desk.table)
    assert clock.left(desk.table) is None
