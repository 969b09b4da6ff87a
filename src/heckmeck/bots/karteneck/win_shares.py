"""Where the win shares of Karteneck come from."""

from __future__ import annotations

from collections.abc import Sequence

from heckmeck.bots.karteneck.learned_values import LearnedValues, find_values
from heckmeck.bots.win_shares import Shares, WinShares
from heckmeck.games import CHANCE
from heckmeck.games.karteneck import Karteneck, KarteneckSetup, KarteneckState

GAME = Karteneck()


class KarteneckEvaluator:
    """Win shares by learned values: what each seat could say from what it sees itself, scaled so that they sum to 1.

    They are not those of somebody who sees all hands. The share of the seat to act, or of the one that has just moved,
    stays as it is.
    """

    def __init__(self, values: LearnedValues) -> None:
        self.values = values

    def shares(self, states: Sequence[KarteneckState]) -> list[Shares]:
        """Return the win shares of every seat, for states at any time."""
        return [self._shares(state) for state in states]

    def _shares(self, state: KarteneckState) -> Shares:
        seats = range(state.setup.seats)
        if (outcome := GAME.outcome(state)) is not None:
            return tuple([(seat in outcome.winners) / len(outcome.winners) for seat in seats])
        if state.dealing:
            return tuple([1 / len(seats) for _ in seats])
        views = [GAME.view(state, seat) for seat in seats]
        found = self.values.wins(views)
        if GAME.to_act(state) is not CHANCE:
            found[state.seat] = self.values.move_shares(views[state.seat]).best.win
        others = sum(found) - found[state.seat]
        scale = (1 - found[state.seat]) / max(others, 1e-9)
        return tuple([found[seat] if seat == state.seat else scale * found[seat] for seat in seats])


class KarteneckWinShares(WinShares[KarteneckSetup, KarteneckState]):
    """Networks for two to five seats, for the cards and portions of the rules."""

    game = Karteneck.name
    setup_type = KarteneckSetup

    def evaluator(self, setup: KarteneckSetup) -> KarteneckEvaluator:
        """Return the evaluator of a set-up; raise NoWinShares where there is no network for it."""
        return KarteneckEvaluator(find_values(setup))
