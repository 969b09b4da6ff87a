"""Situations of Bratwurmeck described by hand: made into views, or refused where they are impossible."""

from collections.abc import Callable

import pytest

from heckmeck.games import BadSetup
from heckmeck.games.bratwurmeck.situation import bratwurmeck_view


def test_a_situation_becomes_the_view_of_the_player_whose_turn_it_is() -> None:
    view = bratwurmeck_view(stack=[30, 25], tops=[27], kept="w 44", rolled="1 1 2 3 5")
    assert view.stacks == ((30, 25), (27,))
    assert view.grill == tuple(sorted({*range(21, 37)} - {25, 27, 30}))
    assert (view.turn_of, view.kept, view.rolled, view.total) == (0, "44W", "11235", 13)
    assert [str(move) for move in view.moves] == ["keep 1", "keep 2", "keep 3", "keep 5"]


def test_there_are_as_many_seats_as_the_tops_need() -> None:
    assert bratwurmeck_view().setup.seats == 2
    assert bratwurmeck_view(tops=[21, 22, 23]).setup.seats == 4
    assert bratwurmeck_view(tops=[21], options={"seats": 3}).stacks == ((), (21,), ())


@pytest.mark.parametrize(
    ("make", "code", "words"),
    [
        (lambda: bratwurmeck_view(kept="44 W 4"), "face_kept", "face 4 cannot be kept twice"),
        (lambda: bratwurmeck_view(kept="444444444"), "too_many_dice", "8 dice, not 9"),
        (lambda: bratwurmeck_view(kept="44W", rolled="1123"), "bad_roll", "5 are rolled, not 4"),
        (lambda: bratwurmeck_view(kept="44W", rolled="112345"), "bad_roll", "5 are rolled, not 6"),
        (lambda: bratwurmeck_view(rolled="112"), "bad_roll", "8 are rolled, not 3"),
        (lambda: bratwurmeck_view(kept="6"), "bad_dice", "No die shows '6'"),
        (lambda: bratwurmeck_view(kept="44W", rolled="444WW"), "turn_over", "only faces that are kept"),
        (lambda: bratwurmeck_view(kept="11112222"), "turn_over", "earns nothing"),
        (lambda: bratwurmeck_view(grill=[21, 25], stack=[25]), "two_places", "25 cannot be in two places"),
        (lambda: bratwurmeck_view(stack=[25], tops=[25]), "two_places", "25 cannot be in two places"),
        (lambda: bratwurmeck_view(tops=[25, 25]), "two_places", "25 cannot be in two places"),
        (lambda: bratwurmeck_view(grill=[21, 21]), "two_places", "21 cannot be in two places"),
        (lambda: bratwurmeck_view(stack=[37]), "no_such_portion", "no portion 37"),
        (lambda: bratwurmeck_view(grill=[30], options={"portions": (21, 28)}), "no_such_portion", "from 21 to 28"),
        (lambda: bratwurmeck_view(grill=[]), "game_over", "the game is over"),
        (lambda: bratwurmeck_view(tops=[21, 22, 23, 24, 25, 26, 27]), "bad_seats", "2 to 7 players"),
        (lambda: bratwurmeck_view(tops=[21, 22], options={"seats": 2}), "bad_seats", "1 others cannot have 2 tops"),
    ],
)
def test_what_cannot_be_is_refused_by_name(make: Callable[[], object], code: str, words: str) -> None:
    with pytest.raises(BadSetup) as refused:
        make()
    assert refused.value.code == code
    assert words in str(refused.value)
