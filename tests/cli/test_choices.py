"""The choices of a decision, with the coach and without."""

import pytest

from heckmeck.cli.choices import ChoiceList
from heckmeck.games import get
from heckmeck.play.advice import Option, advise
from helpers.karteneck import GAME as KARTENECK
from helpers.karteneck import table
from helpers.screens import printed, real_screen
from helpers.win_shares import use_no_shares, use_score_shares

GAME = get("bratwurmeck")
VIEW = GAME.view(GAME.apply(GAME.start(GAME.setup(seats=2)), GAME.parse("=11244WWW")).state, 0)
NAMES = ["Ann", "Bo"]


def test_choices_are_numbered_with_what_they_do() -> None:
    lines = printed(ChoiceList(VIEW, NAMES).render(1, 80))
    assert [line.split()[0] for line in lines] == ["1", "2", "3", "4"]
    assert "keep W" in lines[3]
    assert "W W W makes the sum 15" in lines[3]


@pytest.fixture(autouse=True)
def _without_chances_to_win(monkeypatch: pytest.MonkeyPatch) -> None:
    use_no_shares(monkeypatch)


def test_where_the_chance_to_win_is_known_it_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    use_score_shares(monkeypatch, GAME)
    options = advise(VIEW, ())
    heading, *lines = printed(ChoiceList(VIEW, NAMES, options).render(1, 80))
    assert heading.split() == ["coach", "wins", "success", "worms"]
    best = next(line for line in lines if "★" in line)
    assert options[0].win == max(option.win or 0 for option in options)
    assert f"{100 * (options[0].win or 0):.1f} %" in best
    assert all(line.count("%") == 2 for line in lines)


def test_with_the_coach_every_choice_has_a_word_a_chance_and_a_worth() -> None:
    options = advise(VIEW, ())
    heading, *lines = printed(ChoiceList(VIEW, NAMES, options).render(1, 80))
    assert heading.split() == ["coach", "success", "worms"]
    best = options[0]
    assert best.success is not None
    figures = f"good {100 * best.success:.0f} % {best.gain:+.2f}"
    assert lines[3].split() == ["★4", "keep", "W", *["W", "W", "W", "makes", "the", "sum", "15"], *figures.split()]
    assert sum("★" in line for line in lines) == 1
    assert all("%" in line for line in lines)


def test_in_columns_the_order_and_the_numbers_are_the_same() -> None:
    two = printed(ChoiceList(VIEW, NAMES).render(2, 80))
    assert [line.split()[0] for line in two] == ["1", "2"]
    assert "3  keep 4" in two[0]
    advised = printed(ChoiceList(VIEW, NAMES, advise(VIEW, ())).render(2, 80))
    assert len(advised) == 2
    assert "★4  keep W" in advised[1]
    assert "makes the sum" not in advised[1]


def test_there_are_only_as_many_columns_as_fit() -> None:
    options = advise(VIEW, ())
    assert len(printed(ChoiceList(VIEW, NAMES, options).render(3, 80))) == 2
    narrow = printed(ChoiceList(VIEW, NAMES, options).render(3, 55))
    assert len(narrow) == 5
    assert not any("…" in line for line in narrow)
    assert len(printed(ChoiceList(VIEW, NAMES).render(9, 80))) == 1


def test_of_very_many_choices_another_one_is_given_as_an_example() -> None:
    view = KARTENECK.view(table("W1 W2 W3 W4 W5 W6", "1", grill=(16, 40)), 0)
    assert "or any other legal move, such as lay W1 W2" in printed(ChoiceList(view, NAMES).render(1, 80))[-1]


def test_the_best_move_is_listed_behind_the_others_if_it_is_not_among_them(monkeypatch: pytest.MonkeyPatch) -> None:
    real_screen(monkeypatch, 120, 30)
    view = KARTENECK.view(table("W1 W2 W3 W4 W5 W6", "1", grill=(16, 40)), 0)
    before = ChoiceList(view, NAMES).moves
    options = (Option("lay W1 W2", 1.0, error=0.1), Option("lay W1", 0.5, error=0.1))
    after = ChoiceList(view, NAMES, options)
    assert after.moves[:-1] == before
    assert str(after.moves[-1]) == "lay W1 W2"
    lines = printed(after.render(1, 80))
    assert f"★{len(before) + 1}" in lines[len(before) + 1]
    assert lines[1].split()[-4:] == ["worse", "+0.50", "±", "0.10"]
    assert lines[2].endswith("makes your layout 30"), "the estimator has not judged this one"


def test_moves_that_are_the_same_for_the_estimator_have_the_same_figures() -> None:
    view = KARTENECK.view(table("W1 W2", "1", grill=(16, 40)), 0)
    shown = printed(ChoiceList(view, NAMES, (Option("lay W2", 1.0, error=0.1),)).render(1, 80))
    assert ["+1.00 ± 0.10" in line for line in shown[1:4]] == [True, False, True]
