"""The terminal: colours, frames and names."""

from random import Random

import pytest

from heckmeck.cli import console
from heckmeck.cli.console import THEME, display_names, printable, seat_text, styled
from heckmeck.games import GAMES, Drawing, Span, get
from helpers.random_games import states


@pytest.mark.parametrize("name", GAMES)
def test_every_role_in_a_drawing_has_a_style(name: str) -> None:
    game = get(name)
    for state in states(game, game.start(game.setup(seats=game.seats[-1])), Random(3)):
        roles = {span.role for line in state.draw().lines for span in line}
        assert roles - {""} <= set(THEME.styles)


def test_a_drawing_in_colour_has_the_same_text() -> None:
    drawing = Drawing([(Span("│ ", "frame"), Span("21", "portion")), (), (Span("x", "no such role"),)])
    text = styled(drawing)
    assert text.plain == "│ 21\n\nx"
    assert [str(span.style) for span in text.spans] == ["frame", "portion", "no such role"]
    with console.out.capture() as captured:
        console.out.print(text)
    assert captured.get().splitlines() == ["│ 21", "", "x"]


def test_where_there_is_only_ascii_the_frame_is_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(console.out), "encoding", "ascii")
    assert styled(Drawing([(Span("╭─", "frame"), Span("╮")), (Span("│"),)])).plain == "+-+\n|"


def test_names_that_look_alike_are_told_apart() -> None:
    assert display_names(["Ann", "Ann", "bot:x"]) == ["Ann 1", "Ann 2", "x"]


def test_a_name_cannot_control_the_terminal() -> None:
    assert printable("\x1b[2JAnn\n") == "?[2JAnn?"


def test_there_are_shapes_for_more_seats_than_our_games_have() -> None:
    assert seat_text(8, "Ida").plain == "▲ Ida"
