"""Games in lockstep, in C; see kernel.c."""

from __future__ import annotations

import ctypes
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heckmeck.games import AnyDiceGame
from heckmeck.games.dice import DICE
from heckmeck.rl.batch.batch import Batch
from heckmeck.rl.batch.layout import FACES, Bools, DiceLayout, Indices, Ints, Layout, Records
from heckmeck.rl.batch.stream import Seed, first_states
from heckmeck.rl.batch.turn_tables import Plans, turn_tables
from heckmeck.solve.kernel import load_library
from heckmeck.solve.worths import EQUAL

VERSION = 5
LIBRARY = Path(__file__).with_name("libbatch.so")
GAMES = ("bratwurmeck", "barbecue", "karteneck")
"""The games that the kernel supports."""
GUIDE_BITS = 10
RESET_OVER, END_ILLEGAL = 1, 2
NO_LIMIT = 2**31 - 1


CARDS, KINDS = 30, 28
"""Numbers of kinds of cards and portions."""


class _Roll(ctypes.Structure):
    _fields_ = [
        ("up_to", ctypes.c_void_p),
        ("counts", ctypes.c_void_p),
        ("guide", ctypes.c_void_p),
        ("total", ctypes.c_int64),
    ]


class _Rules(ctypes.Structure):
    _fields_ = [
        *[
            (name, ctypes.c_int32)
            for name in (
                "record", "seats", "first", "max_turns", "actions", "size", "wide",
                "lowest", "highest", "any_lower", "highest_turns", "snails", "hand", "supply",
            )
        ],
        ("worms", ctypes.c_int32 * 16),
        ("values", ctypes.c_int32 * FACES),
        ("deck", ctypes.c_uint8 * CARDS),
        ("portions", ctypes.c_uint8 * KINDS),
        ("roll", _Roll * (DICE + 1)),
    ]  # fmt: skip


class _TurnTables(ctypes.Structure):
    _fields_ = [
        ("number", ctypes.c_void_p),
        ("sums", ctypes.c_int64),
        ("states", ctypes.c_int64),
        ("gives_up", ctypes.c_int64),
        ("equal", ctypes.c_double),
    ]


class _Shown(ctypes.Structure):
    _fields_ = [(name, ctypes.c_void_p) for name in ("observations", "masks", "seats", "status")]


def library() -> ctypes.CDLL | None:
    """Return the kernel, or None if there is none."""
    return load_library(LIBRARY, VERSION)


class RollTables:
    """The rolls of a kind of die in the order of the reference engine, so that the same number gives the same roll."""

    def __init__(self, game: AnyDiceGame) -> None:
        self._kept_alive: list[NDArray[Any]] = []
        self.rolls = (_Roll * (DICE + 1))(_Roll(), *(self._roll(game, number) for number in range(1, DICE + 1)))

    def _roll(self, game: AnyDiceGame, number: int) -> _Roll:
        rolls = game.die.rolls(number)
        up_to = np.cumsum([weight for _, weight in rolls]).astype(np.uint32)
        counts = np.zeros((len(up_to), 8), np.uint8)
        for row, (dice, _) in zip(counts, rolls, strict=True):
            row[:FACES] = [dice.faces.count(face) for face in game.die.faces]
        firsts = [first * rolls.total >> GUIDE_BITS for first in range(2**GUIDE_BITS)]
        guide = np.searchsorted(up_to, firsts, side="right").astype(np.uint16)
        self._kept_alive += [up_to, counts, guide]
        return _Roll(up_to.ctypes.data, counts.ctypes.data, guide.ctypes.data, rolls.total)


_roll_tables = cache(RollTables)


