"""The board of Barbecue in the notation of positions."""

from __future__ import annotations

from collections.abc import Mapping

from heckmeck.games.barbecue.setup import BarbecueSetup
from heckmeck.games.barbecue.state import EMPTY, SNAIL, BarbecueState, Spot
from heckmeck.games.barbecue.view import BarbecueView
from heckmeck.games.position import NOTHING, Parts, bad_position, read_number, write_by_seat
from heckmeck.games.setup import show
from heckmeck.games.turn import Turn

_SNAIL = "S"


def board_parts(view: BarbecueView) -> Mapping[str, str]:
    """Write the spots, and the worms and snails of each seat. The other snails lie in the pool."""
    taken = [
        f"{number}:{_write_spot(spot)}" for number, spot in enumerate(view.spots, view.setup.spots[0]) if spot != EMPTY
    ]
    return {
        "grill": ",".join(taken) or NOTHING,
        "worms": write_by_seat([*map(str, view.worms)]),
        "snails_won": write_by_seat([*map(str, view.snails)]),
    }


def read_board(setup: BarbecueSetup, parts: Parts, seat: int) -> BarbecueState:
    """Take the board from the parts; return the state before the seat's first roll."""
    spots = _read_spots(parts.text("grill"), setup)
    snails = _read_counts("snails_won", parts, setup)
    pool = setup.snails - sum(snails) - spots.count(SNAIL)
    if pool < 0:
        raise bad_position(f"there are more than {setup.snails} snails")
    worms = _read_counts("worms", parts, setup)
    _check_worms(setup, spots, worms, setup.snails - pool)
    return BarbecueState(setup, spots, pool, worms, snails, seat, Turn())


def _check_worms(setup: BarbecueSetup, spots: tuple[Spot, ...], worms: tuple[int, ...], snails_gone: int) -> None:
    """Compare the worms with the plates: more can only come from plates that made room for a snail."""
    unexplained = list(worms)
    for spot, worth in zip(spots, setup.worms, strict=True):
        if spot.owner is not None:
            unexplained[spot.owner] -= spot.plates * worth
    for seat, number in enumerate(unexplained):
        if number < 0:
            raise bad_position(f"seat {seat} has fewer worms than its plates earned")
    if sum(unexplained) > snails_gone * max(setup.worms):
        raise bad_position("there are more worms than plates can have earned")


def _write_spot(spot: Spot) -> str:
    """Write a snail, or the owner once for each plate."""
    return _SNAIL if spot.snail else str(spot.owner) * spot.plates


def _read_spots(text: str, setup: BarbecueSetup) -> tuple[Spot, ...]:
    lowest, highest = setup.spots
    known = {_SNAIL: SNAIL, **{str(seat) * n: Spot(seat, n) for seat in range(setup.seats) for n in (1, 2)}}
    spots = [EMPTY] * len(setup.worms)
    for each in text.split(",") if text != NOTHING else ():
        number, _, things = each.partition(":")
        if things not in known:
            raise bad_position(f"{show(each)} is not a spot with one or two plates or a snail")
        spots[read_number("grill", number, range(lowest, highest + 1)) - lowest] = known[things]
    return tuple(spots)


def _read_counts(name: str, parts: Parts, setup: BarbecueSetup) -> tuple[int, ...]:
    return tuple(read_number(name, count, range(10_000)) for count in parts.by_seat(name, setup.seats))
