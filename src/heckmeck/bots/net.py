"""Networks that value positions, and their files: a line of JSON, then weights as half-precision numbers.

Numpy does the arithmetic where it is installed; otherwise plain Python does, more slowly.
"""

from __future__ import annotations

import json
import struct
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from math import exp, isfinite
from operator import mul
from pathlib import Path
from typing import Any

from heckmeck.atomic_file import replacing

FORMAT = 1
"""The version of the files."""
MOST_HEADER = 1 << 16
"""Maximum length of the first line in bytes."""
MOST_WEIGHTS = 1 << 22
"""Maximum number of weights: a file that claims more is not read."""

UNITS, MOST_UNITS = 16, 256
"""Hidden layers have multiples of this number of units, and not more: see `rl/batch/net.h`."""

Row = list[float]


class BadNet(ValueError):
    """Says in one sentence why a file cannot be used."""


@dataclass(frozen=True, kw_only=True)
class NetCard:
    """What a network is for, and how it came about.

    `options` are those of the set-ups that it was trained with, `rows` the size of its table, `units` those of its two
    hidden layers, `outputs` how many numbers come out, without it a share for each seat. The rest is for people:
    recipe, seed, time, number of positions, and measured strength.
    """

    game: str
    seats: int
    rows: int
    units: tuple[int, int]
    outputs: int | None = None
    options: Mapping[str, object] = field(default_factory=dict)
    recipe: str = ""
    seed: int = 0
    minutes: float = 0.0
    positions: int = 0
    strength: Mapping[str, object] = field(default_factory=dict)

    @property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """The shapes of the weights, in the order of the file."""
        (first, second), outputs = self.units, self.outputs or self.seats
        return {
            "table": (self.rows, first),
            "first_bias": (first,),
            "second": (first, second),
            "second_bias": (second,),
            "last": (second, outputs),
            "last_bias": (outputs,),
        }

    @property
    def size(self) -> int:
        """The number of weights."""
        return sum(_product(shape) for shape in self.shapes.values())


class Net:
    """A network: sums of table rows, two hidden layers of rectified units, and a softmax over the seats.

    `weights` has all weights as one flat sequence, in the order of the card's shapes.
    """

    def __init__(self, card: NetCard, weights: Sequence[float]) -> None:
        self.card = card
        self.weights = array("f", weights)
        self._arithmetic = _arithmetic(card, self.weights)

    def shares(self, rows: Sequence[Sequence[int]]) -> list[Row]:
        """Return the shares of every seat, counted from the seat to move, for the rows of some positions."""
        return self._arithmetic.shares(rows) if rows else []


def write_net(path: Path, card: NetCard, weights: Sequence[float]) -> None:
    """Write a file that `read_net` reads."""
    _write(path, card, struct.pack(f"<{card.size}e", *weights))


def write_card(path: Path, card: NetCard) -> None:
    """Let a file say something else about itself; its weights stay."""
    _write(path, card, _read(path)[1])


def _write(path: Path, card: NetCard, data: bytes) -> None:
    header = {"format": FORMAT, **asdict(card), "sha256": sha256(data).hexdigest()}
    with replacing(path) as file:
        file.write(json.dumps(header).encode() + b"\n" + data)


def read_net(path: Path) -> Net:
    """Read the network of win shares in a file; raise BadNet if it cannot be used."""
    card, weights = read_weights(path)
    if card.outputs not in (None, card.seats):
        problem = f"{path.name} has {card.outputs} outputs instead of a win share for each of {card.seats} seats."
        raise BadNet(problem)
    return Net(card, weights)


def read_weights(path: Path) -> tuple[NetCard, Sequence[float]]:
    """Read a file and check all of it; raise BadNet if it cannot be used."""
    card, data = _read(path)
    weights = struct.unpack(f"<{card.size}e", data)
    if not all(map(isfinite, weights)):
        raise BadNet(f"{path.name} has weights that are no numbers.")
    return card, weights


