"""Everything that a person needs at their turn is in view, even on small screens with many players."""

from random import Random

import pytest

from heckmeck.cli.choices import ChoiceList
from heckmeck.cli.log_panel import Log
from heckmeck.cli.turn_screen import turn_screen
from heckmeck.cli.verdict import sentences
from heckmeck.games import CHANCE, Event, get
from heckmeck.play.advice import advise
from helpers.random_games import action_at
from helpers.screens import printed, real_screen

NAMES = ["Player", *(f"cautious {number}" for number in range(1, 7))]
KEYS = "? rules"


@pytest.mark.parametrize("coached", [False, True])
@pytest.mark.parametrize(("name", "seats"), [("bratwurmeck", 7), ("barbecue", 5), ("karteneck", 5)])
def test_at_80_by_24_the_whole_table_is_in_view(
    name: str, seats: int, coached: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    real_screen(monkeypatch, 80, 24)
    game, source = get(name), Random(4)
    state, events = game.start(game.setup(seats=seats)), list[Event]()
    for number in range(400):
        actor = game.to_act(state)
        if actor is None:
            break
        if actor is not CHANCE and isinstance(actor, int) and number % 9 == 0:
            view = game.view(state, actor)
            # An estimate takes a while, and how its figures look does not depend on them.
            options = advise(view, events) if coached and not game.hides else ()
            coach = sentences(options, game.unit) if options else ["Let me think ..."] * coached
            choices = ChoiceList(view, NAMES, options)
            lines = printed(turn_screen(view, NAMES, Log(events[-40:], NAMES), choices, coach, [KEYS]))
            assert len(lines) <= 23, "\n".join(lines)
            assert lines[-1] == KEYS
            assert any("≋≋" in line for line in lines)
            assert all(any(player in line for line in lines) for player in NAMES[:seats])
        state, happened = game.apply(state, action_at(game, state, source))
        events += happened


def test_a_tall_screen_has_everything_below_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    real_screen(monkeypatch, 100, 50)
    game = get("bratwurmeck")
    view = game.view(game.apply(game.start(game.setup(seats=7)), game.parse("=11244WWW")).state, 0)
    options = advise(view, ())
    lines = printed(
        turn_screen(view, NAMES, Log([], NAMES), ChoiceList(view, NAMES, options), sentences(options, "worms"))
    )
    assert "   player          worms  stack, top first" in lines
    assert lines[-4].startswith(" 1  keep 1")
    assert any(line.startswith("Coach  keep W: that is good. ") for line in lines)
    assert "It goes wrong 1 time in" in " ".join(lines)
