"""Situations of Bratwurmeck described by hand, checked and converted to the view of the player whose turn it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from heckmeck.games.bratwurmeck.game import Bratwurmeck
from heckmeck.games.bratwurmeck.view import BratwurmeckView
from heckmeck.games.errors import BadSetup
from heckmeck.games.setup import show
from heckmeck.games.situation import NO_OPTIONS, check_turn, parse_turn

ME = 0


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

    By default, the grill holds all portions that no player has. Dice are written as `44W`; groups that were kept one
    after the other may be separated by spaces, `44 W`. Raises BadSetup for an impossible situation.

    >>> bratwurmeck_view(stack=[25], kept="44W").grill[:6]
    (21, 22, 23, 24, 26, 27)
    """
    game = Bratwurmeck()
    setup = game.setup(**{"seats": max(len(tops) + 1, game.seats[0]), **options})
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
    state = game.start(setup)._replace(
        grill=tuple(sorted(grill)),
        stacks=(tuple(stack), *others),
        seat=ME,
        turn=parse_turn(game.die, kept, rolled),
    )
    check_turn(game, state)
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
