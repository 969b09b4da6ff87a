"""The drawing of Karteneck."""

from helpers.karteneck import GAME, table

STATE = table("1 1 W3", "2 5", layouts=("4 W7", "3 3"), grill=(0, 33), stacks=((), (20, 42)), discard="5 5", out=(1,))


def test_a_state_shows_every_hand() -> None:
    assert str(STATE).splitlines()[-2:] == ["hand of seat 0   1   1    W3", "hand of seat 1   2    5"]


def test_a_seat_sees_its_own_hand_and_a_spectator_none() -> None:
    assert str(GAME.view(STATE, 1)).splitlines()[-1] == "your hand   2    5"
    assert "W3" not in str(GAME.view(STATE, 1))
    assert "hand of" not in str(GAME.view(STATE, None))
    assert "W3" not in str(GAME.view(STATE, None))


def test_layouts_have_their_totals_and_what_is_wrong_with_them() -> None:
    ann, bo = str(STATE.draw(["Ann", "Bo"])).splitlines()[-5:-3]
    assert ann == "▶  ● Ann   0      3      4    W7   = 9            nothing"
    assert bo == "   ▲ Bo    6      2      3   3   = 6 no worm out   42  on 20"
    nothing = STATE._replace(layouts=((), ()))
    assert "out, without a worm" in str(nothing)


def test_portions_and_piles_are_counted() -> None:
    lines = str(STATE).splitlines()
    assert lines[1] == "│    0      33    │"
    assert lines[4] == "14 portions in the supply, 99 cards in the draw pile, 2 discarded"
    assert "empty" in str(STATE._replace(grill=()))
