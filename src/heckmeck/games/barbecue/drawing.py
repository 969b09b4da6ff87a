"""The drawing of Barbecue: the board of spots with plates and snails, the players, the dice."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from heckmeck.games.barbecue.setup import BarbecueSetup
from heckmeck.games.barbecue.standings import standings
from heckmeck.games.drawing import FRAME, HINT, Block, Drawing, Line, Screen, Span
from heckmeck.games.pieces import (
    SHAPES,
    below,
    fitted,
    number_cell,
    on_grill,
    players,
    result_lines,
    tile,
    tiles,
    turn_lines,
    worms,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from heckmeck.games.barbecue.state import Spot

ACROSS = 7
SNAIL_SIGN = "@"


class Scene(NamedTuple):
    """The drawn parts of a state or view. `ended` is the reason why the game is over, empty while it is not."""

    setup: BarbecueSetup
    spots: tuple[Spot, ...]
    pool: int
    worms: tuple[int, ...]
    snails: tuple[int, ...]
    points: tuple[int, ...]
    turn_of: int
    kept: str
    rolled: str
    ended: str
    viewer: int | None = None

    def draw(self, names: Sequence[str], screen: Screen) -> Drawing:
        """Return the whole table."""
        return fitted(lambda compact: self._table(names, screen, compact), screen)

    def _table(self, names: Sequence[str], screen: Screen, compact: bool) -> Block:
        numbered = enumerate(zip(self.setup.worms, self.spots, strict=True), self.setup.spots[0])
        board = [_spot(number, worth, spot) for number, (worth, spot) in numbered]
        pool = (Span("snails in the pool: ", FRAME), Span(f"{SNAIL_SIGN * self.pool} {self.pool}", "snail"))
        won = zip(self.points, self.worms, self.snails, strict=True)
        seats = players(
            ("points", "worms", "snails"),
            [(number_cell(points), number_cell(worms), _snails(snails)) for points, worms, snails in won],
            active=None if self.ended else self.turn_of,
            viewer=self.viewer,
            names=names,
            screen=screen,
            compact=compact,
        )
        turn = self._result(names, screen) if self.ended else turn_lines(self.kept, self.rolled, "barbecue_die")
        return [*on_grill(tiles(board, ACROSS, screen), "barbecue", pool), *seats, *below(turn, compact)]

    def _result(self, names: Sequence[str], screen: Screen) -> Block:
        return result_lines(self.ended, standings(self.setup, self.spots, self.points), "point", names, screen)


def _snails(number: int) -> Line:
    return (Span(f"{number} {SNAIL_SIGN * number}", "snail"),)


def _spot(number: int, worth: int, spot: Spot) -> Block:
    """Return a spot: its number and worms above, its plates or its snail below."""
    return [*tile((Span(str(number), "portion"),), role="portion"), *tile((worms(worth),), _content(spot))]


def _content(spot: Spot) -> Line:
    if spot.snail:
        return (Span(f"{SNAIL_SIGN}_/", "snail"),)
    if spot.owner is None:
        return (Span("·", HINT),)
    plates = Span(SHAPES[spot.owner] * spot.plates, f"seat{spot.owner}")
    return (plates,) if spot.plates == 1 else (Span("["), plates, Span("]"))
