"""Win shares of the moves of Karteneck, learned by self-play from what a seat sees."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from heckmeck.bots.karteneck.afterstates import Afterstate, afterstates, same_kind
from heckmeck.bots.karteneck.features import Row, own_features, own_size, table_features, table_size
from heckmeck.bots.karteneck.value_network import Layer, Value, ValueNetwork, make_network
from heckmeck.bots.net import BadNet, NetCard, read_weights, split
from heckmeck.bots.win_shares import WEIGHTS, NoWinShares
from heckmeck.games import Move
from heckmeck.games.karteneck import KarteneckSetup, KarteneckView, Lay

LEAD = 0.02
"""What ten worms count beside the win, to choose among moves that win alike."""


class MoveShare(NamedTuple):
    """A move, the share of the win to expect after it, and its worth, by which a strong player chooses."""

    move: Move
    win: float
    worth: float


class MoveShares:
    """The win shares of the moves of one decision, the best move first.

    Moves that make no difference have one that stands for them: worms count by their number and the highest of them.
    """

    def __init__(self, view: KarteneckView, moves: list[MoveShare]) -> None:
        self._view = view
        self.moves = tuple(sorted(moves, key=lambda each: -each.worth))

    @property
    def best(self) -> MoveShare:
        """The best move; its win share is that of the seat."""
        return self.moves[0]

    def find(self, move: Move) -> MoveShare:
        """Return the entry of a legal move."""
        kind = same_kind(self._view, move)
        return next(each for each in self.moves if each.move == kind)


class LearnedValues:
    """Says how likely a seat is to win after each of its moves, for set-ups with one number of seats."""

    def __init__(self, network: ValueNetwork) -> None:
        self._network = network

    def move_shares(self, view: KarteneckView) -> MoveShares:
        """Return the win share of each move of the seat to act, from what the seat sees."""
        found = afterstates(view)
        valued = zip(found, self._values(found), strict=True)
        return MoveShares(view, [_share(after, value) for after, value in valued])

    def wins(self, views: Sequence[KarteneckView]) -> list[float]:
        """Return the win shares of the seats that have these views while it is not their turn to act."""
        tables, own = [table_features(view) for view in views], [own_features(view) for view in views]
        return [value.win for value in self._network.values(tables, own)]

    def _values(self, found: list[Afterstate]) -> list[Value]:
        shared: Row | None = None  # lays leave the table as it is
        tables = []
        for after in found:
            if isinstance(after.move, Lay):
                shared = shared or table_features(after.view)
                tables.append(shared)
            else:
                tables.append(table_features(after.view))
        return self._network.values(tables, [own_features(after.view) for after in found])


def find_values(setup: KarteneckSetup) -> LearnedValues:
    """Return the learned values for a set-up; raise NoWinShares where there are none."""
    if card_options(setup):
        raise NoWinShares("There are learned values only for the cards and portions of the rules.")
    found = _read(setup.seats)
    if isinstance(found, str):
        raise NoWinShares(found)
    return found


def card_options(setup: KarteneckSetup) -> dict[str, object]:
    """Return the options of a set-up for the card of a network: those that change the game, none for standard rules.

    >>> card_options(KarteneckSetup(seats=2, first=1, removed=12)), card_options(KarteneckSetup(seats=2, hand=3))
    ({}, {'hand': 3})
    """
    if _material(setup) == _material(KarteneckSetup(seats=setup.seats)):
        return {}
    return {name: value for name, value in setup.options().items() if name not in ("seats", "first")}


def _material(setup: KarteneckSetup) -> tuple[object, ...]:
    return setup.worms, setup.all_portions, setup.supply, setup.deck, setup.hand


def weights_file(seats: int) -> Path:
    """Return where the weights for a number of seats are."""
    return WEIGHTS / f"karteneck-{seats}.net"


@cache
def _read(seats: int) -> LearnedValues | str:
    """Return the values for a number of seats, or why there are none."""
    try:
        card, weights = read_weights(weights_file(seats))
    except BadNet as error:
        return str(error)
    if (card.game, card.seats, card.rows, card.outputs) != ("karteneck", seats, table_size(seats) + own_size(seats), 2):
        return f"{weights_file(seats).name} is a network for something else."
    if card.options:
        return f"The weights for {seats} seats are for a game with other options."
    return LearnedValues(make_network(layers_of(card, weights)))


def layers_of(card: NetCard, weights: Sequence[float]) -> list[Layer]:
    """Return the matrix and the bias of each layer."""
    parts = split(card, weights)
    matrices = [parts[name] for name in ("table", "second", "last")]
    biases = [parts[name] for name in ("first_bias", "second_bias", "last_bias")]
    return [
        ([matrix[start : start + len(bias)] for start in range(0, len(matrix), len(bias))], bias)
        for matrix, bias in zip(matrices, biases, strict=True)
    ]


def _share(after: Afterstate, value: Value) -> MoveShare:
    """Return the share of a move: exact where it ends the game."""
    if after.win is not None:
        return MoveShare(after.move, after.win, after.win)
    return MoveShare(after.move, value.win, value.win + LEAD * value.lead)
