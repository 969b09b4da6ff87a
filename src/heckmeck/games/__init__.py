"""The rules of the games: standard library only, no input or output, no clock, no randomness.

A game is an object with the rules and no state; `Game` documents its methods. A random game of Barbecue:

>>> from random import Random
>>> game = get("barbecue")
>>> state = game.start(game.setup(seats=2))
>>> source = Random(7)
>>> while (actor := game.to_act(state)) is not None:
...     action = game.sample(state, source) if actor is CHANCE else game.legal_moves(state)[-1]
...     state, events = game.apply(state, action)
>>> game.outcome(state).reason in game.reasons
True
"""

from heckmeck.games.chance import (
    CHANCE,
    Chance,
    ChanceOutcome,
    Distribution,
    DrawDistribution,
    Drawn,
    Source,
    WeightedDistribution,
)
from heckmeck.games.dice import Dice
from heckmeck.games.dice_view import DiceView
from heckmeck.games.drawing import SCREEN, Drawing, Screen, Span
from heckmeck.games.errors import BadNotation, BadSetup, GameError, GameOver, IllegalMove, NotYourTurn
from heckmeck.games.event import Event, GameEnded, Theft, describe_events, seen_by
from heckmeck.games.game import Actor, AnyGame, Game, Move, Step, View, natural_order
from heckmeck.games.outcome import Outcome
from heckmeck.games.portion import PortionStolen, PortionTaken, Stack
from heckmeck.games.prize import Prize, Prizes
from heckmeck.games.registry import GAMES, all_games, from_position, get, get_dice_game, view_from_position
from heckmeck.games.roll_and_keep import AnyDiceGame, RollAndKeep
from heckmeck.games.setup import Setup
from heckmeck.games.turn import AttemptFailed, DiceRolled, FaceKept, Keep, Roll, Stop, Turn

__all__ = [
    "CHANCE",
    "GAMES",
    "SCREEN",
    "Actor",
    "AnyDiceGame",
    "AnyGame",
    "AttemptFailed",
    "BadNotation",
    "BadSetup",
    "Chance",
    "ChanceOutcome",
    "Dice",
    "DiceRolled",
    "DiceView",
    "Distribution",
    "DrawDistribution",
    "Drawing",
    "Drawn",
    "Event",
    "FaceKept",
    "Game",
    "GameEnded",
    "GameError",
    "GameOver",
    "IllegalMove",
    "Keep",
    "Move",
    "NotYourTurn",
    "Outcome",
    "PortionStolen",
    "PortionTaken",
    "Prize",
    "Prizes",
    "Roll",
    "RollAndKeep",
    "Screen",
    "Setup",
    "Source",
    "Span",
    "Stack",
    "Step",
    "Stop",
    "Theft",
    "Turn",
    "View",
    "WeightedDistribution",
    "all_games",
    "describe_events",
    "from_position",
    "get",
    "get_dice_game",
    "natural_order",
    "seen_by",
    "view_from_position",
]
