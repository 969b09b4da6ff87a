"""Chances to win: exact inside a turn, for every seat, whatever the evaluator thinks of the positions between turns."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from heckmeck.games import CHANCE, AnyDiceGame, Dice, DiceView, Move, get, get_dice_game
from heckmeck.games.bratwurmeck.situation import bratwurmeck_view
from heckmeck.games.turn import Keep, Roll
from heckmeck.play.win_chances import DiceWinChances, win_chances_for
from helpers.random_games import states
from helpers.win_shares import ScoreShares, use_no_shares, use_score_shares

GAMES = ("bratwurmeck", "barbecue")


def chances_of(game: AnyDiceGame) -> DiceWinChances:
    return DiceWinChances(game, ScoreShares(game))


def some_states(game: AnyDiceGame, seats: int, number: int = 120) -> list[Any]:
    return [*states(game, game.start(game.setup(seats=seats)), Random(seats), most=number)]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seats", [2, 4])
def test_before_a_roll_the_chances_are_the_average_of_those_after_it_for_everybody(name: str, seats: int) -> None:
    """So luck, the change by a roll, is zero on average: at every chance node, and however one plays otherwise."""
    game = get_dice_game(name)
    chances, seen = chances_of(game), 0
    for state in some_states(game, seats):
        if game.to_act(state) is not CHANCE:
            continue
        view: DiceView = game.view(state, None)
        before, turn = chances.now(view), chances.turn(view)
        expected = [0.0] * seats
        rolls = game.chance(state)
        for outcome, weight in rolls:
            assert isinstance(outcome, Dice)
            after = turn.after(view, outcome)
            assert sum(after) == pytest.approx(1, abs=1e-9)
            for seat in range(seats):
                expected[seat] += weight / rolls.total * (after[seat] - before[seat])
        assert expected == pytest.approx([0.0] * seats, abs=1e-9)
        seen += 1
        if seen == 12:
            break
    assert seen == 12


@pytest.mark.parametrize("name", GAMES)
def test_a_decision_is_worth_its_best_move_and_a_step_leads_where_it_says(name: str) -> None:
    game = get_dice_game(name)
    chances, decisions = chances_of(game), 0
    for state in some_states(game, 3):
        actor = game.to_act(state)
        if not isinstance(actor, int):
            continue
        view = game.view(state, actor)
        turn, now, wins = chances.turn(view), chances.now(view), chances.wins(view)
        assert list(wins) == list(view.moves)
        assert max(wins.values()) == pytest.approx(now[actor], abs=1e-9)
        for move, win in wins.items():
            after = turn.after(view, move)
            assert after[actor] == pytest.approx(win, abs=1e-9)
            then = game.apply(state, move).state
            if isinstance(move, Keep | Roll) and game.view(then, None).board == view.board:
                assert chances.turn(view).now(game.view(then, None)) == pytest.approx(after, abs=1e-9)
        decisions += 1
    assert decisions > 50


def test_a_stop_is_worth_what_the_evaluator_says_of_the_position_after_it() -> None:
    game = get_dice_game("bratwurmeck")
    evaluator = ScoreShares(game)
    chances = DiceWinChances(game, evaluator)
    view = bratwurmeck_view(stack=[25], tops=[26, 30], kept="4444WW")
    state = game.state_of(view)
    wins = {str(move): win for move, win in chances.wins(view).items()}
    for move in view.moves:
        if not isinstance(move, Roll):
            (shares,) = evaluator.shares([game.apply(state, move).state])
            assert wins[str(move)] == pytest.approx(shares[0], abs=1e-12)
    assert wins["steal 26"] > wins["take 24"], "it leads by more"


def test_a_stop_that_earns_nothing_is_a_failed_attempt() -> None:
    game = get_dice_game("bratwurmeck")
    chances = chances_of(game)
    for kept in ("44", "1W"):
        view = bratwurmeck_view(stack=[25], tops=[27], kept=kept)
        failed = chances.turn(view).ends.failed
        stop = next(move for move in view.moves if str(move) == "stop")
        assert chances.turn(view).after(view, stop) == failed
        assert chances.wins(view)[stop] == failed[0]


def test_positions_are_asked_for_once_a_turn() -> None:
    game = get_dice_game("barbecue")
    evaluator = ScoreShares(game)
    chances = DiceWinChances(game, evaluator)
    state = game.start(game.setup(seats=2))
    source = Random(1)
    while game.view(state, None).turn_of == 0:
        chances.now(game.view(state, None))
        action: Any = game.sample(state, source) if game.to_act(state) is CHANCE else game.legal_moves(state)[0]
        state = game.apply(state, action).state
    assert evaluator.asked == 1


def test_a_game_that_is_over_has_its_winners() -> None:
    game = get_dice_game("barbecue")
    over = next(each for each in states(game, game.start(game.setup(seats=2)), Random(1), most=10**6) if game.end(each))
    outcome = game.outcome(over)
    assert outcome is not None
    shares = chances_of(game).now(game.view(over, None))
    assert [seat for seat, share in enumerate(shares) if share] == list(outcome.winners)
    assert sum(shares) == 1


def test_without_an_evaluator_there_are_no_chances(monkeypatch: pytest.MonkeyPatch) -> None:
    game = get_dice_game("bratwurmeck")
    use_score_shares(monkeypatch, game)
    assert win_chances_for(game, game.setup(seats=2)) is not None
    use_no_shares(monkeypatch)
    assert win_chances_for(game, game.setup(seats=2)) is None
    cards = get("karteneck")
    assert win_chances_for(cards, cards.setup(seats=2)) is None


def test_before_the_first_roll_the_only_choice_is_to_roll() -> None:
    game = get_dice_game("bratwurmeck")
    view = game.view(game.start(game.setup(seats=2)), None)
    chances = chances_of(game)
    (move, win), *others = chances.wins(view).items()
    assert isinstance(move, Move)
    assert (str(move), others) == ("roll", [])
    assert win == pytest.approx(chances.now(view)[0], abs=1e-12)
