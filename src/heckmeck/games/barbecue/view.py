"""What a seat may see of Barbecue: everything, for nothing is hidden in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from heckmeck.games.barbecue.setup import BarbecueSetup
from heckmeck.games.barbecue.state import Spot
from heckmeck.games.game import Actor, Move, View


@dataclass(frozen=True, slots=True)
class BarbecueView(View):
    """The table as a seat sees it. `turn_of` is the seat whose turn it is; `moves` are the viewer's own."""

    setup: BarbecueSetup
    seat: int | None
    to_act: Actor
    turn_of: int
    spots: tuple[Spot, ...]
    pool: int
    worms: tuple[int, ...]
    snails: tuple[int, ...]
    scores: tuple[int, ...]
    kept: str
    rolled: str
    total: int
    moves: Sequence[Move]
