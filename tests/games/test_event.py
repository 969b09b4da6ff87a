"""Events in words."""

from random import Random

import pytest

from heckmeck.games import CHANCE, GAMES, Event, describe_events, get, seen_by
from heckmeck.games.karteneck import CardsDrawn, CardsLaid, CardsSeen
from heckmeck.games.turn import AttemptFailed, DiceRolled, FaceKept
from helpers.random_games import action_at

NAMES = ["Ann", "Bo", "Cleo", "Dan", "Eve", "Flo", "Gus"]


@pytest.mark.parametrize("name", GAMES)
def test_every_event_has_a_sentence_and_every_move_a_hint(name: str) -> None:
    game, source = get(name), Random(5)
    state = game.start(game.setup(seats=game.seats[-1]))
    for _ in range(3000):
        actor = game.to_act(state)
        if actor is None:
            break
        if actor is not CHANCE:
            view = game.view(state, actor)
            assert all(view.hint(move, NAMES) for move in view.main_moves)
        state, events = game.apply(state, action_at(game, state, source))
        for event in events:
            for names in (NAMES, []):
                assert type(event).__name__ not in event.describe(names)


def test_related_events_are_described_in_one_line() -> None:
    turn = [DiceRolled(0, "14W"), FaceKept(0, "W", 1, 5), DiceRolled(0, "44"), AttemptFailed(0, "no_new_face")]
    assert describe_events(turn, NAMES) == [
        "Ann rolls 1 4 W, keeps 1 worm: 5; rolls 4 4",
        "Ann fails: only faces that are set aside already",
    ]
    drawn = [CardsLaid(1, (2, 2), 9), CardsDrawn(1, 2), CardsSeen(1, (3, 12))]
    assert describe_events(drawn, NAMES) == ["Bo lays 2 2: 9, draws 2 cards: 3 W7"]
    assert describe_events(seen_by(drawn, 0)) == ["seat 1 lays 2 2: 9, draws 2 cards"]


def test_an_event_without_a_sentence_is_written_as_it_is() -> None:
    assert Event().describe(NAMES) == "Event()"
    assert describe_events([Event(), Event()]) == ["Event()", "Event()"]
