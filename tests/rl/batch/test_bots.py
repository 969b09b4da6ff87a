"""Bots for batches: the decisions of the plain bots, one by one, and the same games by whole turns."""

from random import Random
from typing import Any

import numpy as np
import pytest

from heckmeck.bots.champion import ChampionBot
from heckmeck.games import get
from heckmeck.rl.batch import PASS, make_batch
from heckmeck.rl.batch.bots import BATCH_BOTS, BatchTurnBot, PlainBots, make_batch_bot
from helpers.batches import assert_all_equal, batch_of, needs_kernel, with_kernel

SETUPS: list[tuple[str, dict[str, Any]]] = [
    ("bratwurmeck", {"seats": 2}),
    ("bratwurmeck", {"seats": 4, "lower_portion": "next", "returned_highest_turns": True}),
    ("bratwurmeck", {"seats": 3, "portions": (21, 26)}),
    ("barbecue", {"seats": 2}),
    ("barbecue", {"seats": 3, "snails": 1, "spots": (24, 30)}),
    ("barbecue", {"seats": 5, "snails": 0, "spots": (34, 36)}),
]


@pytest.mark.parametrize("bot", [bot for bot in BATCH_BOTS if bot != ChampionBot.name])
@pytest.mark.parametrize(("name", "options"), SETUPS)
def test_every_decision_is_that_of_the_plain_bot(bot: str, name: str, options: dict[str, Any]) -> None:
    batch = make_batch(get(name).setup(**options), 6, 3, max_turns=80)
    fast, plain = make_batch_bot(batch, bot), PlainBots(batch, bot)
    assert isinstance(fast, BatchTurnBot)
    while not batch.over.all():
        actions = fast.actions()
        assert np.array_equal(actions, plain.actions())
        batch.step(actions)


@pytest.mark.parametrize(("name", "options"), SETUPS)
def test_champions_differ_only_where_choices_are_worth_the_same(name: str, options: dict[str, Any]) -> None:
    game = get(name)
    batch = make_batch(game.setup(**options), 6, 3, max_turns=80)
    fast, plain, judge = make_batch_bot(batch, "champion"), PlainBots(batch, "champion"), ChampionBot(Random(0))
    assert isinstance(fast, BatchTurnBot)
    decided = differ = 0
    while not batch.over.all():
        actions, expected = fast.actions(), plain.actions()
        for number in np.flatnonzero(actions != expected).tolist():
            values = judge.move_values(game.view(batch.states()[number], int(batch.seats[number])))
            moves = [batch.encoding.move((int(each[number]),)) for each in (actions, expected)]
            ours, theirs = (values[move] for move in moves if move is not None)
            assert abs(ours - theirs) < 1e-6
            differ += 1
        decided += int((~batch.over).sum())
        batch.step(actions)
    assert differ < decided / 50


@with_kernel
@pytest.mark.parametrize("name", ["bratwurmeck", "barbecue"])
def test_whole_turns_are_the_same_as_decision_by_decision(name: str, use_kernel: bool) -> None:
    games = 100 if use_kernel else 4
    ones, turns = (
        make_batch(get(name).setup(seats=2), games, 3, max_turns=20, use_kernel=use_kernel) for _ in range(2)
    )
    one_by_one, by_turns = make_batch_bot(ones, "greedy"), make_batch_bot(turns, "greedy")
    assert isinstance(by_turns, BatchTurnBot)
    while not ones.over.all():
        ones.step(one_by_one.actions())
    while not turns.over.all():
        by_turns.play_turns(np.flatnonzero(~turns.over))
    assert_all_equal(ones, turns)


@needs_kernel
def test_whole_turns_are_the_same_without_the_kernel() -> None:
    ours, reference = (batch_of("barbecue", games=3, seed=8, use_kernel=use) for use in (True, False))
    for _ in range(5):
        for batch in (ours, reference):
            bot = make_batch_bot(batch, "greedy")
            assert isinstance(bot, BatchTurnBot)
            bot.play_turns(np.array([0, 2]))
        assert_all_equal(ours, reference)
    assert ours.turns.tolist()[1] == 0, "the others wait"


def test_bots_can_share_a_batch() -> None:
    """One bot has seat 0, another has seat 1."""
    batch = batch_of("bratwurmeck", games=40, seed=4)
    greedy, plain = make_batch_bot(batch, "greedy"), make_batch_bot(batch, "random")
    while not batch.over.all():
        ours = greedy.actions(np.flatnonzero(batch.seats == 0))
        theirs = plain.actions(np.flatnonzero(batch.seats == 1))
        assert ((ours == PASS) | (theirs == PASS)).all()
        batch.step(np.where(ours == PASS, theirs, ours))
    scores, _ = batch.standings()
    assert scores[:, 0].mean() > scores[:, 1].mean() + 5


def test_a_bot_that_sits_down_in_the_middle_of_a_turn() -> None:
    batch = batch_of("bratwurmeck", games=50, seed=6)
    for _ in range(7):
        batch.step(batch.random_actions())
    assert np.array_equal(make_batch_bot(batch, "greedy").actions(), PlainBots(batch, "greedy").actions())


def test_plain_bots_play_games_whose_moves_have_several_ids() -> None:
    batch = make_batch(get("karteneck").setup(seats=2), 2, 5)
    bots = make_batch_bot(batch, "greedy")
    while not batch.over.all():
        batch.step(bots.actions())
    assert batch.reasons(np.arange(2)).tolist() == ["supply_empty"] * 2


def test_plain_bots_go_on_after_a_reset_and_with_what_others_have_begun() -> None:
    batch = make_batch(get("karteneck").setup(seats=2), 20, 5)
    bots, others = PlainBots(batch, "greedy"), PlainBots(batch, "random")
    lays = batch.encoding.action("lay")
    while not np.isin(batch.masks.argmax(axis=1), [lays]).any():
        batch.step(others.actions(), reset_over=True)
    begun = batch.masks.argmax(axis=1) == lays
    assert (bots.actions()[begun] == lays).all()
    batch.reset(where=begun)
    actions = others.actions()
    assert batch.masks[np.arange(20), actions].all(), "nothing is left of the moves of before"


def test_no_games_are_played_by_no_plans() -> None:
    batch = batch_of("barbecue")
    before = batch.records.copy()
    bot = make_batch_bot(batch, "greedy")
    assert isinstance(bot, BatchTurnBot)
    bot.play_turns(np.arange(0))
    assert np.array_equal(batch.records, before)
