"""The coach at the keyboard."""

import pytest

from heckmeck.cli.coach import ask_coach, why_no_chances, why_not
from heckmeck.games import GameError, get
from heckmeck.play.advice import Option, advise
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


def test_why_the_chances_to_win_are_not_known_is_said_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    view = GAME.view(table("1 1 W3", "2 5", grill=(16, 40)), 0)
    known, unknown = [Option("out", 0.0, win=0.5)], [Option("out", 0.0)]
    monkeypatch.setattr("heckmeck.cli.coach.why_no_win_shares", lambda setup: "These rules are unusual.")
    assert why_no_chances(unknown, view) == ["These rules are unusual. So I count worms."]
    assert why_no_chances(known, view) == []
    monkeypatch.setattr("heckmeck.cli.coach.why_no_win_shares", lambda setup: None)
    assert why_no_chances(unknown, view) == []
