"""What a seat may see of Bratwurmeck: everything, for nothing is hidden in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from heckmeck.games.game import Actor, Move, View

if TYPE_CHECKING:
    from collections.abc import Sequence

    from heckmeck.games.bratwurmeck.setup import BratwurmeckSetup
    from heckmeck.games.portion import Stack


@dataclass(frozen=True, slots=True)
class BratwurmeckView(View):
    """The table as a seat sees it. `turn_of` is the seat whose turn it is; `moves` are the viewer's own."""

    setup: BratwurmeckSetup
    seat: int | None
    to_act: Actor
    turn_of: int
    grill: tuple[int, ...]
    turned: tuple[int, ...]
    stacks: tuple[Stack, ...]
    scores: tuple[int, ...]
    kept: str
    rolled: str
    total: int
    moves: Sequence[Move]
