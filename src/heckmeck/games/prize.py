"""What a turn of a dice game can earn."""

from __future__ import annotations

from dataclasses import dataclass

from heckmeck.games.game import Move

END = "end"
"""The name of the prize of a stop that wins nothing and ends the game."""


@dataclass(frozen=True, slots=True)
class Prize:
    """What stopping at a sum brings: worms or points, those that another player loses by it, and the move for it.

    `name` says what is won: a portion, a spot, `snail`, or `end` where a stop only ends the game. `secures` is true if
    what was won before cannot be stolen any more.
    """

    name: str
    gain: int
    loss: int
    move: Move
    secures: bool = False


Prizes = tuple[Prize | None, ...]
"""The prize for each sum with a worm, None where it earns nothing."""
