"""Positions of Bratwurmeck for the rule tests."""

from heckmeck.games.bratwurmeck import Bratwurmeck, BratwurmeckState
from heckmeck.games.turn import Turn

GAME = Bratwurmeck()


def kept(dice: str, grill: tuple[int, ...], *stacks: tuple[int, ...], **options: object) -> BratwurmeckState:
    """The first seat has these dice set aside and is to roll on or stop."""
    state = GAME.start(GAME.setup(seats=len(stacks), **options))
    return state._replace(grill=grill, stacks=stacks, turn=Turn(dice, rolling=False))