def read_card(path: Path) -> NetCard:
    """Read what a file says about itself, and check the file."""
    return _read(path)[0]


def _read(path: Path) -> tuple[NetCard, bytes]:
    try:
        line, found, data = path.read_bytes().partition(b"\n")
    except OSError:
        raise BadNet(f"There is no file {path.name}.") from None
    if not found or len(line) > MOST_HEADER:
        raise BadNet(f"{path.name} is not a file of weights.")
    card, digest = _parse(line, path.name)
    if len(data) != 2 * card.size:
        raise BadNet(f"{path.name} has {len(data)} bytes of weights instead of {2 * card.size}.")
    if sha256(data).hexdigest() != digest:
        raise BadNet(f"The checksum of {path.name} is wrong: the file is damaged.")
    return card, data


def _parse(line: bytes, name: str) -> tuple[NetCard, object]:
    try:
        header: dict[str, Any] = json.loads(line)
        version, digest = header.pop("format"), header.pop("sha256")
        if version != FORMAT:
            raise BadNet(f"{name} is of version {str(version)[:20]}, and this program reads version {FORMAT}.")
        first, second = header.pop("units")
        card = NetCard(units=(first, second), **header)
        _check_numbers(card)
    except BadNet:
        raise
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise BadNet(f"{name} is not a file of weights.") from None
    return card, digest


def _check_numbers(card: NetCard) -> None:
    numbers = (card.rows, card.seats, *card.units, 1 if card.outputs is None else card.outputs)
    possible = all(type(number) is int and 0 < number < MOST_WEIGHTS for number in numbers)
    whole = all(units % UNITS == 0 and units <= MOST_UNITS for units in card.units)
    if not possible or not whole or card.size > MOST_WEIGHTS:
        raise ValueError(numbers)


def _product(shape: tuple[int, ...]) -> int:
    return shape[0] * shape[1] if len(shape) == 2 else shape[0]


def split(card: NetCard, weights: Sequence[float]) -> dict[str, Sequence[float]]:
    """Return the parts of flat weights by name, each as flat as before."""
    parts, begin = {}, 0
    for name, shape in card.shapes.items():
        parts[name] = weights[begin : begin + _product(shape)]
        begin += _product(shape)
    return parts


class PlainArithmetic:
    """The network in plain Python."""

    def __init__(self, card: NetCard, weights: Sequence[float]) -> None:
        parts = split(card, list(weights))  # numbers are read faster from a list than from an array
        first, second = card.units
        self._table = [parts["table"][i : i + first] for i in range(0, len(parts["table"]), first)]
        self._first_bias = parts["first_bias"]
        self._second = _columns(parts["second"], second, parts["second_bias"])
        self._last = _columns(parts["last"], card.seats, parts["last_bias"])

    def shares(self, rows: Sequence[Sequence[int]]) -> list[Row]:
        """Return the shares of every row."""
        return [self._shares(row) for row in rows]

    def _shares(self, row: Sequence[int]) -> Row:
        table = self._table
        summed = map(sum, zip(self._first_bias, *[table[index] for index in row], strict=True))
        one = [value if value > 0 else 0.0 for value in summed]
        two = [max(sum(map(mul, one, column)) + bias, 0.0) for column, bias in self._second]
        scores = [sum(map(mul, two, column)) + bias for column, bias in self._last]
        most = max(scores)
        powers = [exp(score - most) for score in scores]
        total = sum(powers)
        return [power / total for power in powers]


def _columns(weights: Sequence[float], outputs: int, bias: Sequence[float]) -> list[tuple[Sequence[float], float]]:
    return [(weights[output::outputs], bias[output]) for output in range(outputs)]


def _arithmetic(card: NetCard, weights: Sequence[float]) -> PlainArithmetic:
    try:
        from heckmeck.bots.numpy_net import NumpyArithmetic
    except ModuleNotFoundError:
        return PlainArithmetic(card, weights)
    return NumpyArithmetic(card, weights)
