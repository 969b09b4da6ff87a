"""What the moves of Bratwurmeck would do, in words."""

from heckmeck.games.bratwurmeck import Steal, Take
from heckmeck.games.turn import Keep, Roll, Stop, Turn
from helpers.bratwurmeck import GAME, kept

NAMES = ["Ann", "Bo"]


def test_hints_say_what_would_happen() -> None:
    view = GAME.view(kept("44WWW", (21,), (), (30, 23)), 0)
    assert view.hint(Steal(23), NAMES) == "stop and steal the 23 from Bo"
    assert view.hint(Steal(23)) == "stop and steal the 23 from seat 1"
    assert view.hint(Take(21), NAMES) == "stop and take the 21"
    assert view.hint(Roll(), NAMES) == "roll the other 3"
    assert view.hint(Stop(), NAMES) == "stop with nothing: a failed attempt"
    rolled = kept("", (21,), (), ())._replace(turn=Turn("44", "11WWWW", False))
    assert GAME.view(rolled, 0).hint(Keep("W"), NAMES) == "W W W W makes the sum 28"
    one_left = kept("122255W", (21,), (), ())
    assert GAME.view(one_left, 0).hint(Roll()) == "roll the last die"


def test_the_rules_of_the_moment_are_those_of_the_ways_to_stop_and_of_what_is_at_risk() -> None:
    steal = GAME.view(kept("44WWW", (21,), (), (30, 23)), 0)
    assert steal.rules_now == ("RK-5", "RK-6", "BW-3.3", "BW-3.4", "BW-4.4")
    exact = GAME.view(kept("44WWW", (21, 23), (22,), ()), 0)
    assert exact.rules_now == ("RK-5", "RK-6", "BW-3.2", "BW-4.1", "BW-4.2")
    nothing = GAME.view(kept("44", (21,), (), ()), 0)
    assert nothing.rules_now == ("RK-5", "RK-6", "RK-8", "BW-3.1", "BW-4.4")
    rolled = kept("", (21,), (), ())._replace(turn=Turn("44", "11WWWW", False))
    assert GAME.view(rolled, 0).rules_now == ("RK-2", "RK-3", "RK-4", "RK-8")
