"""The format of archived games: unpacking restores what was packed, and damage is detected."""

from __future__ import annotations

import zlib
from hashlib import sha256
from itertools import accumulate
from pathlib import Path
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from heckmeck.server.store import Row, StoreError, archive_format
from heckmeck.server.store.archive_format import (
    VERSION,
    contains,
    digest,
    digests,
    has_commands_of,
    pack,
    unpack,
    unpacked,
)
from heckmeck.server.table import entries
from helpers.eventful_tables import lived
from helpers.store_rows import TABLE

PLAYERS = st.text("abcdefgh0123", min_size=1, max_size=26)
COMMANDS = st.one_of(st.builds("{}.{}".format, PLAYERS, st.text(max_size=20)), st.just("bot:57"), st.just("opened"))
BODIES = st.builds(
    lambda name, text: entries.encode(entries.Said(0, name, text)), st.text(max_size=10), st.text(max_size=50)
)


@st.composite
def logs(draw: st.DrawFn) -> list[Row]:
    first = draw(st.integers(1, 10**6))
    steps = draw(st.lists(st.tuples(st.integers(-1000, 10**9), COMMANDS, BODIES), min_size=1, max_size=20))
    times = accumulate((step for step, *_ in steps), initial=1_700_000_000_000)
    return [
        Row(TABLE, first + place, command, "process", at, body)
        for place, (at, (_, command, body)) in enumerate(zip(times, steps, strict=False))
    ]


def as_unpacked(row: Row) -> Row:
    player, dot, _ = row.command.partition(".")
    return row._replace(command=player + dot if dot else "", process="")


@given(logs())
def test_what_is_unpacked_is_what_was_packed(rows: list[Row]) -> None:
    assert unpack(TABLE, rows[0].seq, pack(rows)) == list(map(as_unpacked, rows))


@pytest.mark.parametrize("game", ["bratwurmeck", "barbecue", "karteneck"])
def test_whole_tables_stay_as_they_were_byte_by_byte(game: str) -> None:
    rows = lived(game, Random(7)).rows
    packed = pack(rows)
    assert [row[4:] for row in unpack(TABLE, 1, packed)] == [row[4:] for row in rows]
    assert len(packed) < sum(len(row.body) for row in rows) / 5


@given(logs(), st.data())
def test_damage_is_noticed(rows: list[Row], data: st.DataObject) -> None:
    body = bytearray(pack(rows))
    place = data.draw(st.integers(0, len(body) - 1))
    body[place] ^= data.draw(st.integers(1, 255))
    try:
        assert unpack(TABLE, rows[0].seq, bytes(body)) == list(map(as_unpacked, rows)), "the bit did not matter"
    except StoreError as noticed:
        assert noticed.code == "archive_damaged"


@pytest.mark.parametrize("kept", [0, 1, 2, 10, -1])
def test_a_part_is_not_taken_for_the_whole(kept: int) -> None:
    body = pack(lived("bratwurmeck", Random(1)).rows)
    for wrong in (body[:kept], body[:1] + body[1:] + b"\0"):
        with pytest.raises(StoreError, match="damaged"):
            unpack(TABLE, 1, wrong)


def test_what_no_server_packed_is_refused() -> None:
    def forged(document: object) -> bytes:
        packer = zlib.compressobj(zdict=archive_format._dictionary())
        return VERSION + packer.compress(msgspec.json.encode(document)) + packer.flush()

    right = {"players": ["ann"], "by": [0], "at": [5], "entries": [{"type": "closed"}]}
    assert unpack(TABLE, 3, forged(right)) == [Row(TABLE, 3, "ann.", "", 5, b'{"type":"closed"}')]
    changes: list[dict[str, object]] = [{"by": [1]}, {"by": [0, 0]}, {"at": []}, {"at": ["x"]}, {"players": 1}]
    for change in changes:
        with pytest.raises(StoreError, match="damaged"):
            unpack(TABLE, 3, forged(right | change))


def test_a_row_that_would_fill_the_memory_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    body = pack(lived("bratwurmeck", Random(1)).rows)
    monkeypatch.setattr(archive_format, "MAX_SIZE", len(unpacked(body)) - 1)
    with pytest.raises(StoreError, match="damaged"):
        unpack(TABLE, 1, body)


def test_the_dictionary_never_changes() -> None:
    """Data packed with it can be unpacked only with it: another dictionary needs another version of the format."""
    content = Path(archive_format.__file__).with_name("archive_1.dict").read_bytes()
    assert sha256(content).hexdigest() == "c124b337893ff79b148750ee6480e10533325c2617beed096037004dfa8a518f"


def test_the_commands_of_players_are_recognized() -> None:
    commands = ("ann.1", "bo.1", "bot:3", "ann.2")
    rows = [Row(TABLE, seq, command, "p", 0, b"") for seq, command in enumerate(commands)]
    kept = digests(rows)
    for command, known in (("ann.1", True), ("bo.1", True), ("ann.2", True), ("bot:3", False), ("ann.3", False)):
        assert contains(kept, digest(TABLE, command)) == known
    assert not contains(kept, digest("HGFEDCBA", "ann.1"))
    assert not contains(kept, kept[1:7]), "digests are compared one by one"


def test_an_unknown_command_is_not_compared_with_each_digest(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = digests([Row(TABLE, seq, f"ann.{seq}", "p", 0, b"") for seq in range(100)])
    monkeypatch.setattr(archive_format, "_each", None)  # it would be called
    assert not contains(kept, digest(TABLE, "ann.100"))


def test_who_gave_commands_is_read_from_a_body() -> None:
    said = entries.encode(entries.Said(0, "Ann", "cat"))
    body = pack([Row(TABLE, 2, "ann.1", "p", 0, said), Row(TABLE, 3, "bot:3", "p", 0, said)])
    assert has_commands_of(body, "ann")
    for other in ("an", "bot", "bot:3", "cat"):
        assert not has_commands_of(body, other)
    assert not has_commands_of(b"?" + body, "ann"), "a damaged game is no proof"
