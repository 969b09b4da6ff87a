"""Records: what is written can be read and played again, and what is broken is refused with its reason."""

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from heckmeck.games import GAMES, get
from heckmeck.play import BadRecord, Record, bot_table, decode, encode, replay
from helpers.records import EXAMPLE


def played(name: str, seed: str = "1", **options: object) -> Record:
    game = get(name)
    setup = game.setup(**{"seats": 3, **options})
    table = bot_table(game, setup, ["random"] * setup.seats, seed)
    for _ in table.play():
        pass
    return table.record()


def problem(record: Record) -> BadRecord:
    with pytest.raises(BadRecord) as caught:
        list(replay(decode(encode(record))))
    return caught.value


def changed(record: Record, **fields: Any) -> Record:
    return msgspec.structs.replace(record, **fields)


def test_a_record_in_the_form_of_the_documentation_is_read_and_played() -> None:
    record = decode(EXAMPLE.encode())
    states = list(replay(record))
    assert len(states) == 7
    assert states[-1].state.stacks == ((21,), ())


def test_a_record_is_written_in_the_form_of_the_documentation() -> None:
    assert json.loads(encode(decode(EXAMPLE.encode()))) == json.loads(EXAMPLE)


@pytest.mark.parametrize("name", GAMES)
def test_a_played_game_is_written_read_and_played_to_the_same_end(name: str) -> None:
    record = played(name)
    line = encode(record)
    assert b"\n" not in line
    assert decode(line) == record
    game = get(name)
    *_, last = replay(record)
    outcome = game.outcome(last.state)
    assert outcome is not None
    assert record.outcome is not None
    assert (outcome.scores, outcome.winners) == (record.outcome.scores, record.outcome.winners)


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_gives_the_same_bytes_and_another_seed_others(name: str) -> None:
    assert encode(played(name, "a")) == encode(played(name, "a"))
    assert encode(played(name, "a")) != encode(played(name, "b"))


def test_options_that_are_not_at_their_defaults_are_in_the_setup() -> None:
    worms = {str(spot): 2 for spot in range(23, 37)}
    record = played("barbecue", worms_by_spot=worms, first=2)
    assert json.loads(encode(record))["setup"] == {"seats": 3, "first": 2, "worms_by_spot": worms}
    assert len(list(replay(record))) == len(record.steps) + 1


def test_keys_that_a_reader_does_not_know_are_passed_over() -> None:
    line = EXAMPLE.replace('"players"', '"fairness": {"chain": ["x"]}, "players"')
    assert decode(line.encode()) == decode(EXAMPLE.encode())


def test_an_unfinished_game_is_not_a_broken_one() -> None:
    record = played("karteneck")
    for number in (0, 1, 5, len(record.steps) - 1, len(record.steps)):
        unfinished = changed(record, steps=record.steps[:number], outcome=None)
        assert len(list(replay(unfinished))) == number + 1


@pytest.mark.parametrize("name", GAMES)
def test_a_record_cut_off_before_its_end_is_refused(name: str) -> None:
    record = played(name)
    error = problem(changed(record, steps=record.steps[:-1]))
    assert (error.code, error.step) == ("cut_off", None)


@pytest.mark.parametrize("name", GAMES)
def test_steps_after_the_end_are_refused_with_their_number(name: str) -> None:
    record = played(name)
    error = problem(changed(record, steps=(*record.steps, record.steps[-1])))
    assert (error.code, error.step) == ("game_over", len(record.steps) + 1)


@pytest.mark.parametrize(
    ("step", "text", "code", "rule"),
    [
        (1, "=1124WWW", "bad_roll", "RK-1"),
        (2, "keep 3", "face_not_rolled", "RK-2"),
        (2, "roll", "must_keep", "RK-2"),
        (2, "take 21", "must_keep", "RK-2"),
        (4, "=1124", "bad_roll", "RK-5"),
        (5, "keep W", "face_kept", "RK-3"),
        (6, "take 22", "not_on_grill", "BW-3.2"),
        (6, "steal 21", "cannot_steal", "BW-3.3"),
        (6, "stop", "must_take", "BW-3.1"),
        (3, "=11244", "player_to_act", None),
        (4, "keep 4", "chance_to_act", None),
        (3, "rol", "bad_step", None),
        (3, "", "bad_step", None),
        (2, "keep  W", "not_canonical", None),
        (2, "keep w", "not_canonical", None),
        (1, "=W11244WW", "not_canonical", None),
    ],
)
def test_an_edited_step_is_refused_with_its_number_and_the_rule_it_breaks(
    step: int, text: str, code: str, rule: str | None
) -> None:
    record = decode(EXAMPLE.encode())
    steps = (*record.steps[: step - 1], text, *record.steps[step:])
    error = problem(changed(record, steps=steps))
    assert (error.step, error.code, error.rule) == (step, code, rule)
    assert str(error).startswith(f"step {step}: ")


