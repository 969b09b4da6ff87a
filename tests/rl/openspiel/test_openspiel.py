"""OpenSpiel's own suite, its searches on all three games, golden playthroughs, and bad input."""

from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import ismcts, mcts

import heckmeck.rl.openspiel  # noqa: F401  # registers the games
from heckmeck.games import GAMES, BadNotation, BadSetup
from heckmeck.rl.openspiel import BratwurmeckSpiel
from helpers.playthroughs import GOLDEN, PLAYTHROUGHS, playthrough

SMALL_CARDS = "zeros=0,removed=0,copies=2,worm_cards=3,hand=2"
SIMULATED = [
    "heckmeck_bratwurmeck(max_turns=12)",
    "heckmeck_bratwurmeck(players=7,portions=21to24,lower_portion=next,returned_highest_turns=True,max_turns=12)",
    "heckmeck_barbecue",
    "heckmeck_barbecue(players=5,spots=25to27,worms_by_spot=25:0/26:99/27:3,snails=2,first=4,returns=score)",
    "heckmeck_karteneck",
    f"heckmeck_karteneck(players=5,portions=16to25,{SMALL_CARDS.replace('worm_cards=3', 'worm_cards=5')})",
]


def played(game: Any, source: Random, decisions: int) -> Any:
    """Return a state in which a player decides, after some decisions at random."""
    state = game.new_initial_state()
    while decisions or state.is_chance_node():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(source.choices(outcomes, weights)[0])
        else:
            state.apply_action(source.choice(state.legal_actions()))
            decisions -= 1
        assert not state.is_terminal()
    return state


@pytest.mark.parametrize("name", SIMULATED)
def test_random_simulations_with_serialisation_and_masks(name: str) -> None:
    game = pyspiel.load_game(name)
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False, mask_test=True)


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_playthroughs_are_as_stored(name: str) -> None:
    assert playthrough(name) == (GOLDEN / f"{name}.txt").read_text("utf-8")


@pytest.mark.parametrize("name", ["heckmeck_bratwurmeck(max_turns=6)", "heckmeck_barbecue", "heckmeck_karteneck"])
def test_mcts_plays(name: str) -> None:
    game = pyspiel.load_game(name)
    state = played(game, Random(1), decisions=1)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = mcts.MCTSBot(game, 1.5, 8, evaluator, random_state=np.random.RandomState(1))
    while len(state.legal_actions()) == 1:
        state = played(game, Random(len(state.history())), decisions=2)
    assert bot.step(state) in state.legal_actions()


def test_is_mcts_plays_with_hidden_cards() -> None:
    """OpenSpiel's IS-MCTS accepts only games of imperfect information, which the dice games are not."""
    game = pyspiel.load_game("heckmeck_karteneck(players=3)")
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(game, evaluator, 1.5, 8, random_state=np.random.RandomState(1))
    for decisions in (0, 5):
        state = played(game, Random(decisions), decisions)
        assert bot.step(state) in state.legal_actions()


def test_a_resampled_state_looks_the_same_to_its_player_alone() -> None:
    game = pyspiel.load_game("heckmeck_karteneck(players=3)")
    state = played(game, Random(3), decisions=4)
    player = state.current_player()
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    others = set()
    for _ in range(5):
        resampled = state.resample_from_infostate(player, sampler)
        assert resampled.information_state_string(player) == state.information_state_string(player)
        assert resampled.information_state_tensor(player) == state.information_state_tensor(player)
        assert resampled.legal_actions() == state.legal_actions()
        others.add(resampled.observation_string((player + 1) % 3))
    assert len(others) > 1


@pytest.mark.parametrize("name", ["heckmeck_bratwurmeck", "heckmeck_barbecue", "heckmeck_karteneck"])
def test_probabilities_are_exact_and_outcomes_ascend(name: str) -> None:
    state = pyspiel.load_game(name).new_initial_state()
    source = Random(5)
    for _ in range(60):
        if state.is_terminal():
            break
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            assert list(outcomes) == sorted(set(outcomes))
            assert sum(weights) == pytest.approx(1, abs=1e-12)
            state.apply_action(source.choices(outcomes, weights)[0])
        else:
            state.apply_action(source.choice(state.legal_actions()))


def test_tensors_have_the_numbers_of_the_encoding_and_turns() -> None:
    game = pyspiel.load_game("heckmeck_barbecue(players=3)")
    state = played(game, Random(2), decisions=3)
    node, rules = state.node, state.get_game().rules
    for player in range(3):
        expected = [*rules.encoding.encode(rules.view(node, player)).tolist(), node.turns]
        assert state.observation_tensor(player) == expected
        assert state.information_state_tensor(player) == expected


def test_information_of_karteneck_has_its_history() -> None:
    game = pyspiel.load_game("heckmeck_karteneck")
    state = played(game, Random(2), decisions=6)
    node, encoding = state.node, state.get_game().rules.encoding
    for player in range(2):
        history = state.information_state_tensor(player)[encoding.size :]
        assert len(history) == encoding.history_length
        assert [int(token) for token in history if token] == list(node.seen[player])
    assert node.seen[0] != node.seen[1], "their own cards differ"
    assert len(node.seen[2]) < len(node.seen[0]), "and are not public"


