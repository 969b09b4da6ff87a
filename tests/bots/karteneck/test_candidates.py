"""Candidates: all moves that the search distinguishes, or the most promising ones."""

from heckmeck.bots.karteneck.candidates import MAX_FIRST_LAYS, all_candidates, promising_candidates
from heckmeck.games.karteneck import DropOut, Lay
from helpers.karteneck_moments import moments, position


def test_all_candidates_have_every_way_to_lay_but_do_not_tell_worms_apart() -> None:
    view = position((1, 1, 4, 9, 10), (20, 30))
    lays = {str(candidate.move) for candidate in all_candidates(view)}
    assert lays == {"out", "lay 1", "lay 1 1", "lay 4", "lay W4", "lay W4 W5"}


def test_promising_candidates_are_few_and_legal_and_begin_with_a_way_out() -> None:
    for moment in list(moments(3, seed=4))[::5]:
        found = promising_candidates(moment.view)
        first, *others = (candidate.move for candidate in found)
        assert isinstance(first, DropOut)
        assert all(move in moment.view.moves for move in (first, *others))
        assert len({move for move in others if isinstance(move, Lay)}) <= MAX_FIRST_LAYS
