"""Words that games share when they describe moves and events."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_reasons: dict[str, str] = {}
"""Words by reason; each module adds its own."""


def reason(code: str, words: str) -> str:
    """Register the words for a reason of a failed attempt or of the end of a game, once per code; return the code.

    >>> reason("no_worm", "no luck")
    Traceback (most recent call last):
    ValueError: The reason 'no_worm' has words already: no worm set aside
    """
    if _reasons.setdefault(code, words) != words:
        raise ValueError(f"The reason {code!r} has words already: {_reasons[code]}")
    return code


def reason_text(code: str) -> str:
    """Return a reason in words. For an unregistered code, its underscores are replaced by spaces.

    >>> reason_text("no_worm"), reason_text("target_reached")
    ('no worm set aside', 'target reached')
    """
    return _reasons.get(code, code.replace("_", " "))


def seat_name(seat: int, names: Sequence[str]) -> str:
    """Return the name of the player on a seat, or the seat's number if there are no names.

    >>> seat_name(1, ["Ann", "Bo"]), seat_name(1, ())
    ('Bo', 'seat 1')
    """
    return names[seat] if names else f"seat {seat}"


def count(number: int, noun: str) -> str:
    """Return a number with its noun.

    >>> count(1, "worm"), count(3, "worm")
    ('1 worm', '3 worms')
    """
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def number_word(number: int) -> str:
    """Return a small number as a word, and others in figures.

    >>> number_word(2), number_word(12)
    ('two', '12')
    """
    words = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
    return words[number] if number < len(words) else str(number)
