"""The coach at the keyboard."""

from heckmeck.cli.coach import ask_coach, why_not
from heckmeck.games import GameError, get
from heckmeck.play.advice import advise
from helpers.karteneck import GAME, table

WAIT = 60


def test_advice_is_what_the_browser_gets() -> None:
    view = GAME.view(table("1 1 W3", "2 5", grill=(16, 40)), 0)
    assert ask_coach(view, ()).result(WAIT) == advise(view, ())


def test_the_reason_for_missing_advice_is_explained() -> None:
    view = GAME.view(table("1 1 W3", "2 5", grill=(16, 40)), None)
    error = ask_coach(view, ()).exception(WAIT)
    assert isinstance(error, GameError)
    assert why_not(error, view).startswith("I do not know Heckmeck am Karteneck well enough to give advice.")
    assert get(view.game).title in why_not(error, view)
