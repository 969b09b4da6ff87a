"""The drawing of Bratwurmeck: grill, stacks, dice."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from heckmeck.games.bratwurmeck.setup import BratwurmeckSetup, worms_on
from heckmeck.games.drawing import Block, Drawing, Screen, Span
from heckmeck.games.pieces import number_cell, on_grill, open_portion, players, stack_cell, tile, tiles, turn_lines
from heckmeck.games.portion import Stack

if TYPE_CHECKING:
    from collections.abc import Sequence

ACROSS = 8


class Scene(NamedTuple):
    """What there is to draw in a state or a view."""

    setup: BratwurmeckSetup
    grill: tuple[int, ...]
    stacks: tuple[Stack, ...]
    turn_of: int
    kept: str
    rolled: str
    viewer: int | None = None

    def draw(self, names: Sequence[str], screen: Screen) -> Drawing:
        """Return the whole table."""
        lowest, highest = self.setup.portions
        turned = self.setup.others(self.grill, *self.stacks)
        grill = [self._portion(portion, turned) for portion in range(lowest, highest + 1)]
        cells = [(number_cell(sum(map(worms_on, stack))), stack_cell(stack)) for stack in self.stacks]
        seats = players(
            ("worms", "stack, top first"),
            cells,
            active=self.turn_of if self.grill else None,
            viewer=self.viewer,
            names=names,
            screen=screen,
        )
        turn = [(), *turn_lines(self.kept, self.rolled, "die")] if self.grill else []
        return Drawing([*on_grill(tiles(grill, ACROSS, screen)), *seats, *turn])

    def _portion(self, portion: int, turned: tuple[int, ...]) -> Block:
        if portion in self.grill:
            return open_portion(portion, worms_on(portion))
        if portion in turned:
            back = (Span("▒▒▒▒", "turned"),)
            return tile(back, back, role="turned")
        return tile((Span("·", "gone"),), (), role="gone")
