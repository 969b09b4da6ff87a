"""Outcomes of chance with their weights, for games that are sent as text."""

from __future__ import annotations

from itertools import accumulate

import pytest

from heckmeck.games import GAMES, AnyGame, Distribution
from heckmeck.server.fairness.luck import ChainLuck
from heckmeck.server.table.chance_nodes import ChanceNode, chance_nodes, written_size
from heckmeck.server.table.progress import advance
from helpers.text_game import COIN, TOSS, Coin, Toss, TossState

COIN_WEIGHTS = (("=heads", 3), ("=tails", 1))
SEEDS = ("00" * 16, None)


def test_each_outcome_comes_with_all_that_were_possible() -> None:
    game = Toss()
    state = game.start(game.setup(seats=2))
    assert chance_nodes(game, state, ("toss", "=tails")) == (ChanceNode("=tails", COIN_WEIGHTS),)
    assert chance_nodes(game, state, ("toss",)) == ()


def test_the_weights_give_the_outcome_that_the_server_drew() -> None:
    game = Toss()
    luck = ChainLuck.stored(game, bytes([7]) * 32)
    sources = luck.sources("ABCDEFGH/1", SEEDS)
    state, outcomes, drawn = game.start(game.setup(seats=2)), 0, set()
    while (seat := game.to_act(state)) is not None:
        assert isinstance(seat, int)
        progress = advance(game, state, outcomes, sources, [TOSS], seat)
        (node,) = chance_nodes(game, state, progress.steps)
        below = sources(progress.outcomes).randrange(sum(weight for _, weight in node.weights))
        ends = accumulate(weight for _, weight in node.weights)
        assert node.outcome == next(text for (text, _), end in zip(node.weights, ends, strict=True) if end > below)
        drawn.add(node.outcome)
        state, outcomes = progress.state, progress.outcomes
    assert drawn == {"=heads", "=tails"}


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_games_with_a_position_type_of_their_own_are_checked_by_their_own_mapping(game: AnyGame) -> None:
    state = game.start(game.setup(seats=2))
    luck = ChainLuck.stored(game, bytes(32))
    steps = advance(game, state, 0, luck.sources("ABCDEFGH/1", SEEDS)).steps
    assert steps
    assert chance_nodes(game, state, steps) == ()


def test_hidden_outcomes_are_never_sent() -> None:
    class HiddenToss(Toss):
        hides = True

    game = HiddenToss()
    assert chance_nodes(game, game.start(game.setup(seats=2)), ("toss", "=heads")) == ()


def test_other_distributions_have_no_weights_to_send() -> None:
    class OtherCoin:
        total = COIN.total
        weight = COIN.weight
        sample = COIN.sample
        __iter__ = COIN.__iter__

    class OtherToss(Toss):
        def chance(self, state: TossState) -> Distribution[Coin]:  # type: ignore[override]
            return OtherCoin()

    game = OtherToss()
    assert chance_nodes(game, game.start(game.setup(seats=2)), ("toss", "=heads")) == ()


def test_weights_that_take_too_many_bytes_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Toss()
    (node,) = chance_nodes(game, game.start(game.setup(seats=2)), ("toss", "=heads"))
    monkeypatch.setattr("heckmeck.server.table.chance_nodes.MAX_BYTES", 2 * written_size(node))
    state = game.start(game.setup(seats=2))
    assert len(chance_nodes(game, state, ("toss", "=tails") * 2)) == 2
    assert chance_nodes(game, state, ("toss", "=tails") * 3) == ()
