"""The prizes and failures that a dice game announces agree with what its moves do."""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from heckmeck.games import (
    CHANCE,
    GAMES,
    Dice,
    Event,
    Game,
    GameOver,
    IllegalMove,
    Keep,
    Move,
    Prize,
    RollAndKeep,
    Theft,
)
from heckmeck.games.bratwurmeck import Take
from heckmeck.games.dice import DICE, WORM
from heckmeck.games.roll_and_keep import ROLL, STOP
from heckmeck.games.turn import Turn
from helpers.random_games import setups, states

DiceGame = RollAndKeep[Any, Any, Any]
DICE_GAMES = [game for game in GAMES.values() if isinstance(game, RollAndKeep)]
every_dice_game = pytest.mark.parametrize("game", DICE_GAMES, ids=[game.name for game in DICE_GAMES])


def boards(game: DiceGame) -> Iterator[Any]:
    """Different states before the first roll of a turn, from random games with all set-ups."""
    seen = set()
    for seats in (game.seats[0], game.seats[-1]):
        for number, setup in enumerate(setups(game, seats)):
            for state in states(game, game.start(setup), Random(number), most=600):
                if state.turn == Turn() and game.to_act(state) is CHANCE and state not in seen:
                    seen.add(state)
                    yield state


@cache
def kept_dice(game: DiceGame, total: int, worm: bool) -> list[str]:
    """Dice of this sum: some that can be rolled on and some that cannot, as far as there are such."""
    dice = [kept for kept, facts in game.die.facts.items() if (facts.total, facts.worm) == (total, worm) and kept]
    return [kept for over in (False, True) for kept in [each for each in dice if game.die.facts[each].over is over][:1]]


def deciding(game: DiceGame, state: Any, kept: str) -> Any:
    """The state with these dice set aside and the player to decide, or None if the attempt has failed with them."""
    after = state._replace(turn=Turn(kept, "", False))
    return after if game.legal_moves(after) else None


def scores(game: DiceGame, state: Any) -> list[int]:
    return [score for score, _ in game.standings(state)]


def changes(game: DiceGame, state: Any, move: Move | Dice) -> tuple[list[int], tuple[Event, ...], bool]:
    """What each seat gains by a step, what happened, and whether the game ended."""
    after, events = game.apply(state, move)
    gains = [new - old for new, old in zip(scores(game, after), scores(game, state), strict=True)]
    return gains, events, game.end(after) is not None


@every_dice_game
def test_a_stop_brings_what_its_prize_says(game: DiceGame) -> None:
    checked = thefts = 0
    for board in boards(game):
        prizes = game.prizes(game.view(board, board.seat))
        assert len(prizes) == game.sums
        for total in range(game.sums):
            for kept in kept_dice(game, total, worm=True):
                state = deciding(game, board, kept)
                stops = [] if state is None else [move for move in game.legal_moves(state) if move != ROLL]
                view = None if state is None else game.view(state, board.seat)
                offered = [prize for stop in stops if (prize := game.prize_of(view, stop, total)) is not None]
                assert_best(prizes[total], offered)
                for prize in offered:
                    thefts += assert_brings(game, state, prize)
                    checked += 1
    assert checked > 1000
    assert thefts > 50


def assert_best(best: Prize | None, offered: list[Prize]) -> None:
    assert (best is None) == (not offered)
    if best is not None:
        assert best in offered
        assert all((prize.gain, prize.loss) <= (best.gain, best.loss) for prize in offered)


def assert_brings(game: DiceGame, state: Any, prize: Prize) -> bool:
    """Check gain, loss and events of a prize; return whether it was stolen."""
    gains, events, ended = changes(game, state, prize.move)
    thefts = [event for event in events if isinstance(event, Theft)]
    expected = [0] * len(gains)
    expected[state.seat] = prize.gain
    for theft in thefts:
        assert theft.seat == state.seat
        expected[theft.victim] -= prize.loss
    assert gains == expected
    assert bool(thefts) or prize.loss == 0
    assert not any(event.fails for event in events)
    assert ended or prize.name != "end"
    return bool(thefts)


