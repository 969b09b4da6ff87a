"""What is wrong with JSON input: explanations for people who do not know the decoder, and a check that it lacks."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import msgspec

TYPES = {
    "object": "an object",
    "array": "a list",
    "str": "a string",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "null": "null",
}
"""JSON types in words, by the names that msgspec uses."""

_PLACE = re.compile(r"(?s)(.*) - at `(?:key in )?\$\.?(.*)`")
_UNITS = {"str": ("character", "characters"), "array": ("entry", "entries"), "object": ("field", "fields")}
_BOUNDS = {">=": "at least ", "<=": "at most ", ">": "more than ", "<": "less than ", "": "exactly "}


def check_keys(text: bytes | str) -> None:
    """Raise an msgspec error if an object in valid JSON has a key more than once: msgspec would take the last value.

    >>> check_keys('{"seq": 1, "then": {"seq": 2}}')
    >>> check_keys('{"seq": 1, "seq": 2}')
    Traceback (most recent call last):
    msgspec.ValidationError: Object contains repeated field `seq`
    """
    _key_checker.decode(text if isinstance(text, str) else text.decode())


def _check_object(pairs: list[tuple[str, Any]]) -> None:
    if len(dict(pairs)) < len(pairs):
        keys = [key for key, _ in pairs]
        repeated = next(key for key in keys if keys.count(key) > 1)
        raise msgspec.ValidationError(f"Object contains repeated field `{repeated}`")


# Numbers stay text, because Python would refuse to read very long ones.
_key_checker = json.JSONDecoder(object_pairs_hook=_check_object, parse_int=str, parse_float=str)


def explain(error: object, whole: str = "it", field: str = "") -> str:
    """Return the message of an msgspec error as a sentence that begins with the field that is wrong.

    `whole` names the decoded object, for errors that concern no single field. `field` is used if the error itself does
    not name a field.

    >>> explain("Expected `object`, got `int` - at `$.plan`")
    '`plan` must be an object, not a whole number.'
    >>> explain("Object missing required field `seats` - at `$.plan`")
    '`plan.seats` is missing.'
    >>> explain("Expected `object`, got `array`", "The body")
    'The body must be an object, not a list.'
    """
    message = str(error)
    if place := _PLACE.fullmatch(message):
        message, field = place[1], place[2]
    subject = f"`{field}`" if field else whole
    for pattern, sentence in _SENTENCES:
        if match := pattern.fullmatch(message):
            return sentence(match, subject, f"{field}." if field else "")
    return f"{subject}: {message.rstrip('.')}."


def _expected(match: re.Match[str], subject: str, _: str) -> str:
    return f"{subject} must be {_types(match[1])}, not {_types(match[2])}."


def _bound(match: re.Match[str], subject: str, _: str) -> str:
    return f"{subject} must be {_BOUNDS[match[1]]}{match[2]}."


def _length(match: re.Match[str], subject: str, _: str) -> str:
    one, many = _UNITS.get(match[1], ("byte", "bytes"))
    return f"{subject} must have {_BOUNDS[match[2] or '']}{match[3]} {one if match[3] == '1' else many}."


def _types(names: str) -> str:
    return " or ".join(TYPES.get(name, name) for name in names.split(" | "))


_Sentence = Callable[[re.Match[str], str, str], str]
_SENTENCES: tuple[tuple[re.Pattern[str], _Sentence], ...] = (
    (re.compile(r"Expected `([^`]*)`, got `([^`]*)`"), _expected),
    (
        re.compile(r"Object missing required field `([^`]*)`"),
        lambda match, _, prefix: f"`{prefix}{match[1]}` is missing.",
    ),
    (
        re.compile(r"(?s)Object contains unknown field `(.*)`"),
        lambda match, _, prefix: f"There is no field `{prefix}{match[1][:40]}`.",
    ),
    (
        re.compile(r"(?s)Object contains repeated field `(.*)`"),
        lambda match, _, prefix: f"`{prefix}{match[1][:40]}` is there more than once.",
    ),
    (re.compile(r"Expected `(?:int|float)` (>=|<=|>|<) (.+)"), _bound),
    (re.compile(r"Expected `(\w+)` of length (?:(>=|<=) )?(\d+)"), _length),
    (
        re.compile(r"(?s)Expected `str` matching regex '(.*)'"),
        lambda match, subject, _: f"{subject} must match the pattern {match[1]}.",
    ),
    (
        re.compile(r"(?s)Invalid (?:enum )?value (.*)"),
        lambda match, subject, _: f"{subject} cannot be {match[1][:60]}.",
    ),
    (re.compile(r"Input data was truncated"), lambda _, subject, __: f"{subject} ends too early to be JSON."),
    (re.compile(r"JSON is malformed: (.*)"), lambda match, subject, _: f"{subject} is not valid JSON: {match[1]}."),
)  # fmt: skip
