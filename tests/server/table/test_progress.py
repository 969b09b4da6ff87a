"""Steps of a game: what is stored can be read again."""

from __future__ import annotations

import pytest

from heckmeck.games import BadNotation, ChanceOutcome, Move, WeightedDistribution
from heckmeck.server.fairness.luck import ChainLuck
from heckmeck.server.table.progress import advance
from helpers.text_game import TOSS, Coin, Toss, TossState


class LongToss(Toss):
    """Draws a coin whose notation is too long."""

    def chance(self, state: TossState) -> WeightedDistribution[Coin]:
        return WeightedDistribution({Coin("x" * 500): 1})


class MixedToss(Toss):
    """Reads each coin as heads."""

    def _parse(self, word: str, rest: list[str]) -> Move | ChanceOutcome | None:
        return Coin("heads") if word.startswith("=") else super()._parse(word, rest)

    def chance(self, state: TossState) -> WeightedDistribution[Coin]:
        return WeightedDistribution({Coin("tails"): 1})


@pytest.mark.parametrize("game", [LongToss(), MixedToss()])
def test_steps_that_could_not_be_read_again_are_refused(game: Toss) -> None:
    sources = ChainLuck.stored(game, bytes(32)).sources("ABCDEFGH/1", (None, None))
    with pytest.raises(BadNotation) as caught:
        advance(game, game.start(game.setup(seats=2)), 0, sources, [TOSS], 0)
    assert caught.value.code == "bad_step"
