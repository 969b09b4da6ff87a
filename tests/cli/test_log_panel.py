"""The log in the available space."""

from random import Random

import pytest

from heckmeck.cli.log_panel import Log
from heckmeck.games import Event, describe_events, get
from heckmeck.play import bot_table
from helpers.screens import printed, real_screen

NAMES = ["Ann", "Bo", "Cleo", "Dan", "Eve", "Flo", "Gus"]


def events_of(name: str, seats: int) -> list[Event]:
    table = bot_table(get(name), get(name).setup(seats=seats), ["random"] * seats, seed=str(Random(seats).random()))
    return [event for _, played in zip(range(120), table.play(), strict=False) for event in played.events]


@pytest.mark.parametrize(("name", "seats"), [("bratwurmeck", 7), ("barbecue", 5), ("karteneck", 5)])
def test_it_begins_with_a_whole_sentence_and_has_the_room_that_it_is_given(
    name: str, seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    real_screen(monkeypatch, 80, 24)
    events = events_of(name, seats)
    sentences = [
        sentence
        for told in (events, [event for event in events if not event.on_table])
        for sentence in describe_events(told, NAMES)
    ]
    for room in range(1, 17):
        shown = Log(events, NAMES).fit(room)
        assert shown is not None
        lines = printed(shown)
        assert len(lines) <= room
        text = " ".join(line.strip("│ ") for line in lines if line[0] not in "╭╰")
        assert any(text.startswith(sentence[:40]) for sentence in sentences), text


def test_where_there_is_room_the_whole_log_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    real_screen(monkeypatch, 80, 50)
    events = events_of("bratwurmeck", 2)[:6]
    lines = printed(Log(events, NAMES).fit(20) or "")
    assert lines[0].startswith("╭─ log ─")
    assert "rolls" in lines[1]


def test_without_room_or_events_there_is_no_log() -> None:
    assert Log([], NAMES).fit(10) is None
    assert Log(events_of("bratwurmeck", 7), NAMES).fit(0) is None
    assert Log([], NAMES).comfortable == 0
