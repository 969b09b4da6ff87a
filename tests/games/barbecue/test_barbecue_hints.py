"""What the moves of Barbecue would do, in words."""

import pytest

from heckmeck.games.barbecue import EMPTY, SNAIL, Barbecue, Spot
from heckmeck.games.turn import Keep, Stop, Turn
from helpers.barbecue import grill, kept

NAMES = ["Ann", "Bo"]
GAME = Barbecue()
START = GAME.start(GAME.setup(seats=2))


@pytest.mark.parametrize(
    ("spot", "words"),
    [
        (EMPTY, "put a plate on 23 for 1 worm"),
        (SNAIL, "take the snail on 23"),
        (Spot(0, 1), "secure 23 for 1 worm"),
        (Spot(1, 1), "take over 23 and steal 1 worm from Bo"),
    ],
)
def test_a_stop_depends_on_what_lies_on_the_spot(spot: Spot, words: str) -> None:
    view = GAME.view(START._replace(turn=kept("44WWW"), spots=grill({23: spot})), 0)
    assert view.hint(Stop(), NAMES) == f"stop: {words}"


@pytest.mark.parametrize(
    ("spot", "rule"),
    [
        (EMPTY, "BQ-4.1"),
        (SNAIL, "BQ-4.4"),
        (Spot(0, 1), "BQ-4.3"),
        (Spot(1, 1), "BQ-4.2"),
        (Spot(1, 2), "BQ-3.3"),
    ],
)
def test_the_rules_of_the_moment_depend_on_what_lies_on_the_spot(spot: Spot, rule: str) -> None:
    state = START._replace(turn=kept("44WWW"), spots=grill({23: spot}))
    assert GAME.view(state, 0).rules_now == ("RK-5", "RK-6", rule, "BQ-5.1", "BQ-5.3")


def test_the_rules_of_the_moment_say_when_one_may_not_stop_and_when_there_is_no_spot() -> None:
    assert GAME.view(START._replace(turn=kept("66666")), 0).rules_now[2:4] == ("RK-8", "BQ-3.1")
    assert "BQ-3.1" in GAME.view(START._replace(turn=kept("WW")), 0).rules_now
    assert "BQ-4.5" in GAME.view(START._replace(turn=kept("66WWWWW")), 0).rules_now


def test_above_the_spots_there_are_snails_or_the_end() -> None:
    many = START._replace(turn=kept("66WWWWW"))
    assert GAME.view(many, 0).hint(Stop(), NAMES) == "stop: take a snail"
    assert GAME.view(many._replace(pool=0), 0).hint(Stop(), NAMES) == "stop: end the game"


def test_a_face_makes_a_sum() -> None:
    assert GAME.view(START._replace(turn=Turn("", "22334466", False)), 0).hint(Keep("6")) == "6 6 makes the sum 12"
