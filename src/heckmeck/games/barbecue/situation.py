"""Situations of Barbecue described by hand, checked and converted to the view of the player whose turn it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from heckmeck.games.barbecue.game import Barbecue
from heckmeck.games.barbecue.setup import BarbecueSetup
from heckmeck.games.barbecue.state import EMPTY, Spot
from heckmeck.games.barbecue.view import BarbecueView
from heckmeck.games.errors import BadSetup
from heckmeck.games.setup import check_number, show
from heckmeck.games.situation import NO_OPTIONS, check_turn, parse_turn

ME, OTHER = 0, 1
"""Owners of plates: the player whose turn it is, and another one."""


def barbecue_view(
    *,
    spots: Mapping[int, Spot] | None = None,
    pool: int | None = None,
    kept: str = "",
    rolled: str = "",
    options: Mapping[str, object] = NO_OPTIONS,
) -> BarbecueView:
    """Return the view of a player of Barbecue; spots that are not named are empty.

    The owner of plates is `ME` or `OTHER`. By default, the pool holds all snails that are not on spots. Raises BadSetup
    for an impossible situation.

    >>> view = barbecue_view(spots={23: Spot(ME, 1), 35: Spot(snail=True)})
    >>> view.pool, view.spots[0].plates
    (11, 1)
    """
    game = Barbecue()
    setup = game.setup(**{"seats": game.seats[0], **options})
    lowest, highest = setup.spots
    spots = spots or {}
    for number, spot in spots.items():
        if not lowest <= number <= highest:
            raise BadSetup("no_such_spot", f"There is no spot {show(number)}: they go from {lowest} to {highest}.")
        _check_spot(number, spot)
    placed = tuple(spots.get(number, EMPTY) for number in range(lowest, highest + 1))
    state = game.start(setup)._replace(
        spots=placed,
        pool=_pool(setup, placed, pool),
        worms=tuple(
            sum(spot.plates * worms for spot, worms in zip(placed, setup.worms, strict=True) if spot.owner == seat)
            for seat in range(setup.seats)
        ),
        seat=ME,
        turn=parse_turn(game.die, kept, rolled),
    )
    check_turn(game, state)
    return game.view(state, ME)


def _check_spot(number: int, spot: Spot) -> None:
    if spot.plates > 2:
        raise BadSetup("too_many_plates", f"The spot {number} cannot hold {show(spot.plates)} plates: two at most.")
    if spot.snail and (spot.plates or spot.owner is not None):
        raise BadSetup("bad_spot", f"The spot {number} cannot hold a snail and a plate.")
    if (spot.owner is None) != (spot.plates == 0) or spot.owner not in (None, ME, OTHER) or spot.plates < 0:
        raise BadSetup("bad_spot", f"The spot {number} must be empty, or hold plates of one owner, or a snail.")


def _pool(setup: BarbecueSetup, spots: Sequence[Spot], pool: int | None) -> int:
    on_spots = sum(spot.snail for spot in spots)
    if on_spots + (pool or 0) > setup.snails:
        raise BadSetup(
            "too_many_snails",
            f"{on_spots} snails on spots and {show(pool or 0)} in the pool are more than the {setup.snails} there are.",
        )
    if pool is None:
        return setup.snails - on_spots
    check_number("pool", pool, 0, setup.snails)
    return pool
