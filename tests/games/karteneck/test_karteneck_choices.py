"""The legal moves as a sequence that is never written out."""

from itertools import combinations

import pytest

from heckmeck.games import natural_order
from heckmeck.games.karteneck import Choices, DropOut, Lay
from helpers.karteneck import GAME, cards, table
from helpers.notation import rule

NINE = "W1 W3 W4 W8 W10 W11 W12 W20 W25"
ALL = " ".join(f"W{shield}" for shield in range(1, 26))


def choices(hand: str, layout: str = "", steal: bool = False) -> Choices:
    return Choices(cards(hand), cards(layout), steal)


def lay(text: str) -> Lay:
    return Lay(cards(text))


def test_the_legal_moves_of_a_player_are_choices() -> None:
    state = table("1 W3", "2", layouts=("4 5 5 5 W8", ""), grill=(18, 20), stacks=((16,), (24,)))
    assert GAME.legal_moves(state) == choices("1 W3", layout="4 5 5 5 W8", steal=True)


def test_all_moves_in_order() -> None:
    listed = list(map(str, choices("2 4 4 4 5 W9 W2", layout="3 5", steal=True)))
    assert listed == [
        "lay 2",
        "lay 4",
        "lay 4 4",
        "lay 4 4 4",
        "lay W2",
        "lay W2 W9",
        "lay W9",
        "out",
        "out steal",
    ]


@rule("KE-4.1")
def test_nine_worms_can_be_laid_in_511_ways() -> None:
    moves = choices(NINE)
    assert len(moves) == 511 + 1
    assert len(set(moves)) == 511 + 1


@rule("KE-4.1")
def test_the_ways_to_lay_worms_are_all_their_parts() -> None:
    parts = {Lay(part) for number in range(1, 10) for part in combinations(cards(NINE), number)}
    assert set(choices(NINE)) == parts | {DropOut()}


@pytest.mark.parametrize(
    ("hand", "layout"),
    [("1 1 2 5 5 W2 W10 W11", ""), (NINE, ""), ("1 2 3 4 5", ""), ("1 2 2 W9", "2"), ("W9", "W8"), ("", "")],
)
def test_the_moves_are_sorted_as_they_are_written(hand: str, layout: str) -> None:
    moves = list(choices(hand, layout, steal=True))
    assert moves == sorted(moves, key=natural_order)


@pytest.mark.parametrize(
    ("hand", "layout", "steal", "number"),
    [
        ("", "", False, 1),
        ("", "W1", True, 2),
        ("1 1 1", "", False, 4),
        ("1 1 1", "1", False, 1),
        ("1 2 2 W4", "", False, 5),
        ("W4 W5 W6", "", True, 9),
        ("W4 W5 W6", "W7", True, 2),
    ],
)
def test_the_number_of_moves(hand: str, layout: str, steal: bool, number: int) -> None:
    moves = choices(hand, layout, steal)
    assert (len(moves), len(list(moves))) == (number, number)


def test_25_worms_are_counted_without_listing_them() -> None:
    assert len(choices(ALL)) == 2**25


@pytest.mark.parametrize(
    ("index", "move"),
    [
        (0, lay("W1")),
        (1, lay("W1 W2")),
        (24, lay(ALL)),
        (2**24 - 1, lay("W1 W25")),
        (2**24, lay("W2")),
        (2**25 - 2, lay("W25")),
        (2**25 - 1, DropOut()),
        (-1, DropOut()),
        (-2, lay("W25")),
        (-4, lay("W24")),
        (-(2**25), lay("W1")),
    ],
)
def test_a_way_to_lay_25_worms_is_found_without_listing_them(index: int, move: object) -> None:
    assert choices(ALL)[index] == move


def test_25_worms_are_looked_up_without_listing_them() -> None:
    moves = choices(ALL)
    assert lay("W3 W14 W25") in moves
    assert lay("W3 W14 W25 5") not in moves


