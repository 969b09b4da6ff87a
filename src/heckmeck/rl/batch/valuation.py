"""Positions of many games valued by a network: win shares, and what the results of a turn are worth."""

from __future__ import annotations

import ctypes
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from heckmeck.bots.features import Features
from heckmeck.bots.numpy_net import Floats, forward
from heckmeck.games import IllegalMove
from heckmeck.rl.batch.kernel import library, rules_of
from heckmeck.rl.batch.layout import DiceLayout, Ints, Records
from heckmeck.rl.batch.turn_tables import PASS, Floats64
from heckmeck.solve.worths import MAY_NOT_STOP, first_best

MOST_RESULTS: Final = 40
"""Room for the different results of a turn: MOST_RESULTS in turn.h."""
OUTPUTS: Final = 16
"""Outputs of a network in the kernel, some of them unused: NET_OUTPUTS in net.h."""

Rows = NDArray[np.int16]
"""Rows of a network's table, by position."""


class TurnWorths(NamedTuple):
    """What the results of turns are worth to the seats whose turn it is: their win shares afterwards.

    `results` is how many different results there are; `actions`, `totals` and `values` have them one after another, the
    failed attempt (PASS) first. `stop` is what the best stop at each sum is worth, `MAY_NOT_STOP` where none earns
    anything, and `action` is that stop, or PASS. `fail` is what a failed attempt is worth.
    """

    results: Ints
    actions: Ints
    totals: Ints
    values: Floats64
    stop: Floats64
    fail: Floats64
    action: Ints


class Valuation(ABC):
    """A network for the records of one set-up. The network is given by its weights; see `heckmeck.bots.net`."""

    def __init__(self, layout: DiceLayout[Any, Any, Any], features: Features[Any, Any]) -> None:
        self.layout = layout
        self.features = features

    @abstractmethod
    def use(self, weights: Mapping[str, Floats]) -> None:
        """Take over these weights. They are copied."""

    @abstractmethod
    def describe(self, records: Records) -> Rows:
        """Return the rows of positions between turns."""

    @abstractmethod
    def shares(self, records: Records) -> Floats:
        """Return the win shares of all seats, counted from the seat whose turn it is; exact where a game is over."""

    @abstractmethod
    def worths(self, records: Records) -> TurnWorths:
        """Value the results of turns. The dice of the records do not matter, only their boards."""


class ReferenceValuation(Valuation):
    """Positions valued one by one, as the bots do."""

    def use(self, weights: Mapping[str, Floats]) -> None:
        """Take over these weights."""
        self._weights = {name: weight.copy() for name, weight in weights.items()}

    def describe(self, records: Records) -> Rows:
        """Return the rows of positions between turns."""
        rows = [self.features.indices(self.layout.state(record)) for record in records]
        return np.array(rows, np.int16).reshape(len(records), self.features.count)

    def shares(self, records: Records) -> Floats:
        """Return the win shares of all seats, counted from the seat whose turn it is."""
        return self._shares([self.layout.state(record) for record in records])

    def _shares(self, states: list[Any]) -> Floats:
        game, seats = self.layout.game, self.layout.seats
        shares = np.zeros((len(states), seats), np.float32)
        running = [number for number, state in enumerate(states) if not game.end(state)]
        if running:
            rows = [self.features.indices(states[number]) for number in running]
            shares[running] = forward(self._weights, np.array(rows, np.intp))
        for number, state in enumerate(states):
            if outcome := game.outcome(state):
                for seat in outcome.winners:
                    shares[number, (seat - state.seat) % seats] = 1 / len(outcome.winners)
        return shares

    def worths(self, records: Records) -> TurnWorths:
        """Value the results of turns."""
        found = [self._worths(record) for record in records]
        columns = zip(*found, strict=True) if found else [[]] * len(TurnWorths._fields)
        return TurnWorths(*(np.array(column) for column in columns))

    def _worths(self, record: np.void) -> tuple[Any, ...]:
        game, seats = self.layout.game, self.layout.seats
        state, results, stops = self._results(record)
        shares = self._shares([then for _, _, then in results])
        mover = [(state.seat - then.seat) % seats for _, _, then in results]
        values = [float(row[offset]) for row, offset in zip(shares, mover, strict=True)]
        stop, chosen = np.full(game.sums, MAY_NOT_STOP), np.full(game.sums, PASS, np.int32)
        for total in {total for total, _, _ in stops}:
            here = [(result, action) for at, action, result in stops if at == total]
            result, chosen[total] = first_best(((each, values[each[0]]) for each in here), equal=0)
            stop[total] = values[result]
        padding = [0] * (MOST_RESULTS - len(results))
        actions, totals = ([each[place] for each in results] + padding for place in (0, 1))
        return (len(results), actions, totals, [*values, *padding], stop, values[0], chosen)

    def _results(self, record: np.void) -> tuple[Any, list[tuple[int, int, Any]], list[tuple[int, int, int]]]:
        """Return a state, the different results of its turn, and the stops: sum, action and number of the result.

        A result is an action, a sum, and the state after them.
        """
        game, state = self.layout.game, self.layout.state(record)
        results, stops = [(PASS, 0, game.after_turn(state, None))], []
        for total in range(game.sums):
            for move in game.stops_at(state, total) if total in game.die.with_worm else ():
                then = game.after_turn(state, move, total)
                (action,) = self.layout.encoding.ids(move)
                after = [each for _, _, each in results[1:]]
                if then not in after:
                    results.append((action, total, then))
                stops.append((total, action, 1 + after.index(then) if then in after else len(after) + 1))
        return state, results, stops


