"""Words that games share when they describe moves and events."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

REASONS = {
    "no_new_face": "only faces that are set aside already",
    "no_worm": "no worm set aside",
    "nothing_to_take": "nothing to take for that sum",
    "too_low": "the sum is too low",
    "blocked": "two plates block that spot",
    "grill_empty": "No open portion is left on the grill.",
    "pool_empty": "A failed attempt, and no snail is left in the pool.",
    "grill_full": "A failed attempt, and the grill has no place for a snail.",
    "no_snail_to_take": "There is no snail left to take.",
    "supply_empty": "All portions are served.",
    "forfeit": "A player was disqualified.",
}
"""Why attempts fail and games end."""


def reason_text(code: str) -> str:
    """Return a reason in words; one that is not known here is spelled out.

    >>> reason_text("no_worm"), reason_text("target_reached")
    ('no worm set aside', 'target reached')
    """
    return REASONS.get(code, code.replace("_", " "))


def seat_name(seat: int, names: Sequence[str]) -> str:
    """Return the name of the player on a seat, or the seat's number where there are no names.

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