def test_a_slice_of_25_worms_is_short() -> None:
    assert choices(ALL)[-3:] == (lay("W24 W25"), lay("W25"), DropOut())


def test_every_index_leads_to_its_move() -> None:
    moves = choices("1 1 2 W4 W5 W6", steal=True)
    assert [moves[index] for index in range(len(moves))] == list(moves)


def test_negative_indices_count_from_the_end() -> None:
    moves = choices("1 1 2 W4 W5 W6", steal=True)
    assert [moves[-index] for index in range(len(moves), 0, -1)] == list(moves)


@pytest.mark.parametrize("index", [3, -4, 100])
def test_an_index_beyond_the_moves_is_an_error(index: int) -> None:
    moves = choices("1 1")
    assert len(moves) == 3
    with pytest.raises(IndexError):
        moves[index]


@pytest.mark.parametrize(
    "part",
    [slice(None), slice(2, 5), slice(-3, None), slice(None, None, -1), slice(1, 100, 3), slice(5, 2), slice(7, 0, -2)],
)
def test_slices_are_those_of_the_list(part: slice) -> None:
    moves = choices("1 1 2 W4 W5 W6", steal=True)
    assert list(moves[part]) == list(moves)[part]


@pytest.mark.parametrize("move", [lay("1"), lay("1 1"), lay("2"), lay("W4"), lay("W6 W4"), DropOut(), Lay((11, 9))])
def test_a_legal_move_is_in_the_moves(move: object) -> None:
    assert move in choices("1 1 2 5 W4 W6", layout="5")


@pytest.mark.parametrize(
    "move",
    [
        pytest.param(Lay(()), id="nothing"),
        pytest.param(lay("1 1 1"), id="too many"),
        pytest.param(lay("3"), id="not in the hand"),
        pytest.param(lay("5"), id="laid already"),
        pytest.param(lay("1 2"), id="two sorts"),
        pytest.param(lay("1 W4"), id="a value and a worm"),
        pytest.param(lay("W4 W4"), id="one worm twice"),
        pytest.param(lay("W5"), id="another worm"),
        pytest.param(DropOut(steal=True), id="nothing to steal"),
        pytest.param("lay 1", id="text"),
        pytest.param(None, id="none"),
    ],
)
def test_what_is_not_legal_is_not_in_the_moves(move: object) -> None:
    assert move not in choices("1 1 2 5 W4 W6", layout="5")


def test_no_worm_can_be_laid_where_worms_lie() -> None:
    assert lay("W4") not in choices("1 W4", layout="W5")


@rule("KE-5.4")
def test_to_steal_is_among_the_moves_only_where_it_is_possible() -> None:
    assert DropOut(steal=True) in choices("1", steal=True)
    assert DropOut(steal=True) not in choices("1", steal=False)


@rule("KE-4.1")
def test_layable_names_the_cards_of_each_sort() -> None:
    moves = choices("1 1 1 2 3 W4 W6", layout="2")
    assert moves.layable == (cards("1 1 1"), cards("3"), cards("W4 W6"))


def test_layable_leaves_out_worms_where_worms_lie() -> None:
    assert choices("1 W4", layout="W5").layable == (cards("1"),)


def test_choices_are_equal_when_their_moves_are() -> None:
    assert choices("1 1 W4", layout="2") == choices("1 1 2 W4", layout="2 2")
    assert hash(choices("1 1 W4", layout="2")) == hash(choices("1 1 2 W4", layout="2 2"))
    assert choices("1 1 W4") != choices("1 W4")
    assert choices("1 W4") != choices("1 W5")
    assert choices("1 W4") != choices("1 W4", steal=True)


def test_choices_are_not_equal_to_a_list() -> None:
    assert choices("1") != [lay("1"), DropOut()]


def test_choices_are_shown_in_short() -> None:
    assert repr(choices("1 1 W4", steal=True)) == "<5 moves, layable ((1, 1), (9,)), out, out steal>"
