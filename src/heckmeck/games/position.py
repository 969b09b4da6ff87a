"""Positions as one line of text: the notation that all games share.

A position is a game's name followed by words of the form `name=value`: the set-up, then the game's own parts in a
fixed order. The whole grammar is in docs/records.md.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import fields
from typing import TypeVar

from heckmeck.games.errors import BadNotation
from heckmeck.games.setup import Setup, show

LONGEST_POSITION = 1000
"""Maximum length of a position in characters, for all games."""

NOTHING = "-"
"""Stands for an empty list, and for a spectator where a seat is expected."""
HIDDEN = "?"
"""Stands for what the viewer does not know."""
_BY_SEAT = "/"

SetupT = TypeVar("SetupT", bound=Setup)


class Parts:
    """The parts of a position by name. Each is taken once; `finish` raises an error for those that were not taken.

    >>> game, parts = scan("bratwurmeck seats=2 grill=21-23,30")
    >>> game, parts.numbers("grill", range(21, 37))
    ('bratwurmeck', (21, 22, 23, 30))
    """

    def __init__(self, words: Sequence[str]) -> None:
        self._left: dict[str, str] = {}
        for word in words:
            name, equals, value = word.partition("=")
            if not (name and equals and value):
                raise bad_position(f"{show(word)} is not of the form name=value")
            if name in self._left:
                raise bad_position(f"{show(name)} is given twice")
            self._left[name] = value

    def __contains__(self, name: str) -> bool:
        return name in self._left

    def optional(self, name: str) -> str | None:
        """Take a part that may be missing."""
        return self._left.pop(name, None)

    def text(self, name: str) -> str:
        """Take a part."""
        value = self.optional(name)
        if value is None:
            raise bad_position(f"{name}=... is missing")
        return value

    def number(self, name: str, allowed: Collection[int]) -> int:
        """Take a part that is one of the allowed numbers."""
        return read_number(name, self.text(name), allowed)

    def numbers(self, name: str, allowed: Collection[int]) -> tuple[int, ...]:
        """Take a part that is a list of allowed numbers."""
        return read_numbers(name, self.text(name), allowed)

    def by_seat(self, name: str, seats: int) -> tuple[str, ...]:
        """Take a part that has one value for each seat."""
        values = tuple(self.text(name).split(_BY_SEAT))
        if len(values) != seats:
            raise bad_position(f"{name} has {len(values)} values for {seats} seats")
        return values

    def finish(self) -> None:
        """Refuse parts that are left over."""
        if self._left:
            raise bad_position(f"{show(next(iter(self._left)))} does not belong here")


def bad_position(reason: str) -> BadNotation:
    """Return the error for a text that is not a position, for a reason given without a full stop."""
    return BadNotation("bad_position", f"This is not a position: {reason}.")


def scan(text: object) -> tuple[str, Parts]:
    """Split a position into the name of its game and its parts."""
    if not isinstance(text, str):
        raise bad_position(f"{show(text)} is not a text")
    if len(text) > LONGEST_POSITION:
        raise bad_position(f"it has more than {LONGEST_POSITION} characters")
    name, *words = text.split(" ")
    if words and "" in (name, *words):
        raise bad_position("words are separated by one space")
    return name, Parts(words)


def read_setup(kind: type[SetupT], parts: Parts) -> SetupT:
    """Take the set-up from the parts."""
    names = [field.name for field in fields(kind) if field.init and field.name in parts]
    return kind.make({name: _read_option(parts.text(name)) for name in names})


def write_position(game: str, setup: Setup, parts: Mapping[str, str]) -> str:
    """Write a position from the name of its game, its set-up and its other parts."""
    options = {name: value for name, value in setup.options().items() if (name, value) != ("first", 0)}
    words = [f"{name}={_write_option(value)}" for name, value in options.items()]
    return " ".join([game, *words, *(f"{name}={value}" for name, value in parts.items())])


def check_canonical(text: str, canonical: str) -> None:
    """Refuse text that is not the canonical form of its position."""
    if text != canonical:
        raise BadNotation("not_canonical", f"This position must be written like this: {canonical}")


def write_by_seat(values: Sequence[str]) -> str:
    """Write one value for each seat."""
    return _BY_SEAT.join(values)


def write_seat(seat: int | None) -> str:
    """Write a seat, or None for a spectator."""
    return NOTHING if seat is None else str(seat)


def read_seat(name: str, text: str, seats: int) -> int | None:
    """Read a seat, or None for a spectator."""
    return None if text == NOTHING else read_number(name, text, range(seats))


def read_number(name: str, text: str, allowed: Collection[int]) -> int:
    """Read one of the allowed numbers."""
    if text.isascii() and text.isdigit() and len(text) <= 4 and int(text) in allowed:
        return int(text)
    raise bad_position(f"{name} cannot be {show(text)}")


def write_numbers(numbers: Sequence[int]) -> str:
    """Write a list of numbers, those that follow one another as a range.

    >>> write_numbers((0, 0, 21, 22, 23, 30)), write_numbers(())
    ('0,0,21-23,30', '-')
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ",".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs) or NOTHING


def read_numbers(name: str, text: str, allowed: Collection[int]) -> tuple[int, ...]:
    """Read a list of allowed numbers, with or without ranges."""
    if text == NOTHING:
        return ()
    numbers: list[int] = []
    for run in text.split(","):
        first, dash, last = run.partition("-")
        lowest = read_number(name, first, allowed)
        highest = read_number(name, last, allowed) if dash else lowest
        numbers += range(lowest, highest + 1)
    return tuple(numbers)


def _write_option(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Mapping):
        return ",".join(f"{key}:{number}" for key, number in value.items())
    return "-".join(map(str, value)) if isinstance(value, list) else str(value)


_NUMBER = re.compile("[0-9]{1,4}")
_RANGE = re.compile("([0-9]{1,4})-([0-9]{1,4})")
_WORMS = re.compile("([0-9]{1,4}):([0-9]{1,4})")


def _read_option(text: str) -> object:
    """Read a value of any option; the set-up checks its type and its limits."""
    if text in ("true", "false"):
        return text == "true"
    if _NUMBER.fullmatch(text):
        return int(text)
    if match := _RANGE.fullmatch(text):
        return [int(match[1]), int(match[2])]
    pairs = [_WORMS.fullmatch(pair) for pair in text.split(",")]
    worms = {match[1]: int(match[2]) for match in pairs if match}
    return worms if len(worms) == len(pairs) else text
