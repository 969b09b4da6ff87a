"""Positions of Barbecue for the rule tests."""

from heckmeck.games import Event
from heckmeck.games.barbecue import EMPTY, Spot
from heckmeck.games.turn import AttemptFailed, DiceRolled, Turn


def grill(spots: dict[int, Spot], rest: Spot = EMPTY) -> tuple[Spot, ...]:
    """All fourteen spots: these, and the rest identical."""
    return tuple(spots.get(number, rest) for number in range(23, 37))


def kept(dice: str) -> Turn:
    """A turn with these dice set aside, to be stopped or rolled on."""
    return Turn(dice, "", False)


def failed(*then: Event) -> list[Event]:
    """The events of the failed attempt of seat 0 with its last die, and these."""
    return [DiceRolled(0, "W"), AttemptFailed(0, "no_new_face"), *then]
