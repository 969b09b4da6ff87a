"""What the moves of Karteneck would do, in words, and which of very many are listed."""

from heckmeck.games.karteneck import Choices, DropOut, KarteneckView, Lay
from helpers.karteneck import GAME, table

NAMES = ["Ann", "Bo"]


def view(layout: str, stack: tuple[int, ...] = ()) -> KarteneckView:
    state = table("1 2 3 4 5 W1", "1 1 1 1 1 1", layouts=(layout, ""), grill=(16, 40))
    return GAME.view(state._replace(stacks=((), stack)), 0)


def test_hints_say_what_would_happen() -> None:
    assert view("1 W4").hint(Lay((4,)), NAMES) == "makes your layout 10"
    assert view("1").hint(DropOut(), NAMES) == "drop out without a worm: you get the lowest portion, 16"
    assert view("1 W4").hint(DropOut(), NAMES) == "drop out with 6 and wait for the serving"
    stealing = view("1 5 5 W4", (16,))
    assert stealing.hint(DropOut(steal=True), NAMES) == "drop out with 16 and steal it from Bo"


def test_of_very_many_moves_some_of_every_sort_are_listed() -> None:
    choices = Choices(hand=(1, 1, 1, 4, *range(6, 16)), layout=(), steal=True)
    assert len(choices) > 1000
    assert [str(move) for move in choices.examples] == [
        *("lay 1", "lay 1 1 1", "lay 4", "lay W1", "lay W1 W2 W3 W4 W5 W6 W7 W8 W9 W10", "out", "out steal")
    ]


def test_a_few_moves_are_all_listed() -> None:
    few = view("1 W4")
    assert list(few.main_moves) == list(few.moves)
    worms = table("W1 W2 W3 W4 W5 W6", "1", grill=(16, 40))
    many = GAME.view(worms, 0)
    assert len(many.moves) == 64
    assert [str(move) for move in many.main_moves] == ["lay W1", "lay W1 W2 W3 W4 W5 W6", "out"]
    assert all(move in many.moves for move in many.main_moves)


def test_the_rules_of_the_moment_depend_on_the_layout() -> None:
    assert view("1").rules_now == ("KE-4.1", "KE-4.3", "KE-5.2", "KE-5.5")
    assert view("1 W4").rules_now == ("KE-4.1", "KE-4.3", "KE-5.3", "KE-5.5", "KE-6.1", "KE-6.2")
    assert "KE-5.4" in view("1 5 5 W4", (16,)).rules_now
    stuck = table("1", "1", layouts=("1 W4", ""), grill=(16, 40))
    assert GAME.view(stuck, 0).rules_now[0] == "KE-5.1"