class _Net(ctypes.Structure):
    _fields_ = [
        *[(name, ctypes.c_int32) for name in ("indices", "first", "second", "seats")],
        *[
            (name, ctypes.c_void_p)
            for name in ("table", "first_bias", "second_weights", "second_bias", "last_weights", "last_bias")
        ],
    ]


class KernelValuation(Valuation):
    """Positions valued in C. Its calls let other threads run."""

    def __init__(self, found: ctypes.CDLL, layout: DiceLayout[Any, Any, Any], features: Features[Any, Any]) -> None:
        super().__init__(layout, features)
        self._library = found
        self._rules = rules_of(layout, None)

    def use(self, weights: Mapping[str, Floats]) -> None:
        """Take over these weights."""
        unused = OUTPUTS - self.layout.seats
        self._weights = [
            np.array(weights["table"], np.float32, order="C"),
            np.array(weights["first_bias"], np.float32),
            np.array(weights["second"], np.float32, order="C"),
            np.array(weights["second_bias"], np.float32),
            np.pad(weights["last"], ((0, 0), (0, unused))).astype(np.float32),
            np.pad(weights["last_bias"], (0, unused)).astype(np.float32),
        ]
        first, second = weights["second"].shape
        addresses = [weight.ctypes.data for weight in self._weights]
        self._net = _Net(self.features.count, first, second, self.layout.seats, *addresses)

    def describe(self, records: Records) -> Rows:
        """Return the rows of positions between turns."""
        rows = np.empty((len(records), self.features.count), np.int16)
        self._call("describe", records, None, ctypes.c_int(self.features.count), _address(rows))
        return rows

    def shares(self, records: Records) -> Floats:
        """Return the win shares of all seats, counted from the seat whose turn it is."""
        shares = np.empty((len(records), self.layout.seats), np.float32)
        self._call("shares", records, self._net, _address(shares))
        return shares

    def worths(self, records: Records) -> TurnWorths:
        """Value the results of turns."""
        number, sums = len(records), self.layout.game.sums
        found = TurnWorths(
            results=np.empty(number, np.int32),
            actions=np.empty((number, MOST_RESULTS), np.int32),
            totals=np.empty((number, MOST_RESULTS), np.int32),
            values=np.empty((number, MOST_RESULTS)),
            stop=np.empty((number, sums)),
            fail=np.empty(number),
            action=np.empty((number, sums), np.int32),
        )
        arrays: tuple[NDArray[Any], ...] = found
        self._call("worths", records, self._net, ctypes.c_int(sums), *map(_address, arrays))
        return found

    def _call(self, name: str, records: Records, net: _Net | None, *arguments: Any) -> None:
        if records.dtype != self.layout.dtype:
            raise IllegalMove("bad_records", f"These are not records of {self.layout.game.title} with this set-up.")
        rows = np.ascontiguousarray(records)
        nets = () if net is None else (ctypes.byref(net),)
        function = getattr(self._library, f"{self.layout.game.name}_{name}")
        function(ctypes.byref(self._rules), *nets, _address(rows), ctypes.c_int64(len(rows)), *arguments)


def _address(array: NDArray[Any]) -> ctypes.c_void_p:
    return ctypes.c_void_p(array.ctypes.data)


def make_valuation(
    layout: DiceLayout[Any, Any, Any], features: Features[Any, Any], *, use_kernel: bool = True
) -> Valuation:
    """Return a valuation for records of this layout: in C, or where there is no kernel, position by position."""
    found = library() if use_kernel else None
    return ReferenceValuation(layout, features) if found is None else KernelValuation(found, layout, features)


def sum_rows(table: Floats, bias: Floats, rows: Rows) -> Floats:
    """Return the sums of a table's rows, with a bias: a row of sums for each row of indices."""
    found = library()
    if found is None or table.shape[1] % OUTPUTS:
        sums: Floats = bias + table[rows].sum(axis=1)
        return sums
    given, weights = np.ascontiguousarray(rows), np.ascontiguousarray(table)
    sums = np.empty((len(rows), table.shape[1]), np.float32)
    numbers = (ctypes.c_int64(len(rows)), ctypes.c_int(rows.shape[1]), ctypes.c_int(table.shape[1]))
    found.gather(_address(weights), _address(bias), _address(given), *numbers, _address(sums))
    return sums


def add_rows(slopes: Floats, rows: Rows, size: int) -> Floats:
    """Return a table of this size in which each row of slopes was added to all rows that its indices name."""
    found = library()
    table = np.zeros((size, slopes.shape[1]), np.float32)
    if found is None:
        for column in rows.T:
            np.add.at(table, column, slopes)
        return table
    given, added = np.ascontiguousarray(rows), np.ascontiguousarray(slopes)
    numbers = (ctypes.c_int64(len(rows)), ctypes.c_int(rows.shape[1]), ctypes.c_int(table.shape[1]))
    found.scatter(_address(added), _address(given), *numbers, _address(table))
    return table
