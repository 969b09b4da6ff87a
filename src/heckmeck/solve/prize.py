"""What each sum would earn in a position, for the player whose turn it is."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from heckmeck.games import Move
from heckmeck.games.barbecue import BarbecueView
from heckmeck.games.barbecue.state import SNAIL_POINTS
from heckmeck.games.bratwurmeck import BratwurmeckView, Steal, Take
from heckmeck.games.bratwurmeck.setup import worms_on
from heckmeck.games.rollandkeep import STOP
from heckmeck.solve.turn import turn_solver

DiceView = BratwurmeckView | BarbecueView


@dataclass(frozen=True, slots=True)
class Prize:
    """What stopping at a sum brings: worms or points, those that another player loses by it, and the move for it.

    `name` says what is won: a portion, a spot, `snail`, or `end` where a stop only ends the game. `secures` is true for
    a second plate on an own spot.
    """

    name: str
    gain: int
    loss: int
    move: Move
    secures: bool = False


Prizes = tuple[Prize | None, ...]
"""The prize for each sum with a worm, None where it earns nothing."""


def prizes(view: DiceView) -> Prizes:
    """Return what each sum would earn now.

    >>> from heckmeck.games import get
    >>> game = get("bratwurmeck")
    >>> won = prizes(game.view(game.start(game.setup(seats=2)), 0))
    >>> won[20], won[27].gain, won[40].name
    (None, 2, '36')
    """
    if isinstance(view, BratwurmeckView):
        return _portions(view, turn_solver("bratwurmeck").sums)
    return tuple(_spot(view, total) for total in range(turn_solver("barbecue").sums))


def fail_cost(view: DiceView) -> int:
    """Return the worms that a failed attempt of the player whose turn it is would cost at once."""
    if isinstance(view, BratwurmeckView):
        stack = view.stacks[view.turn_of]
        return worms_on(stack[-1]) if stack else 0
    return 0


def fail_ends(view: DiceView) -> bool:
    """Whether a failed attempt would end the game."""
    if isinstance(view, BratwurmeckView):
        return False
    return not view.pool or all(spot.snail or spot.plates == 2 for spot in view.spots)


def _portions(view: BratwurmeckView, sums: int) -> Prizes:
    """The prize for every sum; of several lower portions the highest, which never has fewer worms."""
    tops = {stack[-1] for seat, stack in enumerate(view.stacks) if stack and seat != view.turn_of}
    found: list[Prize | None] = []
    lower: Prize | None = None
    for total in range(sums):
        if total in view.grill:
            lower = _taken(total)
            found.append(lower)
        else:
            found.append(_stolen(total) if total in tops else lower)
    return tuple(found)


@cache
def _taken(portion: int) -> Prize:
    return Prize(str(portion), worms_on(portion), 0, Take(portion))


@cache
def _stolen(portion: int) -> Prize:
    return Prize(str(portion), worms_on(portion), worms_on(portion), Steal(portion))


def _spot(view: BarbecueView, total: int) -> Prize | None:
    lowest, highest = view.setup.spots
    if total < lowest:
        return None
    if total > highest:
        snails = view.pool or any(spot.snail for spot in view.spots)
        return Prize("snail", SNAIL_POINTS, 0, STOP) if snails else Prize("end", 0, 0, STOP)
    spot, worms = view.spots[total - lowest], view.setup.worms[total - lowest]
    if spot.snail:
        return Prize("snail", SNAIL_POINTS, 0, STOP)
    if spot.plates == 2:
        return None
    own = spot.owner == view.turn_of
    return Prize(str(total), worms, 0 if own or spot.owner is None else worms, STOP, secures=own)
