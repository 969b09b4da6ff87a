"""The pace of bots: a turn is over soon, and how long a bot thought cannot be seen."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from heckmeck.server.background.pace import HURRIED, STEP, remaining, time_for_move
from heckmeck.server.table import entries
from heckmeck.server.table import messages as m
from heckmeck.server.table.messages import Pace
from helpers.tables import ANN, Desk, small

BASE = 0.9


def among_bots(bots: int) -> Desk:
    desk = Desk(small(seats=7)).seated(ANN)
    for seat in range(1, 1 + bots):
        desk.do(ANN, m.SeatBot, seat=seat, bot="random")
    return desk


@pytest.mark.parametrize(("bots", "share"), [(0, 1.0), (1, 1.0), (2, 1.0), (3, 2 / 3), (4, 0.5), (6, 0.4)])
def test_the_more_bots_there_are_the_less_time_each_takes(bots: int, share: float) -> None:
    assert time_for_move(among_bots(bots).table, BASE) == pytest.approx(BASE * share)


@pytest.mark.parametrize(("pace", "share"), [("quick", 0.5), ("normal", 1.0), ("calm", 2.0)])
def test_the_host_chooses_the_pace(pace: Pace, share: float) -> None:
    desk = among_bots(2)
    if pace != "normal":
        assert desk.do(ANN, m.SetPace, pace=pace) == entries.PaceSet(pace)
    assert time_for_move(desk.table, BASE) == pytest.approx(BASE * share)
    assert time_for_move(Desk(small(pace=pace)).table, BASE) == pytest.approx(BASE * share), "by the plan"


def test_a_turn_of_three_or_four_throws_takes_two_and_a_half_seconds_and_none_takes_four() -> None:
    table = among_bots(2).table
    throws = [time_for_move(replace(table, streak=number), BASE) for number in range(8)]
    assert sum(throws[:3]) == pytest.approx(2.1, abs=0.1)
    assert sum(throws[:4]) == pytest.approx(2.5, abs=0.1)
    assert sum(throws) < 3.6
    assert throws == sorted(throws, reverse=True)


def test_the_moves_of_a_turn_are_counted_and_a_new_turn_resets_the_count() -> None:
    desk = Desk(small()).begun()
    counted = 0
    while desk.phase() == "playing":
        before, seat = desk.table.streak, desk.table.to_act
        desk.step()
        assert desk.table.streak == (before + 1 if desk.table.to_act == seat else 0)
        counted = max(counted, desk.table.streak)
    assert counted > 1


def waited(thought: float, pace: float) -> float:
    """When a bot moves after thinking for this long, counted from when it was asked."""
    return thought + remaining(thought, pace)


@pytest.mark.parametrize("pace", [BASE, 0.3, HURRIED, 0.01])
def test_a_move_comes_at_few_possible_times_however_long_the_bot_thought(pace: float) -> None:
    step = max(pace / 2, STEP)
    for thought in (0.0, pace / 3, pace * 0.9, pace * 1.1, pace + 0.2, pace + 0.9, pace + 2.95):
        steps = (waited(thought, pace) - pace) / step
        assert steps == pytest.approx(round(steps), abs=0.05)
        assert round(steps) >= 0


def test_without_a_pace_nobody_waits() -> None:
    assert remaining(0.0, 0.0) == 0.0
    assert remaining(10_000.0, 0.0) == 0.0
