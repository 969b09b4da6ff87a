"""The drawing of Bratwurmeck."""

from heckmeck.games import Screen
from heckmeck.games.turn import Turn
from helpers.bratwurmeck import GAME, kept

STATE = kept("44W", (21, 22, 25), (), (24, 23))


def test_portions_are_open_turned_over_or_gone() -> None:
    lines = str(STATE).splitlines()
    assert lines[1:3] == [
        "│    21     22     ·      ·      25    ▒▒▒▒   ▒▒▒▒   ▒▒▒▒   │",
        "│    ~      ~                    ~~    ▒▒▒▒   ▒▒▒▒   ▒▒▒▒   │",
    ]


def test_stacks_are_shown_with_the_top_first_and_the_active_seat_is_marked() -> None:
    assert str(STATE).splitlines()[6:9] == [
        "   player    worms  stack, top first",
        "▶  ● seat 0  0      nothing",
        "   ▲ seat 1  2       23  on 24",
    ]
    view = GAME.view(STATE, 1)
    assert "▲ Bo (you)" in str(view.draw(["Ann", "Bo"]))


def test_the_dice_of_the_turn_are_shown_with_their_sum() -> None:
    assert str(STATE).splitlines()[-2:] == ["kept     4   4    W   = 13", "left    5 dice to roll"]
    one_left = STATE._replace(turn=Turn("122255W", "", False))
    assert str(one_left).splitlines()[-1] == "left    1 die to roll"
    rolled = STATE._replace(turn=Turn("44", "11235W", False))
    assert str(rolled).splitlines()[-2:] == ["kept     4   4   = 8   no worm yet", "rolled   1   1   2   3   5   W"]


def test_after_the_end_there_are_no_dice_and_nobody_is_active() -> None:
    over = STATE._replace(grill=(), turn=Turn())
    assert "▶" not in str(over)
    assert "dice" not in str(over)


def test_after_the_end_the_winner_is_named_and_what_decided_a_tie() -> None:
    over = STATE._replace(grill=(), stacks=((21, 25), (24, 26)), turn=Turn())
    assert str(over).splitlines()[-2:] == [
        "The game is over. No open portion is left on the grill.",
        "▲ seat 1 wins with 3 worms; 26 decides the tie.",
    ]
    assert str(GAME.view(over._replace(stacks=((27,), ())), 1)).endswith("● seat 0 wins with 2 worms.")
    assert str(over._replace(stacks=((21,), ()))).endswith("● seat 0 wins with 1 worm.")


def test_a_win_that_is_shared_names_all_winners() -> None:
    over = GAME.start(GAME.setup(seats=3))._replace(grill=())
    assert str(over.draw(["Ann", "Bo", "Cleo"])).endswith("● Ann, ▲ Bo and ■ Cleo share the win with 0 worms.")


def test_a_narrow_screen_has_fewer_tiles_in_a_row_and_a_tall_one_empty_lines_between_rows() -> None:
    assert "27" not in str(GAME.start(GAME.setup(seats=2)).draw((), Screen(50, 24))).splitlines()[1]
    tall = str(STATE.draw((), Screen(80, 40))).splitlines()
    assert tall[3].strip("│ ") == ""


def test_parts_of_the_drawing_have_roles() -> None:
    spans = {span for line in STATE.draw().lines for span in line}
    assert {("21", "portion"), ("~", "portion_worm"), (" W ", "kept_die_worm"), ("= 13", "sum")} <= spans
    assert ("● seat 0", "seat0") in spans
