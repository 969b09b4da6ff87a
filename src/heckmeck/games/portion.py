"""Stacks of portions, and the events that several games share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from heckmeck.games.event import Event, Theft
from heckmeck.games.wording import seat_name

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from heckmeck.games.outcome import Standing

Stack = tuple[int, ...]
"""A player's portions, the newest last: the last one lies on top."""


def stack_standings(stacks: Sequence[Stack], worms: Callable[[int], int]) -> tuple[Standing, ...]:
    """Return the worms of each stack and, for ties, its highest portion.

    >>> stack_standings([(21, 36), ()], lambda portion: portion - 20)
    ((17, 36), (0, 0))
    """
    return tuple((sum(map(worms, stack)), max(stack, default=0)) for stack in stacks)


def owner_of_top(portion: int, stacks: Sequence[Stack], thief: int) -> int:
    """Return the seat that a thief would steal this portion from: it lies on top of that seat's stack.

    >>> owner_of_top(23, [(23,), (30, 23)], thief=0)
    1
    """
    return next(seat for seat, stack in enumerate(stacks) if stack[-1:] == (portion,) and seat != thief)


@dataclass(frozen=True, slots=True)
class PortionTaken(Event):
    """A portion went from the grill to a stack."""

    seat: int
    portion: int

    def describe(self, names: Sequence[str] = ()) -> str:
        """Say who took it."""
        return f"{seat_name(self.seat, names)} takes the {self.portion}"


@dataclass(frozen=True, slots=True)
class PortionStolen(Theft):
    """A portion went from the victim's stack to the seat's."""

    seat: int
    portion: int
    victim: int

    def describe(self, names: Sequence[str] = ()) -> str:
        """Say who stole it, and from whom."""
        return f"{seat_name(self.seat, names)} steals the {self.portion} from {seat_name(self.victim, names)}!"
