"""Asking for a move."""

from collections.abc import Callable

import pytest
from rich.console import RenderableType

from heckmeck.cli import prompt
from heckmeck.cli.console import out
from heckmeck.games import Move, get
from helpers.karteneck import GAME as KARTENECK
from helpers.karteneck import table

GAME = get("bratwurmeck")
STATE = GAME.apply(GAME.start(GAME.setup(seats=2)), GAME.parse("=11244WWW")).state
VIEW = GAME.view(STATE, 0)


def parse(text: str) -> Move:
    move = GAME.parse(text)
    assert isinstance(move, Move)
    return move


Ask = Callable[..., tuple[Move, str, int]]


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch) -> Ask:
    """Ask with these answers; return the move and what was printed."""

    def asked(*answers: str) -> tuple[Move, str, int]:
        waiting = iter(answers)
        shown: list[None] = []
        monkeypatch.setattr(prompt, "read_line", lambda: next(waiting))
        with out.capture() as captured:
            move = prompt.ask(GAME, VIEW, lambda: shown.append(None), parse)
        return move, captured.get(), len(shown)

    return asked


def text_of(renderable: RenderableType) -> str:
    with out.capture() as captured:
        out.print(renderable)
    return captured.get()


def test_a_number_or_the_move_itself_is_an_answer(ask: Ask) -> None:
    assert str(ask("2")[0]) == "keep 2"
    assert str(ask("KEEP w")[0]) == "keep W"


def test_a_wrong_answer_is_explained_and_an_empty_one_shows_the_table(ask: Ask) -> None:
    move, printed, shown = ask("0", "9999", "", "fly", "1")
    assert str(move) == "keep 1"
    assert "There is no choice 0" in printed
    assert "There is no choice 9999" in printed
    assert "'fly' is not a move" in printed
    assert shown == 2


def test_help_and_the_position_are_printed(ask: Ask) -> None:
    _, printed, _ = ask("?", "position", "1")
    assert "heckmeck rules bratwurmeck" in printed.replace("\n", " ")
    assert GAME.position(VIEW) in printed
    assert GAME.view_from_position(GAME.position(VIEW)) == VIEW


def test_choices_are_numbered_with_what_they_do() -> None:
    lines = text_of(prompt.choices(VIEW, ["Ann", "Bo"])).splitlines()
    assert [line.split()[0] for line in lines] == ["1", "2", "3", "4"]
    assert "keep W" in lines[3]
    assert "W W W makes the sum 15" in lines[3]


def test_of_very_many_choices_another_one_is_given_as_an_example() -> None:
    view = KARTENECK.view(table("W1 W2 W3 W4 W5 W6", "1", grill=(16, 40)), 0)
    assert "or any other legal move, such as lay W1 W2" in text_of(prompt.choices(view, ["Ann", "Bo"]))
