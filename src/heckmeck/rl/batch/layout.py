"""Records: games as rows of numpy arrays, in the layout that the kernel uses. Each game defines its fields."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from enum import IntEnum
from typing import Any, ClassVar, Generic, NamedTuple

import numpy as np
from numpy.typing import NDArray

from heckmeck.games.dice import DICE
from heckmeck.games.game import SetupT, StateT, ViewT
from heckmeck.games.roll_and_keep import RollAndKeep
from heckmeck.games.roll_and_keep import StateT as DiceStateT
from heckmeck.games.roll_and_keep import ViewT as DiceViewT
from heckmeck.games.turn import Turn
from heckmeck.rl.encoding.encoding import Encoding, Ids

FACES = 6


class Status(IntEnum):
    """The status of a game: running, or over by its rules, by the limit of turns, or by an illegal action."""

    RUNNING = 0
    ENDED = 1
    TRUNCATED = 2
    ILLEGAL = 3


RUNNING, ENDED, TRUNCATED, ILLEGAL = Status

Records = NDArray[np.void]
"""Games as a structured array, one record each."""
Bools = NDArray[np.bool_]
Ints = NDArray[np.int32]
Indices = NDArray[np.intp]
"""The numbers of some games."""

GAME_FIELDS: tuple[tuple[str, Any, tuple[int, ...]], ...] = (
    ("stream", np.uint64, ()),
    ("turns", np.int32, ()),
    ("seat", np.uint8, ()),
    ("viewer", np.uint8, ()),
    ("status", np.uint8, ()),
    ("ended", np.uint8, ()),
)
"""The fields that begin every record: GAME_FIELDS in game.h."""

TURN_FIELDS: tuple[tuple[str, Any, tuple[int, ...]], ...] = (
    ("kept", np.uint8, (FACES,)),
    ("left", np.uint8, ()),
    ("total", np.uint8, ()),
    ("rolled", np.uint8, (FACES,)),
    ("rolling", np.uint8, ()),
    ("unused", np.uint8, ()),
)
"""The fields that follow in the dice games: `struct turn` in turn.h."""


UNUSED = ("unused", "padding")
"""Padding fields, always 0."""


class PrizeArrays(NamedTuple):
    """The prizes of many games: `game.prizes` in array form, a row for each game and a column for each sum.

    `action` is the action of the stop, -1 where a sum earns nothing. `ends` is true for stops that only end the game.
    `failure_cost` and `failure_ends` say what a failed attempt costs and whether it ends the game.
    """

    action: Ints
    gain: Ints
    loss: Ints
    secures: Bools
    ends: Bools
    failure_cost: Ints
    failure_ends: Bools

    @property
    def exists(self) -> Bools:
        """Whether there is a prize, for each game and sum."""
        return self.action >= 0


class Layout(ABC, Generic[SetupT, StateT, ViewT]):
    """The records of one game with one set-up."""

    def __init__(self, encoding: Encoding[SetupT, StateT, ViewT]) -> None:
        self.encoding = encoding
        self.game = encoding.game
        self.setup = encoding.setup
        self.seats = encoding.seats
        self.dtype = _aligned([*GAME_FIELDS, *self._fields()])

    @abstractmethod
    def _fields(self) -> Iterable[tuple[str, Any, tuple[int, ...]]]:
        """Yield the game's own fields, as in its C struct."""

    @abstractmethod
    def rules(self) -> Mapping[str, Any]:
        """Return the game's own values of `struct rules`."""

    @abstractmethod
    def _write(self, state: StateT, chosen: Ids, record: np.void) -> None:
        """Write a state into the game's own fields, which are zeros."""

    @abstractmethod
    def state(self, record: np.void) -> StateT:
        """Return the state of a record."""

    @abstractmethod
    def standings(self, records: Records) -> tuple[Ints, Ints]:
        """Return every seat's score and its tie-break."""

    @abstractmethod
    def _possible(self, records: Records) -> Bools:
        """Return whether the game's own fields are those of a possible position."""

    def possible(self, records: Records) -> Bools:
        """Return for each record whether it is a possible position, which the kernel may use."""
        seats = (records["seat"] < self.seats) & (records["viewer"] < self.seats)
        seats &= (records["viewer"] == records["seat"]) | (records["status"] != RUNNING)
        over = (records["status"] == ENDED) == (records["ended"] > 0)
        known = (records["status"] <= ILLEGAL) & (records["ended"] <= len(self.game.reasons)) & (records["turns"] >= 0)
        empty = [records[name].reshape(len(records), -1) for name in UNUSED if name in (self.dtype.names or ())]
        unused = np.concatenate([np.zeros((len(records), 1), np.uint8), *empty], axis=1).any(axis=1)
        possible: Bools = seats & over & known & ~unused & self._possible(records)
        return possible

    def chosen(self, record: np.void) -> Ids:
        """Return the ids of its move that the seat to act has chosen so far."""
        return ()

    def record(self, state: StateT, chosen: Ids = ()) -> Records:
        """Return the record of a state, as an array of one. Turns and stream are 0."""
        records = np.zeros(1, self.dtype)
        record, end = records[0], self.game.end(state)
        record["seat"] = record["viewer"] = self._seat(state)
        if end is not None:
            record["status"], record["ended"] = ENDED, 1 + self.game.reasons.index(end)
        self._write(state, chosen, record)
        return records

    def _seat(self, state: StateT) -> int:
        """Return the seat whose turn it is."""
        seat: int = self.game.view(state, None).turn_of
        return seat


