"""Prizes: what a turn of a dice game can earn."""

from __future__ import annotations

from dataclasses import dataclass

from heckmeck.games.game import Move

END = "end"
"""The name of the prize of a stop that wins nothing and ends the game."""


@dataclass(frozen=True, slots=True)
class Prize:
    """The prize for stopping at a sum: worms or points, how many of them another player loses, and the move for it.

    `name` says what is won: a portion, a spot, `snail`, or `end` if the stop only ends the game. `secures` is true if
    what the player won before cannot be stolen afterwards.
    """

    name: str
    gain: int
    loss: int
    move: Move
    secures: bool = False


Prizes = tuple[Prize | None, ...]
"""The prize for each sum with a worm, None if it earns nothing."""
