"""The stores: a log of entries for each table, and queries about tables, games and players."""

from heckmeck.server.store.connect import connect
from heckmeck.server.store.errors import StoreError
from heckmeck.server.store.store import (
    ANY_TABLE,
    ARCHIVED,
    FinishedGame,
    Game,
    Hint,
    Order,
    OrderKind,
    PastTable,
    Profile,
    Row,
    Statistics,
    Store,
    Summary,
    Tally,
)
from heckmeck.server.table.changes import (
    ChainKept,
    Change,
    GameBegun,
    GameEnded,
    Held,
    PendingChanged,
    Phase,
    Result,
    TableChanged,
)

__all__ = [
    "ANY_TABLE",
    "ARCHIVED",
    "ChainKept",
    "Change",
    "FinishedGame",
    "Game",
    "GameBegun",
    "GameEnded",
    "Held",
    "Hint",
    "Order",
    "OrderKind",
    "PastTable",
    "PendingChanged",
    "Phase",
    "Profile",
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
