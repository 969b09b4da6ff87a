"""The encoding of Bratwurmeck: 40 actions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from heckmeck.games.bratwurmeck import Bratwurmeck, BratwurmeckSetup, BratwurmeckState, BratwurmeckView, Steal, Take
from heckmeck.games.bratwurmeck.setup import PORTIONS, worms_on
from heckmeck.games.portion import Stack
from heckmeck.games.turn import Turn
from heckmeck.rl.encoding.dice import DiceEncoding, turn_moves
from heckmeck.rl.encoding.encoding import Field, Numbers, places

LOWEST, HIGHEST = PORTIONS
NUMBERS = range(LOWEST, HIGHEST + 1)


class BratwurmeckEncoding(DiceEncoding[BratwurmeckSetup, BratwurmeckState, BratwurmeckView]):
    """The encoding of Bratwurmeck. Portions have fixed places, from 21 to 36; those that are not in play are zeros."""

    game = Bratwurmeck()
    moves = (*turn_moves(Bratwurmeck.die), *map(Take, NUMBERS), *map(Steal, NUMBERS))

    @property
    def most_points(self) -> int:
        """An upper bound of a seat's worms: all that are in play."""
        return sum(map(worms_on, range(self.setup.portions[0], self.setup.portions[1] + 1)))

    def _board_fields(self) -> Iterator[Field]:
        number = len(NUMBERS)
        yield Field("grill", (number,), 1, f"1 for each open portion from {LOWEST} to {HIGHEST}")
        meaning = f"place of each portion from {LOWEST} to {HIGHEST} in a seat's stack, 1 for the top, 0 if not there"
        yield Field("stacks", (self.seats, number), number, meaning)

    def _write_board(self, view: BratwurmeckView, parts: Mapping[str, Numbers]) -> None:
        for portion in view.grill:
            parts["grill"][portion - LOWEST] = 1
        for row, seat in zip(parts["stacks"], self._from_viewer(self._viewer(view)), strict=True):
            for portion, place in places(view.stacks[seat]):
                row[portion - LOWEST] = place

    def _read_board(self, parts: Mapping[str, Numbers], seat: int, turn_of: int, turn: Turn) -> BratwurmeckState:
        grill = tuple(int(place) + LOWEST for place in np.flatnonzero(parts["grill"]))
        stacks: list[Stack] = [()] * self.seats
        for row, owner in zip(parts["stacks"], self._from_viewer(seat), strict=True):
            held = [int(place) for place in np.flatnonzero(row)]
            stacks[owner] = tuple(place + LOWEST for place in sorted(held, key=lambda place: -int(row[place])))
        return BratwurmeckState(self.setup, grill, tuple(stacks), turn_of, turn)
