"""The state of Karteneck."""

from __future__ import annotations

from typing import NamedTuple

from heckmeck.games.karteneck.cards import Cards
from heckmeck.games.karteneck.setup import KarteneckSetup
from heckmeck.games.portion import Stack

SUPPLY_EMPTY = "supply_empty"

DRAWS_AFTER_LAY = 1
DRAWS_AFTER_DROP_OUT = 2


class KarteneckState(NamedTuple):
    """Everything on and above the table. No pile has an order: what is hidden is a multiset.

    `unseen` are the portions that were never laid out, the `supply` for coming rounds and those taken out alike.
    `draws` is the number of cards the seat is about to draw. Hands are dealt before the first grill is laid
    out; between rounds the grill is empty.
    """

    setup: KarteneckSetup
    hands: tuple[Cards, ...]
    layouts: tuple[Cards, ...]
    out: tuple[bool, ...]
    stacks: tuple[Stack, ...]
    grill: tuple[int, ...]
    unseen: tuple[int, ...]
    supply: int
    pile: Cards
    discard: Cards
    seat: int
    draws: int

    @property
    def dealing(self) -> bool:
        """Whether the hands are being dealt."""
        return self.draws > 0 and not self.grill
