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
