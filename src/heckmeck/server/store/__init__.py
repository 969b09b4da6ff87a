"""Where tables are kept: a log of entries for each, and what can be asked of all of them."""

from heckmeck.server.store.connect import connect
from heckmeck.server.store.errors import StoreError
from heckmeck.server.store.store import (
    ANY_TABLE,
    ChainKept,
    Change,
    Game,
    GameBegun,
    GameEnded,
    Held,
    Hint,
    Phase,
    Result,
    Row,
    Statistics,
    Store,
    Summary,
    TableChanged,
    Tally,
)

__all__ = [
    "ANY_TABLE",
    "ChainKept",
    "Change",
    "Game",
    "GameBegun",
    "GameEnded",
    "Held",
    "Hint",
    "Phase",
    "Result",
    "Row",
    "Statistics",
    "Store",
    "StoreError",
    "Summary",
    "TableChanged",
    "Tally",
    "connect",
]
