"""The results of a turn in win shares: what each stop and a failed attempt do to the chance of winning the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from heckmeck.games import AnyDiceGame, DiceView, Move
from heckmeck.solve.worths import first_best

if TYPE_CHECKING:
    from heckmeck.bots.win_shares import Evaluator, Shares


class TurnShares(NamedTuple):
    """The win shares after each result of a turn.

    `after` has them for every seat, by stop and sum, and under None for a failed attempt. For every sum, `stops` is the
    best stop for the player whose turn it is, and `worths` that player's share after it; None where no stop earns
    anything.
    """

    seat: int
    after: Mapping[tuple[Move, int] | None, Shares]
    stops: tuple[Move | None, ...]
    worths: tuple[float | None, ...]

    @property
    def failed(self) -> Shares:
        """The shares after a failed attempt."""
        return self.after[None]

    @property
    def fail(self) -> float:
        """The player's share after a failed attempt."""
        return self.failed[self.seat]

    def best(self, total: int) -> Shares | None:
        """Return the shares after the best stop at a sum; None where no stop earns anything."""
        stop = self.stops[total]
        return None if stop is None else self.after[stop, total]


def turn_shares(game: AnyDiceGame, view: DiceView, evaluator: Evaluator) -> TurnShares:
    """Value all results of the turn in which a view is. Different ways to the same position are valued once."""
    state = game.state_of(view)
    results: dict[tuple[Move, int] | None, Any] = {None: game.after_turn(state, None)}
    for total in sorted(game.die.with_worm):
        for stop in game.stops_at(state, total):
            results[stop, total] = game.after_turn(state, stop, total)
    different = list(dict.fromkeys(results.values()))
    shares = dict(zip(different, evaluator.shares(different), strict=True))
    after = {result: shares[then] for result, then in results.items()}
    own: list[dict[Move, float]] = [{} for _ in range(game.sums)]
    for result, share in after.items():
        if result is not None:
            stop, total = result
            own[total][stop] = share[view.turn_of]
    stops = tuple(first_best(worths.items()) if worths else None for worths in own)
    worths = tuple(None if stop is None else own[total][stop] for total, stop in enumerate(stops))
    return TurnShares(view.turn_of, after, stops, worths)
