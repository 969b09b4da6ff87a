"""The positions of small games: those that playing leads to, and as many as memory is planned for."""

import numpy as np
import pytest

from heckmeck.games import BadSetup
from heckmeck.games.bratwurmeck import BratwurmeckSetup
from heckmeck.solve import Values
from heckmeck.solve.bratwurmeck import Places, Positions, max_positions, memory_needed
from helpers.small_game_reference import SETUPS, by_playing, small_games


@small_games
def test_the_positions_are_those_that_playing_leads_to(setup: BratwurmeckSetup) -> None:
    positions = Positions(setup)
    numbers = {positions.find(*where) for where in by_playing(setup)}
    assert numbers == set(range(len(positions)))
    assert len(positions) == len(by_playing(setup))


@small_games
def test_there_are_no_more_positions_than_memory_is_planned_for(setup: BratwurmeckSetup) -> None:
    portions = len(Places(setup).portions)
    assert len(Positions(setup)) <= max_positions(portions) <= 2 * len(Positions(setup))
    values = Values(Positions(setup))
    largest = max(values.positions.groups(), key=lambda blocks: blocks[-1].stop - blocks[0].start)
    successors = values.positions.successors(slice(largest[0].start, largest[-1].stop))
    arrays = (values.positions.codes, values.low[:-3], values.high[:-3], *successors)
    assert sum(array.nbytes for array in arrays) < memory_needed(portions)


def test_a_position_that_cannot_come_about_is_refused() -> None:
    with pytest.raises(BadSetup, match="cannot occur"):
        Positions(SETUPS[0]).find((22,), (), ())


def test_too_many_portions_or_players_are_refused() -> None:
    for setup in (BratwurmeckSetup(seats=2, portions=(21, 31)), BratwurmeckSetup(seats=3, portions=(21, 22))):
        with pytest.raises(BadSetup, match="at most 10 portions"):
            Positions(setup)


def test_ten_portions_still_fit_into_the_numbers() -> None:
    """The largest number is that of a full grill, where nothing is turned over; beyond 64 bits it would be negative."""
    positions = Positions(BratwurmeckSetup(seats=2, portions=(27, 36)), np.zeros(1, np.int64))
    places = positions.places
    assert places.code(range(27, 37), (), ()) > places.code(range(27, 36), (), (36,)) > 0
    digits = places.digits(np.array([places.code(range(29, 37), (28,), (27,))]))
    assert digits.tolist() == [[12, 2, 0, 0, 0, 0, 0, 0, 0, 0]]
