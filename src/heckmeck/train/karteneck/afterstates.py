"""Afterstates of many games of Karteneck at once, from the kernel: `heckmeck.bots.karteneck.features` for a batch."""

from __future__ import annotations

import ctypes
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from heckmeck.bots.karteneck.features import own_size, table_size
from heckmeck.games import BadSetup
from heckmeck.rl.batch.batch import Batch
from heckmeck.rl.batch.kernel import KernelBatch
from heckmeck.rl.batch.layout import Indices
from heckmeck.rl.encoding.karteneck import KINDS
from heckmeck.train.karteneck.open_hands import NUMBERS, open_hands

Floats = NDArray[np.float32]
MOVES = 24
"""The number of moves of a decision for which there is room at first, on average."""


class Afterstates(NamedTuple):
    """What seats can bring about: rows of `own`, each with its row of `tables`; those of game i begin at `first[i]`.

    `action` and `worms` are the moves, worms as bits. `win` and `lead` are exact where the game is over, else -1 and 0.
    The arrays are overwritten by the next call.
    """

    tables: Floats
    own: Floats
    table_of: NDArray[np.int32]
    first: NDArray[np.int64]
    action: NDArray[np.int32]
    worms: NDArray[np.uint32]
    win: Floats
    lead: Floats

    def rows(self, chosen: Indices) -> Floats:
        """Return both blocks of some afterstates, as the network reads them."""
        return np.concatenate([self.tables[self.table_of[chosen]], self.own[chosen]], axis=1)


class _Written(ctypes.Structure):
    _fields_ = [
        *[(name, ctypes.c_void_p) for name in ("tables", "own", "table_of", "action", "worms", "win", "lead")],
        ("room", ctypes.c_int64),
        ("table_room", ctypes.c_int64),
    ]


class AfterstateReader:
    """Reads the afterstates of the games of a batch; with `all_hands` each table goes on with the others' hands."""

    def __init__(self, batch: Batch, *, all_hands: bool = False) -> None:
        if not isinstance(batch, KernelBatch):
            raise BadSetup("no_kernel", "Learning needs the C kernel: install heckmeck where there is a compiler.")
        self.batch, self.all_hands = batch, all_hands
        self.setup = setup = batch.encoding.setup
        self._sizes = table_size(setup.seats), own_size(setup.seats)
        worms = [setup.worms[kind] if kind < len(setup.worms) else 0 for kind in KINDS]
        self._worms = np.array(worms, np.uint8)
        self._make_room(len(batch) * MOVES)

    @property
    def sizes(self) -> tuple[int, int]:
        """The lengths of both blocks."""
        tables, own = self._sizes
        return tables + self.all_hands * NUMBERS * (self.setup.seats - 1), own

    def _make_room(self, rows: int) -> None:
        tables, own = self._sizes
        self._arrays: dict[str, NDArray[Any]] = {
            "tables": np.zeros((3 * len(self.batch), tables), np.float32),
            "own": np.zeros((rows, own), np.float32),
            "table_of": np.zeros(rows, np.int32),
            "action": np.zeros(rows, np.int32),
            "worms": np.zeros(rows, np.uint32),
            "win": np.zeros(rows, np.float32),
            "lead": np.zeros(rows, np.float32),
        }
        pointers = (array.ctypes.data for array in self._arrays.values())
        self._written = _Written(*pointers, rows, 3 * len(self.batch))

    def read(self, games: Indices) -> Afterstates:
        """Return the afterstates of some games, in which a seat is to act and has chosen nothing yet."""
        which, first = games.astype(np.int64), np.zeros(len(games) + 1, np.int64)
        arrays = [ctypes.c_void_p(array.ctypes.data) for array in (which, self._worms, first)]
        sizes = [ctypes.c_int(size) for size in self._sizes]
        while True:
            tables = self.batch.call_with_games(
                "afterstates", arrays[0], ctypes.c_int64(len(which)), arrays[1], *sizes, arrays[2],
                ctypes.byref(self._written),
            )  # fmt: skip
            if tables >= 0:
                break
            self._make_room(2 * self._written.room)
        rows = int(first[-1])
        found = {name: array[: tables if name == "tables" else rows] for name, array in self._arrays.items()}
        after = Afterstates(first=first, **found)
        return self._with_hands(after, games) if self.all_hands else after

    def _with_hands(self, after: Afterstates, games: Indices) -> Afterstates:
        game_of = np.zeros(len(after.tables), np.intp)
        game_of[after.table_of] = np.repeat(np.arange(len(games)), np.diff(after.first))
        hands = open_hands(self.batch.records[games], self.setup)
        return after._replace(tables=np.concatenate([after.tables, hands[game_of]], axis=1))
