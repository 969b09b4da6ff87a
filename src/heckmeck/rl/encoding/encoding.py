"""The encoding of a game: actions as ids, and observations as arrays. All frameworks use this one encoding."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import prod
from typing import Any, ClassVar, Generic, NamedTuple

import numpy as np
from numpy.typing import NDArray

from heckmeck.games import BadNotation, BadSetup, ChanceOutcome, Game, Move
from heckmeck.games.game import SetupT, StateT, ViewT
from heckmeck.games.setup import show

Ids = tuple[int, ...]
"""The ids of its current move that a seat has chosen so far; most moves have only one id."""

Numbers = NDArray[np.integer[Any]]
Mask = NDArray[np.int8]


class Field(NamedTuple):
    """A part of an observation: its name, its shape, the highest number in it, and its meaning."""

    name: str
    shape: tuple[int, ...]
    highest: int
    meaning: str

    @property
    def size(self) -> int:
        """The number of elements."""
        return prod(self.shape)


class Encoding(ABC, Generic[SetupT, StateT, ViewT]):
    """The encoding of one game with one set-up.

    Actions have the same ids for all set-ups; the size of an observation depends only on the number of seats. Seats in
    an observation are counted from the viewer: 0 is the viewer, 1 the next player.
    """

    version: ClassVar[int] = 1
    """Changes with every change of an id or of the layout."""
    actions: ClassVar[tuple[str, ...]]
    """The names of the actions; an action's id is its place."""
    game: Game[SetupT, StateT, ViewT]

    def __init__(self, setup: SetupT) -> None:
        self.setup = setup
        self.seats = setup.seats
        self.fields: tuple[Field, ...] = tuple(self._fields())
        self.size = sum(field.size for field in self.fields)
        """The number of elements in an observation."""
        ends = np.cumsum([0, *(field.size for field in self.fields)])
        self._spans = {field.name: slice(*span) for field, *span in zip(self.fields, ends, ends[1:], strict=False)}
        highest = max(field.highest for field in self.fields)
        self.dtype: np.dtype[Any] = np.dtype(np.uint8 if highest <= np.iinfo(np.uint8).max else np.uint16)
        """The type of the elements: uint8, or uint16 if the number of worms in the set-up requires it."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__} v{self.version}: {len(self.actions)} actions, {self.size} numbers>"

    @property
    def high(self) -> Numbers:
        """The highest possible value of each element of an observation; the lowest is 0."""
        return np.concatenate([np.full(field.size, field.highest, self.dtype) for field in self.fields])

    @property
    @abstractmethod
    def most_points(self) -> int:
        """An upper bound of a seat's worms or points at the end."""

    @property
    def history_length(self) -> int:
        """The maximum length of a seat's history in tokens; 0 if an observation has everything that a seat knows."""
        return 0

    @abstractmethod
    def _fields(self) -> Iterator[Field]:
        """Yield the parts of an observation in order."""

    @abstractmethod
    def ids(self, move: Move) -> Ids:
        """Return the ids of a move, in the order in which they are chosen."""

    @abstractmethod
    def move(self, chosen: Ids) -> Move | None:
        """Return the move that these ids make; None if ids are missing."""

    @abstractmethod
    def legal(self, view: ViewT, chosen: Ids = ()) -> list[int]:
        """Return the ids that the viewer may choose now, ascending; none if the viewer is not to act."""

    @abstractmethod
    def ends_turn(self, step: Move | ChanceOutcome, after: StateT) -> bool:
        """Return whether a step that led to a state was the last one of a turn."""

    @abstractmethod
    def _write(self, view: ViewT, chosen: Ids, parts: Mapping[str, Numbers]) -> None:
        """Write a view into the parts of an observation, which are zeros."""

    @abstractmethod
    def _read(self, parts: Mapping[str, Numbers], seat: int) -> tuple[StateT, Ids]:
        """Return a state that has this observation for a seat, and the ids that the seat has chosen."""

    def mask(self, view: ViewT, chosen: Ids = ()) -> Mask:
        """Return a 1 for every id that the viewer may choose now, and a 0 for every other."""
        mask = np.zeros(len(self.actions), np.int8)
        mask[self.legal(view, chosen)] = 1
        return mask

    def encode(self, view: ViewT, chosen: Ids = ()) -> Numbers:
        """Return the observation of a seat; `chosen` are the ids of its current move so far."""
        seat = self._viewer(view)
        observation = np.zeros(self.size, self.dtype)
        parts = self.unpack(observation)
        parts["seat"][seat] = 1
        parts["turn"][self._relative(seat, view.turn_of)] = 1
        self._write(view, chosen, parts)
        return observation

    def decode(self, observation: Numbers) -> tuple[ViewT, Ids]:
        """Return the view that was encoded, and the ids chosen: an observation is lossless.

        >>> from heckmeck.games import get
        >>> from heckmeck.rl.encoding import encoding_for
        >>> game = get("barbecue")
        >>> encoding = encoding_for(game.setup(seats=2))
        >>> view = game.view(game.start(encoding.setup), 1)
        >>> encoding.decode(encoding.encode(view)) == (view, ())
        True
        """
        parts = self.unpack(observation)
        seat = int(parts["seat"].argmax())
        state, chosen = self._read(parts, seat)
        return self.game.view(state, seat), chosen

    def unpack(self, observation: Numbers) -> dict[str, Numbers]:
        """Return the parts of an observation by name, each in its shape. They are views of its memory."""
        if observation.shape != (self.size,):
            raise ValueError(f"An observation has the shape {(self.size,)}, not {observation.shape}.")
        if not np.issubdtype(observation.dtype, np.integer):
            raise ValueError(f"An observation is made of integers, not of {observation.dtype}.")
        return {field.name: observation[self._spans[field.name]].reshape(field.shape) for field in self.fields}

    def name(self, action: int) -> str:
        """Return the name of an action."""
        if not 0 <= action < len(self.actions):
            raise BadNotation("bad_action", f"{show(action)} is not an action: they go to {len(self.actions) - 1}.")
        return self.actions[action]

    def action(self, name: str) -> int:
        """Return the id of an action by its name."""
        try:
            return self.actions.index(name)
        except ValueError:
            raise BadNotation("bad_action", f"{show(name)} is not the name of an action.") from None

    def tokens(self, step: Move | ChanceOutcome, by: int | None, viewer: int) -> tuple[int, ...]:
        """Return what the viewer learns from a step, as tokens from 1 upwards; `by` is the seat that moved or drew."""
        return ()

    def information(self, view: ViewT, chosen: Ids = (), tokens: Sequence[int] = ()) -> Numbers:
        """Return everything that a seat knows: its observation, and the history of what it saw, padded with zeros."""
        history = np.zeros(self.history_length, self.dtype)
        history[: len(tokens)] = tokens
        return np.concatenate([self.encode(view, chosen), history])

    def describe(self) -> str:
        """Return the ids and the layout as text.

        >>> from heckmeck.games import get
        >>> from heckmeck.rl.encoding import encoding_for
        >>> print(encoding_for(get("barbecue").setup(seats=2)).describe())  # doctest: +ELLIPSIS
        barbecue v1, 8 actions, 67 numbers (uint8)
          0 keep 1
        ...
        """
        title = f"{self.game.name} v{self.version}, {len(self.actions)} actions, {self.size} numbers ({self.dtype})"
        actions = [f"{action:3} {name}" for action, name in enumerate(self.actions)]
        fields = [
            f"{self._spans[field.name].start:3} {field.name} {list(field.shape)} 0-{field.highest}: {field.meaning}"
            for field in self.fields
        ]
        return "\n".join([title, *actions, *fields])

    def _seat_fields(self) -> Iterator[Field]:
        yield Field("seat", (self.seats,), 1, "1 at the viewer's seat")
        yield Field("turn", (self.seats,), 1, "1 for the seat whose turn it is, from the viewer on")

    def _viewer(self, view: ViewT) -> int:
        if view.setup != self.setup:
            raise BadSetup("wrong_game", "This view belongs to a game with another set-up.")
        if view.seat is None:
            raise BadSetup("no_such_seat", "A spectator has no observations: take the view of a seat.")
        return view.seat

    def _relative(self, viewer: int, seat: int) -> int:
        return (seat - viewer) % self.seats

    def _from_viewer(self, viewer: int) -> list[int]:
        """Return the seats in the order of an observation."""
        return [(viewer + step) % self.seats for step in range(self.seats)]


def places(stack: Sequence[int]) -> Iterable[tuple[int, int]]:
    """Yield the portions of a stack with their places, counted from the top as 1.

    >>> list(places((25, 21)))
    [(21, 1), (25, 2)]
    """
    return ((portion, place) for place, portion in enumerate(reversed(stack), 1))


AnyEncoding = Encoding[Any, Any, Any]
"""An encoding of a game whose types are not known statically."""
