"""Reiner Knizia's three Heckmeck games, complete and exact.

Play a game by hand, one step at a time. Moves and outcomes of chance are objects; `parse` reads them from notation:

>>> import heckmeck
>>> game = heckmeck.get("bratwurmeck")
>>> state = game.start(game.setup(seats=2))
>>> for text in ["=11244WWW", "keep W", "roll", "=11244"]:
...     state, events = game.apply(state, game.parse(text))
>>> state, events = game.apply(state, heckmeck.Keep("4"))
>>> events
(FaceKept(seat=0, face='4', count=2, total=23),)
>>> [str(move) for move in game.legal_moves(state)]
['roll', 'take 23']

A state can be printed, and written as one line of text that is read back:

>>> print(state)  # doctest: +ELLIPSIS
╭─────────────────────── ≋≋ grill ≋≋ ───────────────────────╮
│    21     22     23     24     25     26     27     28    │
...
>>> game.position(state)
'bratwurmeck seats=2 grill=21-36 stacks=-/- turn=0 kept=44WWW'
>>> heckmeck.from_position(game.position(state)) == state
True

What are the choices of the player to act worth?

>>> best = heckmeck.odds(game.view(state, 0)).best
>>> str(best.move), round(best.gain, 3), round(best.success, 3)
('roll', 2.238, 0.866)

Bots play a game; its record replays to the same state:

>>> table = heckmeck.bot_table(game, game.setup(seats=2), ["greedy", "cautious"], seed="1")
>>> table.finish()
>>> record = table.record()
>>> [step.state for step in heckmeck.replay(record)][-1] == table.state
True

The rules need only the standard library. Modules that need numpy or msgspec are imported on first use.
"""

from typing import TYPE_CHECKING

from heckmeck.games import (
    CHANCE,
    GAMES,
    Actor,
    AnyDiceGame,
    AnyGame,
    AttemptFailed,
    BadNotation,
    BadSetup,
    ChanceOutcome,
    Dice,
    DiceRolled,
    DiceView,
    Distribution,
    Event,
    FaceKept,
    Game,
    GameEnded,
    GameError,
    GameOver,
    IllegalMove,
    Keep,
    Move,
    NotYourTurn,
    Outcome,
    PortionStolen,
    PortionTaken,
    Prize,
    Prizes,
    Roll,
    RollAndKeep,
    Setup,
    Source,
    Step,
    Stop,
    Theft,
    View,
    all_games,
    from_position,
    get,
    view_from_position,
)
from heckmeck.games.barbecue import Barbecue, BarbecueSetup, BarbecueState, BarbecueView
from heckmeck.games.bratwurmeck import Bratwurmeck, BratwurmeckSetup, BratwurmeckState, BratwurmeckView, Steal, Take
from heckmeck.games.karteneck import (
    Draw,
    DropOut,
    Grill,
    Karteneck,
    KarteneckSetup,
    KarteneckState,
    KarteneckView,
    Lay,
)
from heckmeck.on_demand import on_demand

if TYPE_CHECKING:
    from heckmeck.bots import AnyBot, Bot, TurnBot, Worths, bots_for
    from heckmeck.bots import make as make_bot
    from heckmeck.play import (
        Arena,
        BadRecord,
        Played,
        Player,
        Record,
        Simulation,
        Table,
        bot_table,
        decode,
        encode,
        read_records,
        replay,
        write_record,
    )
    from heckmeck.solve.odds import Odds, odds

__version__ = "0.1.0"

__all__ = [
    "CHANCE",
    "GAMES",
    "Actor",
    "AnyBot",
    "AnyDiceGame",
    "AnyGame",
    "Arena",
    "AttemptFailed",
    "BadNotation",
    "BadRecord",
    "BadSetup",
    "Barbecue",
    "BarbecueSetup",
    "BarbecueState",
    "BarbecueView",
    "Bot",
    "Bratwurmeck",
    "BratwurmeckSetup",
    "BratwurmeckState",
    "BratwurmeckView",
    "ChanceOutcome",
    "Dice",
    "DiceRolled",
    "DiceView",
    "Distribution",
    "Draw",
    "DropOut",
    "Event",
    "FaceKept",
    "Game",
    "GameEnded",
    "GameError",
    "GameOver",
    "Grill",
    "IllegalMove",
    "Karteneck",
    "KarteneckSetup",
    "KarteneckState",
    "KarteneckView",
    "Keep",
    "Lay",
    "Move",
    "NotYourTurn",
    "Odds",
    "Outcome",
    "Played",
    "Player",
    "PortionStolen",
    "PortionTaken",
    "Prize",
    "Prizes",
    "Record",
    "Roll",
    "RollAndKeep",
    "Setup",
    "Simulation",
    "Source",
    "Steal",
    "Step",
    "Stop",
    "Table",
    "Take",
    "Theft",
    "TurnBot",
    "View",
    "Worths",
    "__version__",
    "all_games",
    "bot_table",
    "bots_for",
    "decode",
    "encode",
    "from_position",
    "get",
    "make_bot",
    "odds",
    "read_records",
    "replay",
    "view_from_position",
    "write_record",
]

_MODULES = {
    "heckmeck.bots": ("AnyBot", "Bot", "TurnBot", "Worths", "bots_for"),
    "heckmeck.play": (
        "Arena", "BadRecord", "Played", "Player", "Record", "Simulation", "Table", "bot_table", "decode", "encode",
        "read_records", "replay", "write_record",
    ),
    "heckmeck.solve.odds": ("Odds", "odds"),
}  # fmt: skip
_ON_DEMAND = {
    "make_bot": ("heckmeck.bots", "make"),
    **{name: (module, name) for module, names in _MODULES.items() for name in names},
}
"""Names that need numpy or msgspec, each with its module and its name there. Type checkers see the block above."""

__getattr__ = on_demand(__name__, _ON_DEMAND)


def __dir__() -> list[str]:
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})
