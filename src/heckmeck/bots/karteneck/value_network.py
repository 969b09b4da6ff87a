"""The learned values of Karteneck: a small network, in numpy or in plain Python."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from operator import mul
from typing import NamedTuple, Protocol

try:
    import numpy as np
except (
    ImportError
):  # pragma: no cover - numpy is installed with the package; some places have only the standard library
    np = None  # type: ignore[assignment]

Row = Sequence[float]
Matrix = Sequence[Row]
Layer = tuple[Matrix, Row]
"""The weights of a layer: a row for each input, and the bias."""


class Value(NamedTuple):
    """What a position is worth to the seat that has moved: its share of the win, and its lead in tens of worms."""

    win: float
    lead: float


class ValueNetwork(Protocol):
    """Values afterstates, each given by its two blocks of features; equal table blocks may be the same list."""

    def values(self, tables: Matrix, own: Matrix) -> list[Value]:
        """Return the value of each row."""


class NumpyNetwork:
    """The network in numpy.

    `layers` has a matrix and a bias for each of three layers; a matrix has a row for each input.
    """

    def __init__(self, layers: Sequence[Layer]) -> None:
        self._layers = [(np.asarray(matrix, np.float32), np.asarray(bias, np.float32)) for matrix, bias in layers]

    def values(self, tables: Matrix, own: Matrix) -> list[Value]:
        """Return the value of each row."""
        (weights, shift), second, (matrix, bias) = self._layers
        # Most rows share a table, and converting one to an array takes longer than all products.
        distinct = {id(table): table for table in tables}
        place = {name: row for row, name in enumerate(distinct)}
        read = np.array(list(distinct.values()), np.float32)
        length = read.shape[1]
        first = (read @ weights[:length] + shift)[[place[id(table)] for table in tables]]
        first += np.array(own, np.float32) @ weights[length:]
        rows = np.maximum(np.maximum(first, 0) @ second[0] + second[1], 0)
        return [Value(_sigmoid(win), lead) for win, lead in (rows @ matrix + bias).tolist()]


class PlainNetwork:
    """The network in plain Python. What the first layer reads of a table is computed once for rows that share it."""

    def __init__(self, layers: Sequence[Layer]) -> None:
        self._layers = [
            ([[float(row[unit]) for row in matrix] for unit in range(len(bias))], [float(shift) for shift in bias])
            for matrix, bias in layers
        ]

    def values(self, tables: Matrix, own: Matrix) -> list[Value]:
        """Return the value of each row."""
        (first, bias), second, last = self._layers
        read: dict[int, list[float]] = {}
        found = []
        for table, mine in zip(tables, own, strict=True):
            if id(table) not in read:
                read[id(table)] = [sum(map(mul, unit, table), shift) for unit, shift in zip(first, bias, strict=True)]
            length = len(table)
            # Most features are zero.
            used = [(length + place, number) for place, number in enumerate(mine) if number]
            layer = [
                shift + sum([unit[place] * number for place, number in used])
                for unit, shift in zip(first, read[id(table)], strict=True)
            ]
            win, lead = _dense(last, _rectified(_dense(second, _rectified(layer))))
            found.append(Value(_sigmoid(win), lead))
        return found


def make_network(layers: Sequence[Layer]) -> ValueNetwork:
    """Return the network with these weights, in numpy where it is installed."""
    return PlainNetwork(layers) if np is None else NumpyNetwork(layers)


def _dense(layer: tuple[list[list[float]], list[float]], inputs: list[float]) -> list[float]:
    return [sum(map(mul, unit, inputs), shift) for unit, shift in zip(*layer, strict=True)]


def _rectified(numbers: list[float]) -> list[float]:
    return [number if number > 0 else 0.0 for number in numbers]


def _sigmoid(number: float) -> float:
    return 1 / (1 + exp(-number)) if number > -700 else 0.0
