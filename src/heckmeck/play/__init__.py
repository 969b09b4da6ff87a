"""A table: seats, a source of chance, a record, and what happened.

>>> from heckmeck.games import get
>>> game = get("bratwurmeck")
>>> table = bot_table(game, game.setup(seats=2), ["cautious", "random"], seed="7")
>>> for played in table.play():
...     pass
>>> table.record().outcome.reason
'grill_empty'
"""

from heckmeck.play.arena import Arena, local_mapper
from heckmeck.play.arena_file import load as load_arena
from heckmeck.play.arena_file import save as save_arena
from heckmeck.play.record import BadRecord, Record, decode, encode, replay
from heckmeck.play.record_file import read_records, replacing, write_record
from heckmeck.play.simulation import Simulation, bot_table
from heckmeck.play.table import Played, Player, Table

__all__ = [
    "Arena",
    "BadRecord",
    "Played",
    "Player",
    "Record",
    "Simulation",
    "Table",
    "bot_table",
    "decode",
    "encode",
    "load_arena",
    "local_mapper",
    "read_records",
    "replacing",
    "replay",
    "save_arena",
    "write_record",
]
