"""Checkpoints: states of the running game from which its log can be replayed."""

from __future__ import annotations

from bisect import bisect_right

from heckmeck.server.table.state import TableState

SPACING = 50
"""Initial number of entries between two checkpoints."""
MOST = 64
"""Maximum number of checkpoints. In longer games they are further apart."""


class Checkpoints:
    """A few states of a table during its running game, in order.

    For a client that missed a few entries of a long game, these are folded from the nearest checkpoint instead of the
    beginning of the game. States share most of their memory, so keeping a few of them is cheap.
    """

    __slots__ = ("_game", "_spacing", "_states")

    def __init__(self) -> None:
        self._states: list[TableState] = []
        self._game = 0
        self._spacing = SPACING

    def note(self, state: TableState) -> None:
        """Consider the next state of the table as a checkpoint."""
        states = self._states
        if not states or state.began_seq != self._game:
            self._states, self._game, self._spacing = [state], state.began_seq, SPACING
        elif state.seq - states[-1].seq >= self._spacing:
            states.append(state)
            if len(states) > MOST:
                del states[1::2]
                self._spacing *= 2

    def before(self, seq: int) -> TableState | None:
        """Return the last checkpoint before an entry; None if there is none."""
        place = bisect_right(self._states, seq - 1, key=lambda state: state.seq)
        return self._states[place - 1] if place else None