def test_a_game_can_begin_at_a_position() -> None:
    game = pyspiel.load_game("heckmeck_bratwurmeck(portions=21to22,max_turns=5)")
    position = "bratwurmeck seats=2 portions=21-22 grill=22 stacks=21/- turn=1 kept=444WWW rolling=2"
    state = game.new_initial_state(position)
    assert str(state) == f"{position} turns=0"
    assert len(state.chance_outcomes()) == 21
    _, copy = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert str(copy) == str(state)
    with pytest.raises(BadSetup, match="another set-up"):
        game.new_initial_state("bratwurmeck seats=2 grill=21-36 stacks=-/- turn=0 rolling=8")
    with pytest.raises(BadNotation):
        game.new_initial_state("chess")


def test_play_ends_at_the_limit_of_turns() -> None:
    game = pyspiel.load_game("heckmeck_bratwurmeck(max_turns=1)")
    state = game.new_initial_state("bratwurmeck seats=2 grill=22-36 stacks=-/21 turn=0 kept=11")
    assert [state.action_to_string(action) for action in state.legal_actions()] == ["roll", "stop"]
    state.apply_action(state.string_to_action("stop"))
    assert state.is_terminal()
    assert state.returns() == [-1.0, 1.0]
    assert state.legal_actions() == []


def test_worms_are_added_one_by_one_and_seen_when_they_are_laid() -> None:
    game = pyspiel.load_game("heckmeck_karteneck(copies=0,worm_cards=6,hand=3,portions=16to17,zeros=0,removed=0)")
    state = played(game, Random(1), decisions=0)
    player = state.current_player()
    before = state.observation_string(1 - player)
    state.apply_action(state.legal_actions()[1])
    assert state.current_player() == player
    assert "chosen=add W" in state.observation_string(player)
    assert state.observation_string(1 - player) == before
    state.apply_action(state.string_to_action("lay"))
    assert state.observation_string(1 - player) != before


@pytest.mark.parametrize("name", ["heckmeck_bratwurmeck", "heckmeck_barbecue", "heckmeck_karteneck"])
def test_illegal_actions_are_refused_and_change_nothing(name: str) -> None:
    state = pyspiel.load_game(name).new_initial_state()
    for _ in range(2):
        before = (str(state), state.history())
        for action in (-1, 5000, next(a for a in range(5000) if a not in state.legal_actions())):
            with pytest.raises(pyspiel.SpielError):
                state.apply_action(action)
        assert (str(state), state.history()) == before
        state = played(state.get_game(), Random(1), decisions=0)


def test_after_the_end_nothing_can_be_played() -> None:
    game = pyspiel.load_game("heckmeck_bratwurmeck(portions=21to21)")
    state = game.new_initial_state("bratwurmeck seats=2 portions=21-21 grill=21 stacks=-/- turn=0 kept=444WW")
    state.apply_action(state.string_to_action("take 21"))
    assert state.is_terminal()
    with pytest.raises(pyspiel.SpielError):
        state.apply_action(0)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("heckmeck_bratwurmeck(players=9)", "2 to 7 players"),
        ("heckmeck_bratwurmeck(portions=21to40)", "from 21 to 36"),
        ("heckmeck_bratwurmeck(portions=few)", "portions"),
        ("heckmeck_bratwurmeck(lower_portion=all)", "any or next"),
        ("heckmeck_bratwurmeck(max_turns=0)", "max_turns"),
        ("heckmeck_bratwurmeck(returns=fame)", "win or score"),
        ("heckmeck_barbecue(snails=-3)", "snails"),
        ("heckmeck_barbecue(worms_by_spot=23:1)", "worms_by_spot"),
        ("heckmeck_karteneck(hand=7)", "from 1 to 6"),
        ("heckmeck_karteneck(players=3,removed=1)", "full rounds"),
    ],
)
def test_bad_parameters_are_refused(name: str, words: str) -> None:
    with pytest.raises(BadSetup, match=words):
        pyspiel.load_game(name)


def test_an_unknown_parameter_is_an_error_of_openspiel() -> None:
    with pytest.raises(pyspiel.SpielError, match="wurst"):
        pyspiel.load_game("heckmeck_barbecue(wurst=1)")


def test_an_observer_takes_no_parameters() -> None:
    game = BratwurmeckSpiel()
    with pytest.raises(ValueError, match="no parameters"):
        game.make_py_observer(None, {"size": 3})


def test_it_is_an_environment_for_the_learners_of_openspiel() -> None:
    environment = rl_environment.Environment("heckmeck_barbecue(players=3)", include_full_state=True)
    environment.seed(3)
    step = environment.reset()
    while not step.last():
        step = environment.step([step.observations["legal_actions"][step.current_player()][0]])
    assert sum(step.rewards) == pytest.approx(0)


def test_every_game_is_registered() -> None:
    assert {f"heckmeck_{name}" for name in GAMES} <= set(pyspiel.registered_names())
