"""The state of Bratwurmeck."""

from __future__ import annotations

from typing import NamedTuple

from heckmeck.games.bratwurmeck.setup import BratwurmeckSetup
from heckmeck.games.portion import Stack
from heckmeck.games.turn import Turn

GRILL_EMPTY = "grill_empty"


class BratwurmeckState(NamedTuple):
    """The open portions on the grill (ascending), the stacks, whose turn it is and where that turn stands."""

    setup: BratwurmeckSetup
    grill: tuple[int, ...]
    stacks: tuple[Stack, ...]
    seat: int
    turn: Turn

    @property
    def turned(self) -> tuple[int, ...]:
        """The portions that are turned over: all that are neither open nor in a stack."""
        return self.setup.others(self.grill, *self.stacks)
