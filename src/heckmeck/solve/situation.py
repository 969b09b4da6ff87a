"""A situation in a turn, described by hand: checked, and made into the view of the player whose turn it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from heckmeck.games import BadSetup
from heckmeck.games.barbecue import EMPTY, Barbecue, BarbecueSetup, BarbecueView, Spot
from heckmeck.games.bratwurmeck import Bratwurmeck, BratwurmeckSetup, BratwurmeckView
from heckmeck.games.dice import DICE, Die
from heckmeck.games.roll_and_keep import RollAndKeep
from heckmeck.games.setup import check_number, show
from heckmeck.games.turn import Turn

ME, OTHER = 0, 1
"""Owners of plates: the player whose turn it is, and somebody else."""

NO_OPTIONS: Mapping[str, object] = {}


def bratwurmeck_view(
    *,
    grill: Sequence[int] | None = None,
    stack: Sequence[int] = (),
    tops: Sequence[int] = (),
    kept: str = "",
    rolled: str = "",
    options: Mapping[str, object] = NO_OPTIONS,
) -> BratwurmeckView:
    """Return the view of a player with this stack (the top last) while `tops` lie on top of the others' stacks.

    Without a grill, all portions lie on it that nobody has. Dice are written as `44W`; groups that were kept one after
    the other may be set apart, `44 W`. Raises BadSetup for what cannot be.

    >>> bratwurmeck_view(stack=[25], kept="44W").grill[:6]
    (21, 22, 23, 24, 26, 27)
    """
    game = Bratwurmeck()
    setup = game.setup(**{"seats": max(len(tops) + 1, game.seats[0]), **options})
    assert isinstance(setup, BratwurmeckSetup)
    lowest, highest = setup.portions
    if len(tops) >= setup.seats:
        raise BadSetup("bad_seats", f"{setup.seats - 1} others cannot have {len(tops)} tops.")
    won = [*stack, *tops]
    if grill is None:
        grill = [portion for portion in range(lowest, highest + 1) if portion not in won]
    _check_portions([*grill, *won], lowest, highest)
    if not grill:
        raise BadSetup("game_over", "No open portion lies on the grill: the game is over.", "BW-5.1")
    others = [(top,) for top in tops] + [()] * (setup.seats - 1 - len(tops))
    state = game.start(setup)._replace(grill=tuple(sorted(grill)), stacks=(tuple(stack), *others), seat=ME)
    state = state._replace(turn=_turn(game.die, kept, rolled))
    _check_choices(game, state)
    return game.view(state, ME)


def barbecue_view(
    *,
    spots: Mapping[int, Spot] | None = None,
    pool: int | None = None,
    kept: str = "",
    rolled: str = "",
    options: Mapping[str, object] = NO_OPTIONS,
) -> BarbecueView:
    """Return the view of a player of Barbecue; spots that are not named are empty.

    The owner of plates is `ME` or `OTHER`. Without a number for the pool, all snails are in it that are not on spots.
    Raises BadSetup for what cannot be.

    >>> view = barbecue_view(spots={23: Spot(ME, 1), 35: Spot(snail=True)})
    >>> view.pool, view.spots[0].plates
    (11, 1)
    """
    game = Barbecue()
    setup = game.setup(**{"seats": game.seats[0], **options})
    assert isinstance(setup, BarbecueSetup)
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
    )
    state = state._replace(turn=_turn(game.die, kept, rolled))
    _check_choices(game, state)
    return game.view(state, ME)


def _check_portions(portions: Sequence[int], lowest: int, highest: int) -> None:
    for portion in portions:
        if not isinstance(portion, int) or not lowest <= portion <= highest:
            raise BadSetup(
                "no_such_portion", f"There is no portion {show(portion)}: they go from {lowest} to {highest}."
            )
    twice = [portion for portion in portions if portions.count(portion) > 1]
    if twice:
        raise BadSetup("two_places", f"The portion {twice[0]} cannot be in two places.")


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


def _turn(die: Die, kept: str, rolled: str) -> Turn:
    groups = kept.upper().replace(",", " ").split()
    for face in die.faces:
        if sum(face in group for group in groups) > 1:
            raise BadSetup("face_kept", f"The face {face} cannot be kept twice in a turn.", "RK-3")
    aside, shown = _dice(die, "".join(groups)), _dice(die, "".join(rolled.upper().replace(",", " ").split()))
    left = DICE - len(aside)
    if shown and len(shown) != left:
        text = f"With {len(aside)} dice kept, {left} are rolled, not {len(shown)}."
        raise BadSetup("bad_roll", text, "RK-5" if aside else "RK-1")
    return Turn(aside, shown, rolling=not aside and not shown)


def _dice(die: Die, dice: str) -> str:
    for face in dice:
        if face not in die.faces:
            raise BadSetup("bad_dice", f"No die shows {show(face)}: the faces are {' '.join(die.faces)}.", "RK-1")
    if len(dice) > DICE:
        raise BadSetup("too_many_dice", f"There are {DICE} dice, not {len(dice)}.", "RK-1")
    return "".join(sorted(dice))


def _check_choices(game: RollAndKeep[Any, Any, Any], state: Any) -> None:
    """Refuse a turn that is over already: there is nothing to choose."""
    turn = state.turn
    if turn.rolling or game.legal_moves(state):
        return
    if turn.rolled:
        text = f"The roll {turn.rolled} shows only faces that are kept already: the attempt has failed."
        raise BadSetup("turn_over", text, "RK-6")
    raise BadSetup("turn_over", f"{turn.kept} earns nothing and no roll is left: the attempt has failed.", "RK-7")
