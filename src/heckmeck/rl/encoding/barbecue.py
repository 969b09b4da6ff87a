"""The encoding of Barbecue: 8 actions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from heckmeck.games.barbecue import EMPTY, SNAIL, Barbecue, BarbecueSetup, BarbecueState, BarbecueView, Spot
from heckmeck.games.barbecue.setup import SNAILS, SPOTS
from heckmeck.games.barbecue.state import SNAIL_POINTS
from heckmeck.games.turn import Turn
from heckmeck.rl.encoding.dice import DiceEncoding, turn_moves
from heckmeck.rl.encoding.encoding import Field, Numbers

LOWEST, HIGHEST = SPOTS
NUMBER = HIGHEST - LOWEST + 1


class BarbecueEncoding(DiceEncoding[BarbecueSetup, BarbecueState, BarbecueView]):
    """The encoding of Barbecue. Spots have fixed places, from 23 to 36; those that are not in play are zeros."""

    game = Barbecue()
    moves = turn_moves(Barbecue.die)

    @property
    def most_worms(self) -> int:
        """An upper bound of a seat's worms: two plates on every spot, and those that made room for a snail."""
        return (2 * len(self.setup.worms) + self.setup.snails) * max(self.setup.worms)

    @property
    def most_points(self) -> int:
        """An upper bound of a seat's points: all these worms, and all snails."""
        return self.most_worms + SNAIL_POINTS * self.setup.snails

    def _board_fields(self) -> Iterator[Field]:
        spots = f"the spots {LOWEST} to {HIGHEST}"
        yield Field("plates", (self.seats, NUMBER), 2, f"plates of a seat on {spots}")
        yield Field("snails", (NUMBER,), 1, f"1 for a snail on {spots}")
        yield Field("pool", (1,), SNAILS, "snails in the pool")
        yield Field("worms", (self.seats,), self.most_worms, "worms of each seat")
        yield Field("snails_won", (self.seats,), SNAILS, "snails of each seat")
        reasons = ", ".join(self.game.reasons)
        yield Field("ended", (len(self.game.reasons),), 1, f"1 for the reason why the game is over: {reasons}")

    def _write_board(self, view: BarbecueView, parts: Mapping[str, Numbers]) -> None:
        viewer, first = self._viewer(view), self.setup.spots[0] - LOWEST
        for place, (owner, plates, snail) in enumerate(view.spots, first):
            parts["snails"][place] = snail
            if owner is not None:
                parts["plates"][self._relative(viewer, owner), place] = plates
        order = self._from_viewer(viewer)
        parts["pool"][0] = view.pool
        parts["worms"][:] = [view.worms[seat] for seat in order]
        parts["snails_won"][:] = [view.snails[seat] for seat in order]
        if view.ended:
            parts["ended"][self.game.reasons.index(view.ended)] = 1

    def _read_board(self, parts: Mapping[str, Numbers], seat: int, turn_of: int, turn: Turn) -> BarbecueState:
        order = self._from_viewer(seat)
        spots = [self._spot(parts, number - LOWEST, order) for number in range(*_span(self.setup))]
        worms, snails = (
            tuple(int(parts[name][order.index(each)]) for each in range(self.seats)) for name in ("worms", "snails_won")
        )
        ended = self.game.reasons[int(parts["ended"].argmax())] if parts["ended"].any() else ""
        return BarbecueState(self.setup, tuple(spots), int(parts["pool"][0]), worms, snails, turn_of, turn, ended)

    def _spot(self, parts: Mapping[str, Numbers], place: int, order: list[int]) -> Spot:
        if parts["snails"][place]:
            return SNAIL
        plates = parts["plates"][:, place]
        return Spot(order[int(plates.argmax())], int(plates.max())) if plates.any() else EMPTY


def _span(setup: BarbecueSetup) -> tuple[int, int]:
    lowest, highest = setup.spots
    return lowest, highest + 1