class DiceLayout(Layout[SetupT, DiceStateT, DiceViewT]):
    """The records of one dice game with one set-up."""

    board: ClassVar[tuple[str, ...]]
    """The fields that do not change during a turn."""
    game: RollAndKeep[SetupT, DiceStateT, DiceViewT]

    @abstractmethod
    def _board_fields(self) -> Iterable[tuple[str, Any, tuple[int, ...]]]:
        """Yield the fields of the board."""

    @abstractmethod
    def _write_board(self, state: DiceStateT, record: np.void) -> None:
        """Write the board of a state into a record of zeros."""

    @abstractmethod
    def _read_board(self, record: np.void, turn: Turn) -> DiceStateT:
        """Return the state with this board and this turn."""

    @abstractmethod
    def prizes(self, records: Records) -> PrizeArrays:
        """Return what every sum would earn the seats whose turn it is."""

    def boards(self, records: Records) -> NDArray[np.uint8]:
        """Return the fields that do not change during a turn, as rows of bytes that can be compared."""
        rows = [np.ascontiguousarray(records[name]).reshape(len(records), -1) for name in ("seat", *self.board)]
        return np.concatenate([row.view(np.uint8) for row in rows], axis=1)

    @abstractmethod
    def _possible_board(self, records: Records) -> Bools:
        """Return whether the fields of the board are those of a possible position."""

    def _possible(self, records: Records) -> Bools:
        values = np.array([self.game.die.values[face] for face in self.game.die.faces])
        kept, rolled = records["kept"].astype(np.int32), records["rolled"].astype(np.int32)
        left, rolling = records["left"], records["rolling"] > 0
        dice = (kept.sum(axis=1) + left == DICE) & (kept @ values == records["total"])
        new = ((rolled > 0) & (kept == 0)).any(axis=1)
        over = (left == 0) | (kept > 0).all(axis=1)
        deciding = np.where(rolled.any(axis=1), new & (rolled.sum(axis=1) == left), left < DICE)
        running = np.where(rolling, ~rolled.any(axis=1) & ~over, deciding)
        before = (left == DICE) & ~rolled.any(axis=1)
        turn = np.where(records["ended"] > 0, before & ~rolling, running)
        possible: Bools = dice & turn & (records["rolling"] <= 1) & self._possible_board(records)
        return possible

    def _fields(self) -> Iterable[tuple[str, Any, tuple[int, ...]]]:
        yield from TURN_FIELDS
        yield from self._board_fields()

    def _write(self, state: DiceStateT, chosen: Ids, record: np.void) -> None:
        kept, rolled, rolling = state.turn
        faces = self.game.die.faces
        record["kept"] = [kept.count(face) for face in faces]
        record["rolled"] = [rolled.count(face) for face in faces]
        record["left"] = DICE - len(kept)
        record["total"] = self.game.die.facts[kept].total
        record["rolling"] = rolling and not record["ended"]
        self._write_board(state, record)

    def state(self, record: np.void) -> DiceStateT:
        """Return the state of a record."""
        kept, rolled = (
            "".join(face * int(count) for face, count in zip(self.game.die.faces, record[name], strict=True))
            for name in ("kept", "rolled")
        )
        return self._read_board(record, Turn(kept, rolled, bool(record["rolling"]) or bool(record["ended"])))

    def _seat(self, state: DiceStateT) -> int:
        return state.seat


def _aligned(fields: list[tuple[str, Any, tuple[int, ...]]]) -> np.dtype[np.void]:
    """Return the type of a record, a multiple of 8 bytes long so that all streams are aligned."""
    size = np.dtype(fields).itemsize
    padding = [("padding", np.uint8, (-size % 8,))] if size % 8 else []
    return np.dtype([*fields, *padding])
