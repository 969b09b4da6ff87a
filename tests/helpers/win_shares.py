"""An evaluator for tests: chances to win that follow from the scores in a way that can be checked by hand."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Any

from heckmeck.bots import estimator_for
from heckmeck.games import AnyGame, all_games
from heckmeck.play import win_chances, win_review


class ScoreShares:
    """The more worms or points ahead, the better the chance; the end of a game is exact."""

    def __init__(self, game: AnyGame, weight: float = 0.25) -> None:
        self._game = game
        self._weight = weight
        self.asked = 0

    def shares(self, states: Sequence[Any]) -> list[tuple[float, ...]]:
        self.asked += 1
        return [self._share(state) for state in states]

    def _share(self, state: Any) -> tuple[float, ...]:
        outcome, scores = self._game.outcome(state), [score for score, _ in self._game.standings(state)]
        if outcome is not None:
            return tuple((seat in outcome.winners) / len(outcome.winners) for seat in range(len(scores)))
        weights = [exp(self._weight * score) for score in scores]
        return tuple(weight / sum(weights) for weight in weights)


def use_score_shares(monkeypatch: Any, game: AnyGame, weight: float = 0.25) -> ScoreShares:
    """Let the coach judge games of this kind by their scores."""
    evaluator = ScoreShares(game, weight)
    for module in (win_chances, win_review):
        monkeypatch.setattr(module, "win_shares_for", lambda setup: evaluator)
    return evaluator


def use_no_shares(monkeypatch: Any) -> None:
    """Let the coach know nothing of the chances to win."""
    for module in (win_chances, win_review):
        monkeypatch.setattr(module, "win_shares_for", lambda setup: None)
    for game in all_games().values():
        if (estimator := estimator_for(game)) is not None:
            monkeypatch.setattr(estimator, "wins", lambda self, view: None)
