"""Where the win shares of Karteneck come from."""

from __future__ import annotations

from collections.abc import Sequence

from heckmeck.bots.karteneck.learned_values import LearnedValues, find_values
from heckmeck.bots.win_shares import Shares, WinShares
from heckmeck.games.karteneck import Karteneck, KarteneckSetup, KarteneckState, KarteneckView

GAME = Karteneck()
MOST_KNOWN = 1000
"""Number of views whose share is remembered: after a draw most seats see what they saw before."""


class KarteneckEvaluator:
    """Win shares by learned values: what each seat could say from what it sees itself, scaled so that they sum to 1.

    They are not those of somebody who sees all hands.
    """

    def __init__(self, values: LearnedValues) -> None:
        self.values = values
        self._known: dict[KarteneckView, float] = {}

    def shares(self, states: Sequence[KarteneckState]) -> list[Shares]:
        """Return the win shares of every seat, for states at any time."""
        return [self._shares(state) for state in states]

    def _shares(self, state: KarteneckState) -> Shares:
        seats = range(state.setup.seats)
        if (outcome := GAME.outcome(state)) is not None:
            return tuple([(seat in outcome.winners) / len(outcome.winners) for seat in seats])
        if state.dealing:
            return tuple([1 / len(seats) for _ in seats])
        found = [self._win(GAME.view(state, seat)) for seat in seats]
        return tuple([win / sum(found) for win in found])

    def _win(self, view: KarteneckView) -> float:
        """Return what a seat says of its own chance."""
        if view not in self._known:
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            self._known[view] = self._ask(view)
        return self._known[view]

    def _ask(self, view: KarteneckView) -> float:
        if view.to_act == view.seat:
            return max(each.win for each in self.values.move_shares(view).moves)
        return self.values.wins([view])[0]


class KarteneckWinShares(WinShares[KarteneckSetup, KarteneckState]):
    """Networks for two to five seats, for the cards and portions of the rules."""

    game = Karteneck.name
    setup_type = KarteneckSetup

    def evaluator(self, setup: KarteneckSetup) -> KarteneckEvaluator:
        """Return the evaluator of a set-up; raise NoWinShares where there is no network for it."""
        return KarteneckEvaluator(find_values(setup))
