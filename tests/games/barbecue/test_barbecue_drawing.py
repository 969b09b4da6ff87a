"""The drawing of Barbecue."""

from heckmeck.games.barbecue import SNAIL, Barbecue, Spot
from heckmeck.games.turn import Turn
from helpers.barbecue import grill, kept

GAME = Barbecue()
STATE = GAME.start(GAME.setup(seats=2))._replace(
    spots=grill({23: Spot(0, 1), 24: Spot(1, 2), 36: SNAIL}), pool=10, worms=(1, 2), snails=(0, 1), turn=kept("66W")
)


def test_plates_and_snails_lie_on_their_spots() -> None:
    lines = str(STATE).splitlines()
    assert lines[3] == "│    ●     [▲▲]    ·      ·      ·      ·      ·     │"
    assert lines[6] == "│    ·      ·      ·      ·      ·      ·     @_/    │"
    assert "snails in the pool: @@@@@@@@@@ 10" in lines[7]


def test_the_players_have_points_worms_and_snails() -> None:
    assert str(STATE).splitlines()[8:11] == [
        "   player    points  worms  snails",
        "▶  ● seat 0  1       1      0",
        "   ▲ seat 1  5       2      1 @",
    ]


def test_many_worms_are_written_as_a_number() -> None:
    setup = GAME.setup(seats=2, spots=(23, 24), worms_by_spot={23: 5, 24: 12})
    assert "~~~~~   12~" in str(GAME.start(setup))


def test_after_the_end_there_are_no_dice_and_nobody_is_active() -> None:
    over = STATE._replace(ended="pool_empty", turn=Turn())
    for each in (over, GAME.view(over, 0)):
        assert "▶" not in str(each)
        assert "kept" not in str(each)
