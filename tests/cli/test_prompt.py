"""Asking for a move."""

from collections.abc import Callable
from concurrent.futures import Future

import pytest

from heckmeck.cli import prompt
from heckmeck.cli.coach import Answer
from heckmeck.cli.console import out
from heckmeck.cli.prompt import THINKING, Prompt
from heckmeck.games import Move, get
from heckmeck.play.advice import advise
from helpers.screens import real_screen

GAME = get("bratwurmeck")
STATE = GAME.apply(GAME.start(GAME.setup(seats=2)), GAME.parse("=11244WWW")).state
VIEW = GAME.view(STATE, 0)
TABLE = "rolled   1   1   2   4   4   W   W   W"


def parse(text: str) -> Move:
    move = GAME.parse(text)
    assert isinstance(move, Move)
    return move


Ask = Callable[..., tuple[Move, str]]


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch) -> Ask:
    """Ask with these answers; return the move and what was printed."""

    def asked(*answers: str, coached: bool = False) -> tuple[Move, str]:
        waiting = iter(answers)
        monkeypatch.setattr(prompt, "read_line", lambda _="": next(waiting))
        with out.capture() as captured:
            move = Prompt(GAME, VIEW, ["Ann", "Bo"], parse, clear=lambda: None, coached=coached).ask()
        return move, captured.get()

    return asked


def test_a_number_or_the_move_itself_is_an_answer(ask: Ask) -> None:
    assert str(ask("2")[0]) == "keep 2"
    assert str(ask("KEEP w")[0]) == "keep W"


def test_a_wrong_answer_is_explained_and_an_empty_one_shows_the_table(ask: Ask) -> None:
    move, printed = ask("0", "9999", "", "fly", "1")
    assert str(move) == "keep 1"
    assert "There is no choice 0" in printed
    assert "There is no choice 9999" in printed
    assert "'fly' is not a move" in printed
    assert printed.count(TABLE) == 2


def test_on_a_screen_the_table_stays_in_view_with_an_error(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    real_screen(monkeypatch, 80, 24)
    _, printed = ask("fly", "1")
    _, _, after = printed.partition("q save and leave")
    assert TABLE in after
    assert after.index(TABLE) < after.index("'fly' is not a move") < after.index("q save and leave")


def test_help_shows_the_rules_of_the_moment_and_the_commands(ask: Ask) -> None:
    _, printed = ask("?", "position", "1")
    words = " ".join(printed.split())
    assert "RK-2 After each roll the player picks one face" in words
    assert "RK-5" not in words
    assert "Type a number from the list" in words
    assert "heckmeck rules bratwurmeck" in words
    assert GAME.position(VIEW) in printed
    assert GAME.view_from_position(GAME.position(VIEW)) == VIEW


def test_a_long_position_is_one_line_to_copy(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    real_screen(monkeypatch, 40, 24)
    assert GAME.position(VIEW) in ask("position", "1")[1].splitlines()


def test_the_coach_is_switched_on_and_off(ask: Ask) -> None:
    _, printed = ask("1")
    assert "Coach" not in printed
    _, printed = ask("c", "1")
    assert "Coach  keep W: that is good." in printed
    _, printed = ask("coach", "", "1", coached=True)
    assert printed.count("Coach  ") == 1
    assert "The coach is off." in printed


def test_the_table_is_there_while_the_coach_is_thinking(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    real_screen(monkeypatch, 80, 40)
    answer: Answer = Future()

    def answered(waited: Answer) -> bool:
        assert waited is answer
        answer.set_result(advise(VIEW, ()))
        return False

    monkeypatch.setattr(prompt, "ask_coach", lambda view, history: answer)
    monkeypatch.setattr(prompt, "PATIENCE", 0)
    monkeypatch.setattr(prompt, "line_comes_before", answered)
    _, printed = ask("1", coached=True)
    before, _, after = printed.partition(THINKING)
    assert TABLE in before
    assert "Coach  keep W: that is good." in after


def test_nobody_has_to_wait_for_the_coach(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    real_screen(monkeypatch, 80, 40)
    monkeypatch.setattr(prompt, "ask_coach", lambda view, history: Future())
    monkeypatch.setattr(prompt, "PATIENCE", 0)
    monkeypatch.setattr(prompt, "line_comes_before", lambda answer: True)
    move, printed = ask("2", coached=True)
    assert str(move) == "keep 2"
    assert THINKING in printed


def test_the_answer_of_the_coach_does_not_replace_a_page_that_is_read(
    ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    real_screen(monkeypatch, 80, 40)
    waited: list[Answer] = []

    def typed(answer: Answer) -> bool:
        waited.append(answer)
        return True

    monkeypatch.setattr(prompt, "ask_coach", lambda view, history: Future())
    monkeypatch.setattr(prompt, "PATIENCE", 0)
    monkeypatch.setattr(prompt, "line_comes_before", typed)
    ask("?", "log", "", "1", coached=True)
    assert len(waited) == 2, "before the help, and after the table was shown again"


def test_a_coach_that_fails_is_no_reason_to_stop(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    broken: Answer = Future()
    broken.set_exception(ZeroDivisionError("no cards"))
    monkeypatch.setattr(prompt, "ask_coach", lambda view, history: broken)
    _, printed = ask("1", coached=True)
    assert "I could not work this out: no cards" in printed


def test_the_log_is_shown_on_demand(ask: Ask) -> None:
    shown = ask("log", "1")[1]
    assert "Nothing has happened since your last turn." in shown
    assert "Press Enter to show the table again." in shown