@every_dice_game
def test_a_stop_without_a_prize_is_a_failed_attempt(game: DiceGame) -> None:
    failed = 0
    for board in boards(game):
        for total in range(game.sums):
            for kept in [*kept_dice(game, total, worm=True), *kept_dice(game, total, worm=False)]:
                state = deciding(game, board, kept)
                if state is None:
                    continue
                view = game.view(state, board.seat)
                for stop in [move for move in game.legal_moves(state) if move != ROLL]:
                    if game.prize_of(view, stop, view.total) is None:
                        assert_fails(game, state, stop)
                        failed += 1
    assert bool(failed) == game.stop_may_fail


@every_dice_game
def test_a_roll_without_a_new_face_costs_what_a_failed_attempt_costs(game: DiceGame) -> None:
    costs, ends = set(), set()
    for board in boards(game):
        state = board._replace(turn=Turn(WORM))
        view = game.view(state, board.seat)
        assert_fails(game, state, Dice(WORM * (DICE - 1)))
        costs.add(game.failure_cost(view))
        ends.add(game.failure_ends(view))
    assert len(costs) > 1 or len(ends) > 1  # the boards differ in what a failed attempt does


def assert_fails(game: DiceGame, state: Any, action: Move | Dice) -> None:
    view = game.view(state, state.seat)
    gains, events, ended = changes(game, state, action)
    expected = [0] * len(gains)
    expected[state.seat] = -game.failure_cost(view)
    assert any(event.fails for event in events)
    assert gains == expected
    assert ended == game.failure_ends(view)


@every_dice_game
def test_the_last_dice_fail_just_where_no_prize_is(game: DiceGame) -> None:
    """With a worm among the dice and no die left to roll, the attempt fails exactly if the sum earns nothing."""
    for board in boards(game):
        prizes = game.prizes(game.view(board, board.seat))
        for kept in [each for each in game.die.facts if len(each) == DICE and WORM in each][::7]:
            first = game.die.facts[kept].faces[0]
            before = board._replace(turn=Turn(kept.replace(first, ""), first * kept.count(first), False))
            _, events = game.apply(before, game.parse(f"keep {first}"))
            assert any(event.fails for event in events) == (prizes[game.die.facts[kept].total] is None)


@every_dice_game
def test_follow_ups_are_what_the_moves_leave_to_decide(game: DiceGame) -> None:
    listed = 0
    for number, setup in enumerate(setups(game, game.seats[-1])):
        for state in states(game, game.start(setup), Random(number), most=300):
            found = game.follow_ups(state)
            assert found == Game.follow_ups(game, state)
            listed += len(found)
    assert listed > 100


@every_dice_game
def test_after_turn_is_what_the_moves_lead_to(game: DiceGame) -> None:
    stopped = 0
    for board in boards(game):
        for total in range(game.sums):
            for kept in kept_dice(game, total, worm=True):
                state = deciding(game, board, kept)
                stops = [] if state is None else [move for move in game.legal_moves(state) if move != ROLL]
                view = None if state is None else game.view(state, board.seat)
                earning = [stop for stop in stops if game.prize_of(view, stop, total) is not None]
                assert list(game.stops_at(board, total)) == earning
                for stop in earning:
                    assert game.after_turn(board, stop, total) == game.apply(state, stop).state
                    stopped += 1
        failed = game.apply(board._replace(turn=Turn(WORM)), Dice(WORM * (DICE - 1))).state
        assert game.after_turn(board, None) == failed
    assert stopped > 1000


@every_dice_game
def test_after_turn_refuses_what_ends_no_turn(game: DiceGame) -> None:
    state = game.start(game.setup(seats=2))
    for stop, total, code in ((ROLL, 30, "no_stop"), (Keep("1"), 30, "no_stop"), (STOP, 4, "no_such_sum")):
        with pytest.raises(IllegalMove) as caught:
            game.after_turn(state, stop, total)
        assert caught.value.code == code
    with pytest.raises(IllegalMove):
        game.after_turn(state, Take(21), 20)
    over = next(each for each in states(game, state, Random(1), most=10**6) if game.end(each))
    with pytest.raises(GameOver):
        game.after_turn(over, None)


@every_dice_game
def test_a_view_shows_the_state(game: DiceGame) -> None:
    for number, setup in enumerate(setups(game, game.seats[0])):
        for state in states(game, game.start(setup), Random(number), most=300):
            for seat in (None, 0):
                view = game.view(state, seat)
                assert game.state_of(view) == RollAndKeep.state_of(game, view) == state
