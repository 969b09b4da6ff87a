"""Positions and events of the games as they go over the wire: plain typed structs, made from views only."""

from __future__ import annotations

from dataclasses import fields
from functools import lru_cache, reduce
from operator import attrgetter, or_
from typing import TYPE_CHECKING, Any, get_type_hints

import msgspec
from msgspec import Struct

from heckmeck.games import Event, View, event, portion, turn
from heckmeck.games.barbecue import BarbecueView
from heckmeck.games.barbecue import events as barbecue
from heckmeck.games.barbecue.state import Spot
from heckmeck.games.bratwurmeck import BratwurmeckView
from heckmeck.games.bratwurmeck import moves as bratwurmeck
from heckmeck.games.karteneck import KarteneckView
from heckmeck.games.karteneck import events as karteneck
from heckmeck.games.karteneck.choices import Choices

if TYPE_CHECKING:
    from collections.abc import Callable


class BratwurmeckPosition(Struct, frozen=True, gc=False, tag_field="game", tag="bratwurmeck"):
    """The table of Bratwurmeck. Dice are written as in a record."""

    to_act: int | None
    turn_of: int
    grill: tuple[int, ...]
    turned: tuple[int, ...]
    stacks: tuple[tuple[int, ...], ...]
    """Each seat's portions, the top one last."""
    scores: tuple[int, ...]
    kept: str
    rolled: str
    total: int
    moves: tuple[str, ...]
    """The moves of the seat to act."""


class BarbecuePosition(Struct, frozen=True, gc=False, tag_field="game", tag="barbecue"):
    """The table of Barbecue. Spots are (owner, plates, snail), the lowest first."""

    to_act: int | None
    turn_of: int
    spots: tuple[Spot, ...]
    pool: int
    worms: tuple[int, ...]
    snails: tuple[int, ...]
    scores: tuple[int, ...]
    kept: str
    rolled: str
    total: int
    moves: tuple[str, ...]


class KarteneckPosition(Struct, frozen=True, gc=False, tag_field="game", tag="karteneck"):
    """The table of Karteneck as one seat sees it.

    Cards are numbers: 1 to 5 are the values, and 5 + s is the worm with s shield points.
    """

    to_act: int | None
    turn_of: int
    seat: int | None
    """The seat whose hand is shown; None for a spectator."""
    hand: tuple[int, ...]
    hand_sizes: tuple[int, ...]
    layouts: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...]
    out: tuple[bool, ...]
    stacks: tuple[tuple[int, ...], ...]
    scores: tuple[int, ...]
    grill: tuple[int, ...]
    supply: int
    pile: int
    discard: tuple[int, ...]
    moves: tuple[str, ...]
    """The ways to drop out."""
    layable: tuple[tuple[int, ...], ...]
    """The cards that may be laid, by sort: any part of one of them."""


Position = BratwurmeckPosition | BarbecuePosition | KarteneckPosition


def position(view: View, acting: View | None = None) -> Position:
    """Return what goes over the wire for a view; the moves are those of `acting`, the view of the seat to act.

    Where nothing is hidden, what a player may do is everybody's to know.
    """
    return _POSITIONS[type(view)](view, view if acting is None else acting)


def _bratwurmeck(view: BratwurmeckView, acting: BratwurmeckView) -> BratwurmeckPosition:
    return BratwurmeckPosition(
        _seat(view), view.turn_of, view.grill, view.turned, view.stacks, view.scores,
        view.kept, view.rolled, view.total, tuple(map(str, acting.moves)),
    )  # fmt: skip


def _barbecue(view: BarbecueView, acting: BarbecueView) -> BarbecuePosition:
    return BarbecuePosition(
        _seat(view), view.turn_of, view.spots, view.pool, view.worms, view.snails, view.scores,
        view.kept, view.rolled, view.total, tuple(map(str, acting.moves)),
    )  # fmt: skip


def _karteneck(view: KarteneckView, acting: KarteneckView) -> KarteneckPosition:
    moves = acting.moves
    outs, layable = (moves.outs, moves.layable) if isinstance(moves, Choices) else ((), ())
    return KarteneckPosition(
        _seat(view), view.turn_of, view.seat, view.hand, view.hand_sizes, view.layouts, view.totals, view.out,
        view.stacks, view.scores, view.grill, view.supply, view.pile, view.discard, tuple(map(str, outs)), layable,
    )  # fmt: skip


_POSITIONS: dict[type[View], Callable[..., Position]] = {
    BratwurmeckView: _bratwurmeck,
    BarbecueView: _barbecue,
    KarteneckView: _karteneck,
}


def _seat(view: View) -> int | None:
    return view.to_act if isinstance(view.to_act, int) else None


def _event_types() -> tuple[type[Event], ...]:
    """All kinds of events there are, in a fixed order."""
    modules = (event, turn, portion, bratwurmeck, barbecue, karteneck)
    found = [kind for module in modules for kind in vars(module).values() if _is_event(kind)]
    return tuple(dict.fromkeys(found))


def _is_event(kind: object) -> bool:
    return isinstance(kind, type) and issubclass(kind, Event) and kind is not Event


def _wire_type(kind: type[Event]) -> type[Struct]:
    """Return a struct with the event's fields and its name as the tag, so that events need to be written only once."""
    hints = get_type_hints(kind)
    return msgspec.defstruct(
        kind.__name__,
        [(field.name, hints[field.name]) for field in fields(kind)],
        namespace={"__doc__": kind.__doc__},
        module=__name__,
        frozen=True,
        tag_field="event",
        tag=kind.__name__,
    )


EVENTS: dict[type[Event], type[Struct]] = {kind: _wire_type(kind) for kind in _event_types()}
if TYPE_CHECKING:
    AnyEvent = Any
else:
    AnyEvent = reduce(or_, EVENTS.values())

_fields: dict[type[Event], Callable[[Event], tuple[Any, ...]]] = {
    kind: (lambda get, many: get if many else lambda e: (get(e),))(attrgetter(*names), len(names) > 1)
    for kind in EVENTS
    if (names := [field.name for field in fields(kind)])
}
_encode = msgspec.json.Encoder().encode


@lru_cache(8192)
def event_bytes(happened: Event) -> msgspec.Raw:
    """Return an event as JSON. Most are rolls and keeps, which come again and again."""
    kind = type(happened)
    return msgspec.Raw(_encode(EVENTS[kind](*_fields[kind](happened))))
