"""Hints, sentences and pictures: something sensible for whatever can come up."""

from random import Random
from typing import Any

import pytest
from rich.console import Console

from heckmeck.cli.console import THEME, display_names
from heckmeck.cli.draw import draw
from heckmeck.cli.hint import hint
from heckmeck.cli.prompt import MANY, listed
from heckmeck.cli.words import say, tell
from heckmeck.games import CHANCE, GAMES, AnyGame, Event, View, get
from heckmeck.games.barbecue import EMPTY, SNAIL, Barbecue, Spot
from heckmeck.games.bratwurmeck import Bratwurmeck, Steal
from heckmeck.games.karteneck import CardsDrawn, CardsSeen, Choices, Draw, DropOut, Grill, Karteneck, Lay
from heckmeck.games.turn import Keep, Roll, Stop, Turn

NAMES = ["Ann", "Bo", "Cleo", "Dan", "Eve", "Flo", "Gus"]


def positions(game: AnyGame, seats: int) -> list[tuple[Any, tuple[Event, ...]]]:
    source, found = Random(5), []
    state: Any = game.start(game.setup(seats=seats))
    while (actor := game.to_act(state)) is not None:
        moves = game.legal_moves(state)
        action = game.sample(state, source) if actor is CHANCE else moves[source.randrange(len(moves))]
        state, events = game.apply(state, action)
        found.append((state, events))
    return found


@pytest.mark.parametrize("name", GAMES)
def test_every_event_has_a_sentence_of_its_own(name: str) -> None:
    for _, events in positions(get(name), get(name).seats[-1]):
        for event in events:
            sentence = say(event, NAMES)
            assert sentence != str(event)
            assert type(event).__name__ not in sentence


@pytest.mark.parametrize("name", GAMES)
def test_a_full_table_fits_into_eighty_columns(name: str) -> None:
    game, seats = get(name), get(name).seats[-1]
    screen = Console(theme=THEME, width=80, record=True, file=open("/dev/null", "w"))  # noqa: SIM115
    states = [state for state, _ in positions(game, seats)]
    for state in [*states[:300:10], states[-1]]:
        for viewer in (None, 0):
            screen.print(draw(game.view(state, viewer), NAMES[:seats]))
    text = screen.export_text()
    screen.file.close()
    assert "…" not in text
    assert max(len(line.rstrip()) for line in text.splitlines()) <= 80


@pytest.mark.parametrize("name", GAMES)
def test_every_move_has_a_hint(name: str) -> None:
    game = get(name)
    for state, _ in positions(game, 3)[:200]:
        actor = game.to_act(state)
        if isinstance(actor, int):
            view = game.view(state, actor)
            assert all(hint(move, view, NAMES) for move in listed(view.moves))


def at(game: Any, **changes: object) -> View:
    return game.view(game.start(game.setup(seats=2))._replace(**changes), 0)  # type: ignore[no-any-return]


def test_hints_of_the_dice_games_say_what_would_happen() -> None:
    bratwurmeck, barbecue = Bratwurmeck(), Barbecue()
    view = at(bratwurmeck, turn=Turn("44WWW", "", False), grill=(21,), stacks=((), (30, 23)))
    assert hint(Steal(23), view, NAMES) == "stop and steal the 23 from Bo"
    assert hint(Roll(), view, NAMES) == "roll the other 3"
    assert hint(Stop(), view, NAMES) == "stop with nothing: a failed attempt"
    rolled = at(bratwurmeck, turn=Turn("44", "11WWWW", False))
    assert hint(Keep("W"), rolled, NAMES) == "W W W W makes the sum 28"
    spots = [EMPTY] * 14
    for spot, words in (
        (EMPTY, "put a plate on 23 for 1 worm"),
        (SNAIL, "take the snail on 23"),
        (Spot(0, 1), "secure 23 for 1 worm"),
        (Spot(1, 1), "take over 23 and steal 1 worm from Bo"),
    ):
        view = at(barbecue, turn=Turn("44WWW", "", False), spots=(spot, *spots[1:]))
        assert hint(Stop(), view, NAMES) == f"stop: {words}"
    many = Turn("66WWWWW", "", False)
    assert hint(Stop(), at(barbecue, turn=many), NAMES) == "stop: take a snail"
    assert hint(Stop(), at(barbecue, turn=many, pool=0), NAMES) == "stop: end the game"


def karteneck(layout: tuple[int, ...], stack: tuple[int, ...] = ()) -> View:
    game = Karteneck()
    state = game.start(game.setup(seats=2))
    for lot in (Draw((1, 2, 3, 4, 5, 6)), Draw((1, 1, 1, 1, 1, 1)), Grill((16, 40))):
        state = game.apply(state, lot).state
    return game.view(state._replace(layouts=(layout, ()), stacks=((), stack)), 0)


def test_hints_of_karteneck_say_what_would_happen() -> None:
    assert hint(Lay((4,)), karteneck((1, 9)), NAMES) == "makes your layout 10"
    assert hint(DropOut(), karteneck((1,)), NAMES) == "drop out without a worm: you get the lowest portion, 16"
    assert hint(DropOut(), karteneck((1, 9)), NAMES) == "drop out with 6 and wait for the serving"
    stealing = karteneck((1, 5, 5, 9), (16,))
    assert hint(DropOut(steal=True), stealing, NAMES) == "drop out with 16 and steal it from Bo"


def test_many_ways_to_lay_are_not_all_listed_but_every_sort_is() -> None:
    choices = Choices(hand=(1, 1, 1, 4, *range(6, 16)), layout=(), steal=True)
    shown = listed(choices)
    assert len(choices) > 1000
    assert len(shown) <= MANY
    assert [str(move) for move in shown] == [
        *("lay 1", "lay 1 1 1", "lay 4", "lay W1", "lay W1 W2 W3 W4 W5 W6 W7 W8 W9 W10", "out", "out steal")
    ]


def test_what_belongs_together_is_told_in_one_line() -> None:
    assert tell([CardsDrawn(0, 2), CardsSeen(0, (3, 12))], NAMES) == ["Ann draws 2 cards: 3 W7"]


def test_names_that_look_alike_are_told_apart() -> None:
    assert display_names(["bot:random", "Ann", "bot:random"]) == ["random 1", "Ann", "random 2"]


def test_a_game_without_a_picture_is_written_out() -> None:
    class Plain(View):
        seat, to_act, moves = 0, None, ()

    assert draw(Plain(), NAMES) is not None
    assert hint(Roll(), Plain(), NAMES) == ""
    assert say(Event(), NAMES) == "Event()"
