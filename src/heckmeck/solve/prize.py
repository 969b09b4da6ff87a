"""What each sum would earn in a position, for the player whose turn it is."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from heckmeck.games import Move
from heckmeck.games.barbecue import BarbecueView
from heckmeck.games.barbecue.state import SNAIL, SNAIL_POINTS, Spot
from heckmeck.games.bratwurmeck import BratwurmeckView, Steal, Take
from heckmeck.games.bratwurmeck.setup import worms_on
from heckmeck.games.roll_and_keep import STOP
from heckmeck.solve.solver import turn_solver

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
    return _spots(view, turn_solver("barbecue").sums)


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
    found: list[Prize | None] = []
    lower: Prize | None = None
    for portion in view.grill:
        found += [lower] * (portion - len(found))
        lower = _taken(portion)
    found += [lower] * (sums - len(found))
    for seat, stack in enumerate(view.stacks):
        if stack and seat != view.turn_of:
            found[stack[-1]] = _stolen(stack[-1])
    return tuple(found)


@cache
def _taken(portion: int) -> Prize:
    return Prize(str(portion), worms_on(portion), 0, Take(portion))


@cache
def _stolen(portion: int) -> Prize:
    return Prize(str(portion), worms_on(portion), worms_on(portion), Steal(portion))


_SNAIL = Prize("snail", SNAIL_POINTS, 0, STOP)
_END = Prize("end", 0, 0, STOP)


def _spots(view: BarbecueView, sums: int) -> Prizes:
    """The prize for every sum: nothing below the spots, a snail above them while there is one."""
    lowest, highest = view.setup.spots
    found: list[Prize | None] = [None] * lowest
    for total, spot, worms in zip(range(lowest, highest + 1), view.spots, view.setup.worms, strict=True):
        found.append(_spot(spot, total, worms, view.turn_of))
    above = _SNAIL if view.pool or SNAIL in view.spots else _END
    return (*found, *[above] * (sums - len(found)))


def _spot(spot: Spot, total: int, worms: int, seat: int) -> Prize | None:
    if spot.snail:
        return _SNAIL
    if spot.plates == 2:
        return None
    own = spot.owner == seat
    return _plate(total, worms, own, spot.owner is not None and not own)


@cache
def _plate(spot: int, worms: int, own: bool, other: bool) -> Prize:
    return Prize(str(spot), worms, worms if other else 0, STOP, secures=own)
