"""Situations of Barbecue described by hand: made into views, or refused where they are impossible."""

from collections.abc import Callable

import pytest

from heckmeck.games import BadSetup
from heckmeck.games.barbecue import EMPTY, Spot
from heckmeck.games.barbecue.situation import ME, OTHER, barbecue_view

SPOTS = {23: Spot(ME, 1), 24: Spot(ME, 2), 30: Spot(OTHER, 1), 35: Spot(snail=True)}


def test_a_situation_becomes_the_view_of_the_player_whose_turn_it_is() -> None:
    view = barbecue_view(spots=SPOTS, kept="66 W")
    assert view.spots[0] == Spot(ME, 1)
    assert view.spots.count(EMPTY) == 10
    assert (view.pool, view.worms, view.kept, view.total) == (11, (3, 3), "66W", 17)
    assert [str(move) for move in view.moves] == ["roll"]


def test_snails_that_are_on_no_spot_are_in_the_pool_unless_a_number_is_given() -> None:
    assert barbecue_view().pool == 12
    assert barbecue_view(pool=3).pool == 3
    assert barbecue_view(spots=SPOTS, options={"snails": 4}).pool == 3


@pytest.mark.parametrize(
    ("make", "code", "words"),
    [
        (lambda: barbecue_view(kept="5"), "bad_dice", "No die shows '5'"),
        (lambda: barbecue_view(spots=SPOTS, kept="1112266W"), "turn_over", "earns nothing"),
        (lambda: barbecue_view(spots={30: Spot(ME, 3)}), "too_many_plates", "30 cannot hold 3 plates"),
        (lambda: barbecue_view(spots={30: Spot(ME, 1, snail=True)}), "bad_spot", "a snail and a plate"),
        (lambda: barbecue_view(spots={30: Spot(None, 1)}), "bad_spot", "plates of one owner"),
        (lambda: barbecue_view(spots={22: Spot(ME, 1)}), "no_such_spot", "no spot 22"),
        (lambda: barbecue_view(spots=SPOTS, pool=12), "too_many_snails", "more than the 12"),
        (lambda: barbecue_view(pool=-1), "bad_option", "pool must be"),
    ],
)
def test_what_cannot_be_is_refused_by_name(make: Callable[[], object], code: str, words: str) -> None:
    with pytest.raises(BadSetup) as refused:
        make()
    assert refused.value.code == code
    assert words in str(refused.value)
