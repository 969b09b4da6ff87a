"""The stores: a log of entries for each table, and queries about tables, games and players."""

from heckmeck.server.store.conduct import Block, Report
from heckmeck.server.store.devices import Device, Identity, Profile
from heckmeck.server.store.errors import StoreError
from heckmeck.server.store.store import (
    FinishedGame,
    Game,
    Hint,
    Order,
    OrderKind,
    PastTable,
    Statistics,
    Store,
    Summary,
    Tally,
)
from heckmeck.server.store.table_store import ANY_TABLE, ARCHIVED, Row, TableStore
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
    "Block",
    "ChainKept",
    "Change",
    "Device",
    "FinishedGame",
    "Game",
    "GameBegun",
    "GameEnded",
    "Held",
    "Hint",
    "Identity",
    "Order",
    "OrderKind",
    "PastTable",
    "PendingChanged",
    "Phase",
    "Profile",
    "Report",
    "Result",
    "Row",
    "Statistics",
    "Store",
    "StoreError",
    "Summary",
    "TableChanged",
    "TableStore",
    "Tally",
]
