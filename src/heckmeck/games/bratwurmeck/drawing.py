"""The drawing of Bratwurmeck: grill, stacks, dice."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from heckmeck.games.bratwurmeck.setup import BratwurmeckSetup, worms_on
from heckmeck.games.drawing import Block, Drawing, Screen, Span
from heckmeck.games.pieces import (
    below,
    fitted,
    number_cell,
    on_grill,
    open_portion,
    players,
    result_lines,
    stack_cell,
    tile,
    tiles,
    turn_lines,
)
from heckmeck.games.portion import Stack, stack_standings

if TYPE_CHECKING:
    from collections.abc import Sequence

ACROSS = 8


class Scene(NamedTuple):
    """The drawn parts of a state or view. `ended` is the reason why the game is over, empty while it is not."""

    setup: BratwurmeckSetup
    grill: tuple[int, ...]
    stacks: tuple[Stack, ...]
    turn_of: int
    kept: str
    rolled: str
    ended: str
    viewer: int | None = None

    def draw(self, names: Sequence[str], screen: Screen) -> Drawing:
        """Return the whole table."""
        return fitted(lambda compact: self._table(names, screen, compact), screen)

    def _table(self, names: Sequence[str], screen: Screen, compact: bool) -> Block:
        lowest, highest = self.setup.portions
        turned = self.setup.others(self.grill, *self.stacks)
        grill = [self._portion(portion, turned) for portion in range(lowest, highest + 1)]
        standings = stack_standings(self.stacks, worms_on)
        worms = [number_cell(score) for score, _ in standings]
        seats = players(
            ("worms", "stack, top first"),
            [*zip(worms, map(stack_cell, self.stacks), strict=True)],
            active=None if self.ended else self.turn_of,
            viewer=self.viewer,
            names=names,
            screen=screen,
            compact=compact,
        )
        turn = (
            result_lines(self.ended, standings, "worm", names, screen)
            if self.ended
            else turn_lines(self.kept, self.rolled, "die")
        )
        return [*on_grill(tiles(grill, ACROSS, screen)), *seats, *below(turn, compact)]

    def _portion(self, portion: int, turned: tuple[int, ...]) -> Block:
        if portion in self.grill:
            return open_portion(portion, worms_on(portion))
        if portion in turned:
            back = (Span("▒▒▒▒", "turned"),)
            return tile(back, back, role="turned")
        return tile((Span("·", "gone"),), (), role="gone")
