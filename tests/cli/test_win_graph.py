"""The chances to win drawn with characters."""

import pytest

from heckmeck.cli.win_graph import MARGIN, ROWS, win_graph
from helpers.screens import real_screen


def columns(course: list[tuple[float, ...]], width: int = 46) -> list[str]:
    lines = [line.plain[MARGIN:] for line in win_graph(course, width)[:ROWS]]
    return ["".join(line[place] for line in lines) for place in range(len(lines[0]))]


def test_each_band_is_as_thick_as_its_chance() -> None:
    found = columns([(0.5, 0.5), (1.0, 0.0), (0.0, 1.0)])
    assert found[0] == "●" * (ROWS // 2) + "▲" * (ROWS // 2)
    assert "●" * ROWS in found
    assert found[-1] == "▲" * ROWS


def test_it_is_as_wide_as_there_is_room_and_numbers_the_turns() -> None:
    course = [(0.3, 0.3, 0.4)] * 31
    lines = win_graph(course, 80)
    assert len(lines) == ROWS + 1
    assert all(len(line.plain) == 80 for line in lines[:ROWS])
    assert lines[ROWS].plain.startswith("turn")
    numbers = [int(each) for each in lines[ROWS].plain.split()[1:]]
    assert numbers == sorted(numbers)
    assert (numbers[0], numbers[-1] <= 30) == (0, True)
    assert [line.plain[:5] for line in (lines[0], lines[ROWS // 2], lines[ROWS - 1])] == ["100 %", " 50 %", "  0 %"]


def test_a_game_without_turns_has_one_column_of_chances() -> None:
    assert {*columns([(0.25, 0.75)])} == {"●" * 3 + "▲" * 9}


def test_in_ascii_letters_stand_for_the_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    real_screen(monkeypatch, 80, 24)
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.delenv("PYTHONIOENCODING", raising=False)
    monkeypatch.delenv("PYTHONUTF8", raising=False)
    assert columns([(0.5, 0.5)])[0] == "A" * 6 + "B" * 6
