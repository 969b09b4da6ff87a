"""Moves and draws as they are written."""

import pytest

from heckmeck.games import BadNotation
from heckmeck.games.karteneck import Draw, DropOut, Grill, Lay
from helpers.karteneck import GAME, cards


@pytest.mark.parametrize(
    ("text", "step"),
    [
        ("lay 2 2", Lay(cards("2 2"))),
        ("lay W7 W9", Lay(cards("W7 W9"))),
        ("lay W25", Lay(cards("W25"))),
        ("out", DropOut()),
        ("out steal", DropOut(steal=True)),
        ("=draw 3 W7", Draw(cards("3 W7"))),
        ("=grill 0 0 18 42", Grill((0, 0, 18, 42))),
    ],
)
def test_a_step_is_read_and_written_alike(text: str, step: object) -> None:
    assert GAME.parse(text) == step
    assert str(step) == text


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("LAY w9 w7", "lay W7 W9"),
        ("  out   STEAL ", "out steal"),
        ("=draw W9 3 w10 1", "=draw 1 3 W9 W10"),
        ("=Grill 42 0 18", "=grill 0 18 42"),
    ],
)
def test_case_spacing_and_order_do_not_matter(text: str, written: str) -> None:
    assert str(GAME.parse(text)) == written


@pytest.mark.parametrize(
    "step", ["lay 6", "lay 0", "lay W0", "lay W26", "lay W07", "lay WW7", "lay W", "lay x", "lay ²"]
)
def test_an_invalid_card_is_refused(step: str) -> None:
    with pytest.raises(BadNotation) as caught:
        GAME.parse(step)
    assert caught.value.code == "bad_card"


@pytest.mark.parametrize("step", ["=grill x", "=grill 100", "=grill -1", "=grill W7", "=grill ²", "=grill 18 x"])
def test_an_invalid_portion_is_refused(step: str) -> None:
    with pytest.raises(BadNotation) as caught:
        GAME.parse(step)
    assert caught.value.code == "bad_portion"


@pytest.mark.parametrize(
    "step", ["", " ", "lay", "=draw", "=grill", "out now", "out steal 30", "steal", "take 27", "roll", "lay 1" * 100]
)
def test_what_is_no_step_is_refused(step: str) -> None:
    with pytest.raises(BadNotation) as caught:
        GAME.parse(step)
    assert caught.value.code == "bad_step"
