"""What a client sends is a command, or is refused with a sentence about what is wrong with it."""

from __future__ import annotations

import pytest

from heckmeck.server.live.wire import read_command
from heckmeck.server.table.messages import MakeMove, Ping, Refused

MOVE = '{"type":"move","id":"move-0001","seq":12,"move":"keep W"}'


@pytest.mark.parametrize("text", [MOVE, f" {MOVE} ", MOVE.replace("}", ',"then":null}')])
def test_a_move_is_read_from_text_and_from_bytes(text: str) -> None:
    for message in (text, text.encode()):
        assert read_command(message) == MakeMove("move-0001", 12, "keep W")


def test_a_ping_is_read() -> None:
    assert read_command(b'{"type":"ping"}') == Ping()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (MOVE.replace("}", ',"seq":13}'), "`seq` is there more than once."),
        (MOVE.replace("}", ',"move":"roll"}'), "`move` is there more than once."),
        (MOVE.replace("}", ',"id":"move-0002"}'), "`id` is there more than once."),
        (MOVE.replace("}", ',"type":"move"}'), "`type` is there more than once."),
        ('{"type":"ping","type":"ping"}', "`type` is there more than once."),
        (MOVE.replace("}", ""), "the message ends too early to be JSON."),
        (MOVE.replace("}", ',"x":1}'), "There is no field `x`."),
    ],
)
def test_what_is_no_command_is_refused_in_a_sentence(text: str, sentence: str) -> None:
    for message in (text, text.encode()):
        refused = read_command(message)
        assert refused == Refused(None, "bad_message", f"This is not a command: {sentence}")
