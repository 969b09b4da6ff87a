"""Drawings: plain text that fits on the screen, from states and views of every game."""

import re
from dataclasses import dataclass, replace
from random import Random
from typing import Any, ClassVar

import pytest

from heckmeck.games import GAMES, Actor, AnyGame, Drawing, Move, Screen, Setup, Span, View, get
from heckmeck.games.drawing import aligned, frame, table, text_width, wrapped
from heckmeck.games.wording import reason_text
from helpers.random_games import states

NAMES = ["Ann", "Bo", "Cleo", "Dan", "Eve", "Flo", "Gus"]


def some_states(game: AnyGame, seats: int) -> list[Any]:
    played = [*states(game, game.start(game.setup(seats=seats)), Random(5))]
    return [*played[:300:10], played[-1]]


@pytest.mark.parametrize("columns", [60, 80, 120])
@pytest.mark.parametrize("name", GAMES)
def test_a_full_table_fits_on_the_screen(name: str, columns: int) -> None:
    game, seats = get(name), get(name).seats[-1]
    for state in some_states(game, seats):
        for viewer in (None, 0):
            drawing = game.view(state, viewer).draw(NAMES[:seats], Screen(columns, 40))
            assert max(map(text_width, str(drawing).splitlines())) <= columns


@pytest.mark.parametrize("name", ["bratwurmeck", "barbecue"])
def test_on_a_low_screen_the_players_stand_two_in_a_line(name: str) -> None:
    game, seats = get(name), get(name).seats[-1]
    for state in some_states(game, seats):
        roomy, low = (str(state.draw(NAMES[:seats], Screen(80, height))).splitlines() for height in (24, 12))
        assert len(low) <= len(roomy) - seats // 2
        assert max(map(text_width, low)) <= 80
        assert any("Ann" in line and NAMES[(seats + 1) // 2] in line for line in low)
        assert all(any(name in line for line in low) for name in NAMES[:seats])


def test_players_with_long_names_keep_a_line_each() -> None:
    game = get("bratwurmeck")
    names = [f"{name} of the long surname" for name in NAMES]
    low = str(game.start(game.setup(seats=7)).draw(names, Screen(60, 12))).splitlines()
    assert all(sum(name in line for name in names) <= 1 for line in low)


@pytest.mark.parametrize("name", GAMES)
def test_the_text_of_states_and_views_is_their_drawing_without_roles(name: str) -> None:
    game = get(name)
    for state in some_states(game, 3):
        for each in (state, game.view(state, 1)):
            assert str(each) == str(each.draw())
            assert f"{each}" == "\n".join("".join(span.text for span in line).rstrip() for line in each.draw().lines)
            assert "seat 2" in str(each)
            assert "Cleo" in str(each.draw(NAMES[:3]))


@pytest.mark.parametrize("name", GAMES)
def test_a_state_and_a_view_of_a_spectator_show_the_same_table(name: str) -> None:
    game = get(name)
    for state in some_states(game, 3):
        public = str(game.view(state, None))
        assert str(state).startswith(public)
        assert game.hides or str(state) == public


@pytest.mark.parametrize("name", GAMES)
def test_a_finished_game_says_so_and_who_won_with_which_score(name: str) -> None:
    game = get(name)
    for seats in (game.seats[0], game.seats[-1]):
        *running, over = states(game, game.start(game.setup(seats=seats)), Random(seats), most=10_000)
        assert "The game is over" not in str(running[-1])
        outcome = game.outcome(over)
        assert outcome is not None
        for each in (over, game.view(over, None), game.view(over, 0)):
            text = " ".join(str(each.draw(NAMES)).split())
            assert f"The game is over. {reason_text(outcome.reason)}" in text
            assert re.search(rf" {NAMES[outcome.winners[0]]} .*with {max(outcome.scores)} {game.unit[:-1]}s?\b", text)


@pytest.mark.parametrize("name", GAMES)
def test_the_representation_of_states_and_views_is_not_the_drawing(name: str) -> None:
    game = get(name)
    state = game.start(game.setup(seats=2))
    assert repr(state).startswith(f"{type(state).__name__}(setup=")
    assert repr(game.view(state, 0)).startswith(f"{type(game.view(state, 0)).__name__}(setup=")


@dataclass(frozen=True, slots=True)
class PlainView(View):
    game: ClassVar[str] = "plain"

    setup: Setup
    seat: int | None
    to_act: Actor
    scores: tuple[int, ...]
    moves: tuple[Move, ...] = ()


def test_a_view_without_a_drawing_is_written_attribute_by_attribute() -> None:
    view = PlainView(get("barbecue").setup(seats=2), 0, 1, (3, 4))
    assert str(view) == "seat    0\nto_act  1\nscores  (3, 4)"
    assert view.draw(NAMES) == Drawing.of_text(str(view))
    assert str(replace(view, to_act=None)).splitlines()[-1] == "The game is over."
    assert view.hint(Move()) == ""
    assert view.main_moves == ()


def test_a_cell_is_broken_between_its_spans_where_there_is_no_room() -> None:
    cells = (Span("one"), Span(" "), Span("two"), Span(" "), Span("three"))
    rows = table(["number", "word"], [((Span("1"),), cells)], columns=15)
    assert str(Drawing(rows)) == "number  word\n1       one two\n        three"
    assert str(Drawing(aligned([(cells, cells)], columns=5))) == "one    one\ntwo    two\nthree  three", "no less"


def test_wide_characters_count_twice() -> None:
    assert text_width("安娜") == 4
    assert text_width("e\u0301") == 1
    lines = str(Drawing(frame([(Span("安娜"),), (Span("Anna"),)], "x"))).splitlines()
    assert lines[1:3] == ["│  安娜  │", "│  Anna  │"]


def test_spaces_at_a_break_are_left_out_unless_they_are_coloured() -> None:
    assert wrapped((Span("a"), Span("  "), Span("b")), 2) == [(Span("a"),), (Span("b"),)]
    assert wrapped((Span("a"), Span("  ", "die"), Span("b")), 2) == [(Span("a"),), (Span("  ", "die"),), (Span("b"),)]
