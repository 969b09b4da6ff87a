"""The terminal: colours, frames and names."""

import os
from concurrent.futures import Future
from random import Random
from threading import Timer

import pytest

from heckmeck.cli import console
from heckmeck.cli.console import (
    BEST,
    THEME,
    display_names,
    is_ascii_locale,
    line_comes_before,
    printable,
    seat_text,
    sign,
    styled,
)
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


def test_without_utf8_owners_are_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    game = get("bratwurmeck")
    drawing = game.start(game.setup(seats=7)).draw()
    assert "⬢ seat 6" in styled(drawing).plain
    monkeypatch.setattr(type(console.out), "encoding", "ascii")
    text = styled(drawing).plain
    assert [f"{letter} seat {seat}" in text for seat, letter in enumerate("ABCDEFG")] == [True] * 7
    assert seat_text(1, "Bo").plain == "B Bo"
    assert text.isascii()
    assert sign(f"{BEST} 1 ± 2") == "* 1 +- 2"


@pytest.mark.parametrize("name", GAMES)
def test_without_utf8_every_drawing_is_ascii(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(console.out), "encoding", "ascii")
    game = get(name)
    for state in states(game, game.start(game.setup(seats=game.seats[-1])), Random(3), most=300):
        assert styled(state.draw()).plain.isascii()


@pytest.mark.parametrize(
    ("environ", "ascii_only"),
    [
        ({"LANG": "C"}, True),
        ({"LANG": "POSIX", "LC_CTYPE": "C.UTF-8"}, True),  # Python itself has set LC_CTYPE
        ({"LC_ALL": "C", "LANG": "de_DE.UTF-8"}, True),
        ({"LANG": "C", "LC_CTYPE": "de_DE.UTF-8"}, False),
        ({"LANG": "C", "PYTHONIOENCODING": "utf-8"}, False),
        ({"LANG": "C", "PYTHONUTF8": "1"}, False),
        ({"LANG": "C.UTF-8"}, False),
        ({}, False),
    ],
)
def test_the_locale_says_whether_there_is_more_than_ascii(environ: dict[str, str], ascii_only: bool) -> None:
    assert is_ascii_locale(environ) == ascii_only


def test_a_typed_line_comes_before_an_answer_that_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    keyboard, terminal = os.openpty()
    with open(terminal, encoding="utf-8") as stdin:
        monkeypatch.setattr("sys.stdin", stdin)
        answer: Future[None] = Future()
        os.write(keyboard, b"keep W\n")
        assert line_comes_before(answer)
        assert stdin.readline() == "keep W\n"
        os.write(keyboard, b"half a li")
        Timer(0.01, answer.set_result, [None]).start()
        assert not line_comes_before(answer)
    os.close(keyboard)


def test_names_that_look_alike_are_distinguished() -> None:
    assert display_names(["Ann", "Ann", "bot:x"]) == ["Ann 1", "Ann 2", "x"]


def test_a_name_cannot_control_the_terminal() -> None:
    assert printable("\x1b[2JAnn\n") == "?[2JAnn?"


def test_there_are_shapes_for_more_seats_than_our_games_have() -> None:
    assert seat_text(8, "Ida").plain == "▲ Ida"
