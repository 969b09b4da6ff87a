"""Stacks of portions, and the events that several games share."""

from __future__ import annotations

from dataclasses import dataclass

from heckmeck.games.event import Event, Theft

Stack = tuple[int, ...]
"""A player's portions, the newest last: the last one lies on top."""


@dataclass(frozen=True, slots=True)
class PortionTaken(Event):
    """A portion went from the grill to a stack."""

    seat: int
    portion: int


@dataclass(frozen=True, slots=True)
class PortionStolen(Theft):
    """A portion went from the victim's stack to the seat's."""

    seat: int
    portion: int
    victim: int
