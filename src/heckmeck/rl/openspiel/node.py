"""Nodes of a game tree. They are immutable, so copies of a state share them."""

from __future__ import annotations

from typing import Any, NamedTuple

from heckmeck.rl.encoding.encoding import Ids

CHANCE, TERMINAL = -1, -4
"""OpenSpiel's numbers for these players."""


class Node(NamedTuple):
    """A node: the state of the game, and what has been chosen or drawn since."""

    state: Any
    player: int
    """Who acts: a seat, CHANCE, or TERMINAL."""
    chosen: Ids = ()
    """The ids of a move that is not complete."""
    drawn: tuple[int, ...] = ()
    """The cards or portions of a draw that is not complete, in order."""
    turns: int = 0
    seen: tuple[tuple[int, ...], ...] = ()
    """What each seat and, at the end, a spectator has learnt so far, as tokens; empty if positions say everything."""

    def __deepcopy__(self, memory: object) -> Node:
        """Return the node itself: copying would take most of the time of a search."""
        return self