class KernelBatch(Batch):
    """Games in lockstep, in C."""

    def __init__(
        self, library: ctypes.CDLL, layout: Layout[Any, Any, Any], games: int, seed: Seed, max_turns: int | None
    ) -> None:
        super().__init__(layout, games, max_turns)
        self._library = library
        self._records = np.zeros(games, layout.dtype)
        self._random = np.zeros(1, np.uint64)
        self._rules = rules_of(layout, max_turns)
        arrays = (self._observations, self._masks, self._seats, self._status)
        self._shown = _Shown(*(array.ctypes.data for array in arrays))
        self._games = (ctypes.byref(self._rules), ctypes.c_void_p(self._records.ctypes.data), ctypes.c_int64(games))
        step = getattr(library, f"{layout.game.name}_step")
        step.restype = ctypes.c_int64
        every = np.ones(games, np.bool_)
        self._seed(first_states(seed, games), every)
        self._reset(every)

    @property
    def turns(self) -> Ints:
        """The number of turns that are over, for each game."""
        turns: Ints = self._records["turns"]
        return turns

    @property
    def records(self) -> Records:
        """The games themselves: they change with every step."""
        records = self._records.view()
        records.flags.writeable = False
        return records

    def states(self) -> list[Any]:
        """Return the states of the reference engine."""
        return [self.layout.state(record) for record in self._records]

    def standings(self, games: Indices | None = None) -> tuple[Ints, Ints]:
        """Return the scores and the tie-breaks of all seats."""
        return self.layout.standings(self._records if games is None else self._records[games])

    def _ends(self, games: Indices) -> list[str]:
        reasons = ("", *self.layout.game.reasons)
        return [reasons[number] for number in self._records["ended"][games].tolist()]

    def random_actions(self) -> Ints:
        """Return a legal action for every game, all equally likely; PASS where a game is over."""
        chosen = np.empty(len(self), np.int32)
        self._library.random_actions(
            ctypes.c_void_p(self._random.ctypes.data),
            ctypes.c_void_p(self.masks.ctypes.data),
            ctypes.c_int64(len(self)),
            ctypes.c_int(self.masks.shape[1]),
            ctypes.c_void_p(chosen.ctypes.data),
        )
        return chosen

    def _load(self, records: Records, games: Indices) -> None:
        self._records[games] = records
        rules, address, _ = self._games
        numbers = games.astype(np.int64)
        getattr(self._library, f"{self.layout.game.name}_resume")(
            rules,
            address,
            ctypes.c_int64(len(numbers)),
            ctypes.c_void_p(numbers.ctypes.data),
            ctypes.byref(self._shown),
        )

    def _end_turns(self, records: Records, stops: Ints, totals: Ints) -> int | None:
        arrays = (ctypes.c_void_p(array.ctypes.data) for array in (records, stops, totals))
        address, *others = arrays
        function = getattr(self._library, f"{self.layout.game.name}_finish")
        function.restype = ctypes.c_int64
        refused: int = function(ctypes.byref(self._rules), address, ctypes.c_int64(len(records)), *others)
        return None if refused < 0 else refused

    def _follow(self, games: Indices, rows: Indices, plans: Plans) -> int | None:
        tables = turn_tables(self.dice_layout.game, plans.gives_up)
        arrays = [games.astype(np.int64), rows.astype(np.int64)]
        rules, records, _ = self._games
        function = getattr(self._library, f"{self.layout.game.name}_follow")
        function.restype = ctypes.c_int64
        refused: int = function(
            rules,
            records,
            ctypes.c_int64(len(games)),
            *(ctypes.c_void_p(each.ctypes.data) for each in arrays),
            ctypes.byref(
                _TurnTables(
                    tables.number.ctypes.data, tables.solver.sums, plans.values.shape[1], tables.solver.gives_up, EQUAL
                )
            ),
            *(ctypes.c_void_p(each.ctypes.data) for each in (plans.values, plans.stop, plans.fail, plans.action)),
            ctypes.byref(self._shown),
        )
        return None if refused < 0 else refused

    def _seed(self, states: NDArray[np.uint64], marked: Bools) -> None:
        self._records["stream"][marked] = states[marked]
        if marked.all():
            self._random[0] = ~states[0]

    def _reset(self, marked: Bools) -> None:
        self._call("reset", ctypes.c_void_p(marked.ctypes.data), ctypes.byref(self._shown))

    def _step(self, actions: Ints, reset_over: bool, end_illegal: bool) -> int | None:
        flags = RESET_OVER * reset_over | END_ILLEGAL * end_illegal
        refused = self._call("step", ctypes.c_void_p(actions.ctypes.data), flags, ctypes.byref(self._shown))
        return None if refused < 0 else refused

    def call_with_games(self, name: str, *arguments: Any) -> int:
        """Call a function of the kernel for this game with the rules and the records, which it only reads."""
        function = getattr(self._library, f"{self.layout.game.name}_{name}")
        function.restype = ctypes.c_int64
        rules, records, _ = self._games
        result: int = function(rules, records, *arguments)
        return result

    def _call(self, name: str, *arguments: Any) -> int:
        function = getattr(self._library, f"{self.layout.game.name}_{name}")
        result: int = function(*self._games, *arguments)
        return result


def rules_of(layout: Layout[Any, Any, Any], max_turns: int | None) -> _Rules:
    """Return the set-up in the form that the kernel reads."""
    encoding = layout.encoding
    rules = _Rules(
        record=layout.dtype.itemsize,
        seats=layout.seats,
        first=layout.setup.first,
        max_turns=NO_LIMIT if max_turns is None else max_turns,
        actions=len(encoding.actions),
        size=encoding.size,
        wide=encoding.dtype.itemsize > 1,
        **layout.rules(),
    )
    if isinstance(layout, DiceLayout):
        die = layout.game.die
        rules.values = tuple(die.values[face] for face in die.faces)
        rules.roll = _roll_tables(layout.game).rolls
    return rules
