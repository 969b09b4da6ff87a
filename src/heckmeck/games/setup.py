"""Set-ups: the number of seats, the seat that begins, and the options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import ClassVar, Self, TypeGuard

from heckmeck.games.errors import BadSetup

Pairs = tuple[tuple[int, int], ...]
"""A mapping of numbers to worms in a hashable form, ascending."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """The set-up of a game. Each game has its own subclass with its options as further fields."""

    SEATS: ClassVar[range]
    """The numbers of seats that the game can be played with."""
    SEATS_RULE: ClassVar[str | None] = None
    """The number of the rule about the number of seats."""
    RANGES: ClassVar[tuple[str, ...]] = ()
    """The options whose value is a pair of a lowest and a highest number."""
    WORMS: ClassVar[tuple[str, ...]] = ()
    """The options that map numbers to worms."""

    seats: int
    first: int = 0

    def __post_init__(self) -> None:
        lowest, highest = self.SEATS[0], self.SEATS[-1]
        if not is_number(self.seats) or self.seats not in self.SEATS:
            raise BadSetup(
                "bad_seats",
                f"This game is for {lowest} to {highest} players, not {show(self.seats)}.",
                self.SEATS_RULE,
            )
        check_number("first", self.first, 0, self.seats - 1)
        for name in self.WORMS:
            value = getattr(self, name)
            if value is not None:
                object.__setattr__(self, name, _pairs(name, value))
        for name in self.RANGES:
            object.__setattr__(self, name, _range(name, getattr(self, name)))

    @classmethod
    def make(cls, options: Mapping[str, object]) -> Self:
        """Build a set-up from options by name, as a record or a command line has them."""
        known = [field.name for field in fields(cls) if field.init]
        for name in options:
            if name not in known:
                listed = ", ".join(option for option in known if option not in ("seats", "first"))
                raise BadSetup("unknown_option", f"There is no option {show(name)}; there are {listed}.")
        if "seats" not in options:
            raise BadSetup("bad_seats", "The set-up does not say how many seats there are.")
        # The set-up checks the type of every value.
        return cls(**options)  # type: ignore[arg-type]

    def options(self) -> dict[str, object]:
        """Return seats, first seat and the options that are not at their defaults, as in a record's `setup`."""
        written: dict[str, object] = {"seats": self.seats, "first": self.first}
        for field in fields(self):
            value = getattr(self, field.name)
            if field.init and field.name not in written and value != field.default:
                written[field.name] = self._written(field.name, value)
        return written

    def _written(self, name: str, value: object) -> object:
        if name in self.WORMS and isinstance(value, tuple):
            return {str(number): worms for number, worms in value}
        return list(value) if isinstance(value, tuple) else value


def is_number(value: object) -> TypeGuard[int]:
    """Return whether this is an integer and not a bool."""
    return isinstance(value, int) and not isinstance(value, bool)


def show(value: object) -> str:
    """Return a short form of any value for a message."""
    if isinstance(value, int) and abs(value) > 10**15:
        return "a very large number"
    if isinstance(value, str) and len(value) > 30:
        return repr(value[:30]) + "..."
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."


def check_number(name: str, value: object, lowest: int, highest: int, rule: str | None = None) -> None:
    """Refuse anything but an integer from lowest to highest."""
    if not is_number(value) or not lowest <= value <= highest:
        raise BadSetup(
            "bad_option", f"{name} must be a whole number from {lowest} to {highest}, not {show(value)}.", rule
        )


def check_choice(name: str, value: object, choices: tuple[object, ...], rule: str | None = None) -> None:
    """Refuse anything but one of the choices; 1 is not accepted for true."""
    if not any(value is choice or (isinstance(value, str) and value == choice) for choice in choices):
        listed = " or ".join(str(choice).lower() if isinstance(choice, bool) else str(choice) for choice in choices)
        raise BadSetup("bad_option", f"{name} must be {listed}, not {show(value)}.", rule)


def check_range(name: str, value: tuple[int, int], within: tuple[int, int], rule: str | None = None) -> None:
    """Refuse a range that is empty or exceeds the printed material."""
    if not within[0] <= value[0] <= value[1] <= within[1]:
        raise BadSetup(
            "bad_option",
            f"{name} must be the lowest and the highest number, from {within[0]} to {within[1]}, "
            f"not {show(list(value))}.",
            rule,
        )


def check_worms(name: str, pairs: Pairs, numbers: tuple[int, ...], rule: str) -> None:
    """Refuse a mapping that does not give 0 to 99 worms to exactly these numbers."""
    if tuple(number for number, _ in pairs) != numbers:
        raise BadSetup(
            "bad_option",
            f"{name} must give the worms of each of {', '.join(map(str, numbers))}, and of no others.",
            rule,
        )
    for number, worms in pairs:
        check_number(f"{name} of {number}", worms, 0, 99, rule)


def _range(name: str, value: object) -> tuple[int, int]:
    if isinstance(value, list | tuple) and len(value) == 2 and all(is_number(end) for end in value):
        return (value[0], value[1])
    raise BadSetup("bad_option", f"{name} must be two numbers, the lowest and the highest, not {show(value)}.")


def _pairs(name: str, value: object) -> Pairs:
    """Return a mapping as ascending pairs; its keys may be numbers or, as in JSON, their digits."""
    try:
        if isinstance(value, Mapping | tuple):
            items = value.items() if isinstance(value, Mapping) else value
            return tuple(sorted((_key(number), worms) for number, worms in items))
    except (TypeError, ValueError):
        pass
    raise BadSetup("bad_option", f"{name} must be a mapping of numbers to worms, not {show(value)}.")


_DIGITS = frozenset(map(str, range(100)))


def _key(number: object) -> int:
    if is_number(number):
        return number
    if isinstance(number, str) and number in _DIGITS:
        return int(number)
    raise ValueError(number)
