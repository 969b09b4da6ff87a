"""Errors of the decoder become sentences with the field's name; none of its own words are left."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
import pytest
from msgspec import Meta, Struct

from heckmeck.bad_json import check_keys, explain


class Inner(Struct, forbid_unknown_fields=True):
    seats: Annotated[int, Meta(ge=2, le=7)]
    share: Annotated[float, Meta(gt=0, lt=1)] = 0.5
    pace: Literal["quick", "calm"] = "quick"
    name: Annotated[str, Meta(min_length=1, max_length=4, pattern="^[a-z]*$")] = "a"
    on: bool = True
    number: int | None = None
    bots: Annotated[list[str], Meta(max_length=2)] = []


class Outer(Struct, forbid_unknown_fields=True):
    plan: Inner


class Sit(Struct, tag="sit"):
    seat: int


class Leave(Struct, tag="leave"):
    seat: int


def refused(text: str | bytes, wanted: Any = Outer) -> str:
    with pytest.raises(msgspec.MsgspecError) as error:
        msgspec.json.decode(text, type=wanted)
    return explain(error.value, "The body")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[]", "The body must be an object, not a list."),
        ("{}", "`plan` is missing."),
        ('{"plan": 3}', "`plan` must be an object, not a whole number."),
        ('{"plan": {}}', "`plan.seats` is missing."),
        ('{"plan": {"seats": 2}, "x": 1}', "There is no field `x`."),
        ('{"plan": {"seats": 2, "foo": 1}}', "There is no field `plan.foo`."),
        ('{"plan": {"seats": "2"}}', "`plan.seats` must be a whole number, not a string."),
        ('{"plan": {"seats": 1}}', "`plan.seats` must be at least 2."),
        ('{"plan": {"seats": 8}}', "`plan.seats` must be at most 7."),
        ('{"plan": {"seats": 2, "share": 0}}', "`plan.share` must be more than 0.0."),
        ('{"plan": {"seats": 2, "share": 1}}', "`plan.share` must be less than 1.0."),
        ('{"plan": {"seats": 2, "pace": "slow"}}', "`plan.pace` cannot be 'slow'."),
        ('{"plan": {"seats": 2, "name": ""}}', "`plan.name` must have at least 1 character."),
        ('{"plan": {"seats": 2, "name": "abcde"}}', "`plan.name` must have at most 4 characters."),
        ('{"plan": {"seats": 2, "name": "A"}}', "`plan.name` must match the pattern ^[a-z]*$."),
        ('{"plan": {"seats": 2, "on": null}}', "`plan.on` must be true or false, not null."),
        ('{"plan": {"seats": 2, "number": []}}', "`plan.number` must be a whole number or null, not a list."),
        ('{"plan": {"seats": 2, "bots": ["a", 1.5]}}', "`plan.bots[1]` must be a string, not a number."),
        ('{"plan": {"seats": 2, "bots": ["a", "b", "c"]}}', "`plan.bots` must have at most 2 entries."),
        ('{"plan"', "The body ends too early to be JSON."),
        ("{nope", "The body is not valid JSON: object keys must be strings (byte 1)."),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(text: str, sentence: str) -> None:
    assert refused(text) == sentence


def test_kinds_of_messages_are_named() -> None:
    assert refused('{"type": "fly", "seat": 1}', Sit | Leave) == "`type` cannot be 'fly'."
    assert refused('{"seat": 1}', Sit | Leave) == "`type` is missing."


def test_the_place_may_be_given_apart_from_the_error() -> None:
    assert explain("Expected `int` <= 7", field="plan.seats") == "`plan.seats` must be at most 7."
    assert explain("Object missing required field `seats`", field="plan") == "`plan.seats` is missing."


def test_long_input_is_not_repeated_in_full() -> None:
    assert len(refused(f'{{"plan": {{"seats": 2, "pace": "{"x" * 1000}"}}}}')) < 100
    assert len(refused(f'{{"plan": {{"seats": 2, "{"x" * 1000}": 1}}}}')) < 100


def test_an_error_that_is_not_known_keeps_its_words_and_its_place() -> None:
    assert explain("Something new - at `$.plan`") == "`plan`: Something new."
    assert explain("something new", "The body") == "The body: something new."


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ('{"a": 1, "a": 1}', "a"),
        ('{"a": 1, "b": 2, "\\u0061": 3}', "a"),
        ('{"a": {"b": 1, "c": 2, "b": null}}', "b"),
        ('[{}, {"a": [{"": 1, "": 2}]}]', ""),
        ('{"ä": 1, "ä": 2}', "ä"),
        ('{"a\\n": 1, "a\\n": 2}', "a\n"),
    ],
)
def test_a_key_that_is_there_twice_is_named(text: str, key: str) -> None:
    msgspec.json.decode(text)
    for form in (text, text.encode(), f" {text}\n"):
        with pytest.raises(msgspec.ValidationError) as error:
            check_keys(form)
        assert explain(error.value, "The body") == f"`{key}` is there more than once."


@pytest.mark.parametrize(
    "text",
    ["7", '" : "', "[]", "{}", '{"a": {"a": {"a": "a"}}}', '[{"a": 1}, {"a": 1}]', '{"a": "\\"a\\": 1", "b": "a\\":"}',
     '{"a": "A", "A": "a"}', f'{{"a": {"9" * 5000}, "b": -1.5e300}}'],
)  # fmt: skip
def test_keys_of_different_objects_and_colons_in_texts_are_no_repeated_ones(text: str) -> None:
    check_keys(text)
    check_keys(text.encode())


def test_a_long_key_that_is_there_twice_is_not_repeated_in_full() -> None:
    key = "x" * 1000
    with pytest.raises(msgspec.ValidationError) as error:
        check_keys(f'{{"{key}": 1, "{key}": 2}}')
    assert len(explain(error.value)) < 100