@pytest.mark.parametrize(
    "outcome",
    [
        {"reason": "grill_empty", "scores": [0, 1], "winners": [0]},
        {"reason": "grill_empty", "scores": [1, 0], "winners": [1]},
        {"reason": "grill_empty", "scores": [1, 0], "winners": [0, 1]},
        {"reason": "pool_empty", "scores": [1, 0], "winners": [0]},
        {"reason": "forfeit", "seat": 1, "scores": [1, 0], "winners": [0]},
        {"reason": "grill_empty", "seat": 1, "scores": [1, 0], "winners": [0]},
    ],
)
def test_an_outcome_that_does_not_fit_the_steps_is_refused(outcome: dict[str, object]) -> None:
    line = json.dumps({**json.loads(EXAMPLE), "outcome": outcome})
    with pytest.raises(BadRecord) as caught:
        list(replay(decode(line.encode())))
    assert caught.value.code == "bad_outcome"


def test_a_forfeit_is_read_and_a_seat_that_does_not_exist_cannot_forfeit() -> None:
    record = json.loads(EXAMPLE)
    record["steps"] = record["steps"][:3]
    record["outcome"] = {"reason": "forfeit", "scores": [0, 0], "winners": [1], "seat": 0}
    assert len(list(replay(decode(json.dumps(record).encode())))) == 4
    for seat in (-1, 2, None):
        record["outcome"]["seat"] = seat
        with pytest.raises(BadRecord, match="forfeit"):
            list(replay(decode(json.dumps(record).encode())))


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("format", "heckmeck-record/2", "bad_format"),
        ("format", 1, "bad_record"),
        ("game", "chess", "unknown_game"),
        ("setup", {}, "bad_seats"),
        ("setup", {"seats": 99}, "bad_seats"),
        ("setup", {"seats": 2, "self": 1}, "unknown_option"),
        ("setup", {"seats": 2, "cards": 1}, "unknown_option"),
        ("setup", {"seats": 2, "first": 2}, "bad_option"),
        ("setup", [], "bad_record"),
        ("players", ["Ann"], "bad_players"),
        ("players", ["A" * 1000, "Bo"], "bad_record"),
        ("steps", "=1", "bad_record"),
        ("steps", ["=" + "1" * 500], "bad_record"),
        ("steps", [1], "bad_record"),
        ("outcome", "won", "bad_record"),
        ("outcome", {"reason": "grill_empty"}, "bad_record"),
    ],
)
def test_a_wrong_field_is_refused(field: str, value: object, code: str) -> None:
    line = json.dumps({**json.loads(EXAMPLE), field: value}).encode()
    with pytest.raises(BadRecord) as caught:
        list(replay(decode(line)))
    assert caught.value.code == code
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("field", ["format", "game", "setup", "players", "steps", "outcome"])
def test_a_missing_field_is_refused(field: str) -> None:
    record = json.loads(EXAMPLE)
    del record[field]
    with pytest.raises(BadRecord, match=field):
        decode(json.dumps(record).encode())


@pytest.mark.parametrize(
    "line",
    [b"", b"\xff\xfe", b"null", b"[]", b"{", b"[" * 100_000, b'{"format": "\xff"}', b"9" * 10_000, b'"\\ud800"'],
    ids=lambda line: str(line[:12]),
)
def test_a_line_that_is_not_a_record_is_refused(line: bytes) -> None:
    with pytest.raises(BadRecord) as caught:
        decode(line)
    assert caught.value.code == "bad_record"


@given(st.integers(0, len(EXAMPLE) - 1))
def test_a_record_truncated_anywhere_is_refused(end: int) -> None:
    with pytest.raises(BadRecord):
        decode(EXAMPLE[:end].encode())


@given(st.integers(0, len(EXAMPLE) - 1), st.integers(0, 255))
def test_a_record_with_any_byte_changed_is_read_or_refused(position: int, byte: int) -> None:
    line = bytearray(EXAMPLE.encode())
    line[position] = byte
    try:
        list(replay(decode(bytes(line))))
    except BadRecord as error:
        assert str(error)
