"""Bratwurmeck: who is to act, and what is refused to all others."""

import pytest

from heckmeck.games import CHANCE, IllegalMove, NotYourTurn, get
from heckmeck.games.bratwurmeck import Bratwurmeck, Take
from heckmeck.games.turn import DiceRolled, FaceKept
from helpers.notation import after, moves, refused

GAME = Bratwurmeck()
START = GAME.start(GAME.setup(seats=3))
ROLLED = after(GAME, START, "=11244WWW")
KEPT = after(GAME, ROLLED, "keep W")


def test_the_seat_to_act_may_move() -> None:
    assert GAME.apply(ROLLED, GAME.parse("keep W"), by=0).events == (FaceKept(0, "W", 3, 15),)


@pytest.mark.parametrize("seat", [1, 2, 3, -1])
@pytest.mark.parametrize("step", ["keep W", "keep 3", "roll", "=11244WWW"])
def test_no_other_seat_may_move(seat: int, step: str) -> None:
    with pytest.raises(NotYourTurn) as caught:
        GAME.apply(ROLLED, GAME.parse(step), by=seat)
    assert caught.value.code == "not_your_turn"


@pytest.mark.parametrize("step", ["roll", "stop"])
def test_no_other_seat_may_roll_on_or_stop(step: str) -> None:
    with pytest.raises(NotYourTurn) as caught:
        GAME.apply(KEPT, GAME.parse(step), by=1)
    assert caught.value.code == "not_your_turn"


@pytest.mark.parametrize("seat", [0, 1, 2])
@pytest.mark.parametrize("step", ["=11244WWW", "keep W", "roll"])
def test_no_seat_may_act_for_chance(seat: int, step: str) -> None:
    with pytest.raises(NotYourTurn) as caught:
        GAME.apply(START, GAME.parse(step), by=seat)
    assert caught.value.code == "not_your_turn"


def test_chance_may_act_when_a_roll_is_coming() -> None:
    assert GAME.apply(START, GAME.parse("=11244WWW")).events == (DiceRolled(0, "11244WWW"),)


@pytest.mark.parametrize("step", ["keep 1", "roll", "stop", "take 21", "steal 21"])
def test_a_move_is_refused_while_a_roll_is_coming(step: str) -> None:
    error = refused(GAME, START, step)
    assert isinstance(error, NotYourTurn)
    assert error.code == "chance_to_act"


@pytest.mark.parametrize("step", ["keep 1", "roll", "stop", "take 21"])
def test_a_move_is_refused_while_a_later_roll_is_coming(step: str) -> None:
    error = refused(GAME, after(GAME, KEPT, "roll"), step)
    assert isinstance(error, NotYourTurn)
    assert error.code == "chance_to_act"


@pytest.mark.parametrize("step", ["=11244WWW", "=11244"])
@pytest.mark.parametrize("state", [ROLLED, KEPT], ids=["rolled", "kept"])
def test_a_roll_is_refused_while_a_player_is_to_decide(state: object, step: str) -> None:
    error = refused(GAME, state, step)
    assert isinstance(error, IllegalMove)
    assert error.code == "player_to_act"


def test_a_roll_by_the_seat_that_is_to_decide_is_refused() -> None:
    with pytest.raises(IllegalMove) as caught:
        GAME.apply(ROLLED, GAME.parse("=11244WWW"), by=0)
    assert caught.value.code == "player_to_act"


def test_there_are_no_chances_while_a_player_is_to_decide() -> None:
    with pytest.raises(IllegalMove) as caught:
        GAME.chance(ROLLED)
    assert caught.value.code == "player_to_act"


@pytest.mark.parametrize("portion", [0, 20, 37, 40])
def test_a_portion_that_does_not_exist_cannot_be_taken(portion: int) -> None:
    state = after(GAME, START, "=WWWWW112", "keep W")
    with pytest.raises(IllegalMove) as caught:
        GAME.apply(state, Take(portion))
    assert caught.value.code == "not_on_grill"


def test_a_move_of_another_game_is_refused() -> None:
    with pytest.raises(IllegalMove) as caught:
        GAME.apply(KEPT, get("karteneck").parse("out"))
    assert caught.value.code == "unknown_move"


def test_a_refused_move_changes_nothing() -> None:
    state = after(GAME, START, "=11244WWW", "keep W")
    refused(GAME, state, "take 21")
    assert state == KEPT
    assert GAME.to_act(state) == 0
    assert moves(GAME, state) == ["roll", "stop"]


def test_whose_turn_it_is_stays_the_same_until_the_turn_ends() -> None:
    state = after(GAME, KEPT, "roll")
    assert GAME.to_act(state) is CHANCE
    assert GAME.to_act(after(GAME, state, "=11244")) == 0
