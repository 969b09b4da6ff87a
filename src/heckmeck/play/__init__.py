"""Playing games: tables and their records, simulations, arenas, and reviews.

>>> from heckmeck.games import get
>>> from heckmeck.play import bot_table
>>> game = get("bratwurmeck")
>>> table = bot_table(game, game.setup(seats=2), ["cautious", "random"], seed="7")
>>> table.finish()
>>> table.record().outcome.reason
'grill_empty'

The names here are imported on first use: who reads a record does not need arenas and processes.
"""

from typing import TYPE_CHECKING

from heckmeck.on_demand import on_demand

if TYPE_CHECKING:
    from heckmeck.play.arena import Arena
    from heckmeck.play.arena_file import load as load_arena
    from heckmeck.play.arena_file import save as save_arena
    from heckmeck.play.intervals import Measured
    from heckmeck.play.process_pool import process_map
    from heckmeck.play.record import BadRecord, Record, decode, encode, replay
    from heckmeck.play.record_file import read_records, write_record
    from heckmeck.play.simulation import Result, Simulation, bot_table
    from heckmeck.play.statistics import Score, Tally, win_interval
    from heckmeck.play.table import AnyTable, Played, Player, Table

__all__ = [
    "AnyTable",
    "Arena",
    "BadRecord",
    "Measured",
    "Played",
    "Player",
    "Record",
    "Result",
    "Score",
    "Simulation",
    "Table",
    "Tally",
    "bot_table",
    "decode",
    "encode",
    "load_arena",
    "process_map",
    "read_records",
    "replay",
    "save_arena",
    "win_interval",
    "write_record",
]

_MODULES = {
    "heckmeck.play.arena": ("Arena",),
    "heckmeck.play.intervals": ("Measured",),
    "heckmeck.play.process_pool": ("process_map",),
    "heckmeck.play.record": ("BadRecord", "Record", "decode", "encode", "replay"),
    "heckmeck.play.record_file": ("read_records", "write_record"),
    "heckmeck.play.simulation": ("Result", "Simulation", "bot_table"),
    "heckmeck.play.statistics": ("Score", "Tally", "win_interval"),
    "heckmeck.play.table": ("AnyTable", "Played", "Player", "Table"),
}
_ON_DEMAND = {
    "load_arena": ("heckmeck.play.arena_file", "load"),
    "save_arena": ("heckmeck.play.arena_file", "save"),
    **{name: (module, name) for module, names in _MODULES.items() for name in names},
}
__getattr__ = on_demand(__name__, _ON_DEMAND)
