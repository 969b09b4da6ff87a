"""Positions and events in messages: typed structs, built from the declarations of a game's view and events.

No game is named here. A view lists the attributes that clients get in `shown`; their types come from its annotations.
A view that lists none is sent as a `TextPosition`.
"""

from __future__ import annotations

import inspect
from abc import ABC
from collections.abc import Iterable
from dataclasses import fields
from functools import cache, lru_cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any, get_type_hints

import msgspec
from msgspec import Struct

from heckmeck.games import CHANCE, AnyGame, Event, View, all_games

if TYPE_CHECKING:
    from collections.abc import Callable

    Position = Any
    AnyEvent = Any
else:

    class Position(ABC):  # noqa: B024, the types of positions are registered when they are built
        """A position of any game, in annotations of messages."""

    class AnyEvent(ABC):  # noqa: B024, the types of events are registered when they are built
        """An event of any game, in annotations of messages."""


MAX_TEXT = 20_000
"""Maximum number of characters of a drawing that is sent; the rest is cut off."""
MAX_MOVES = 1_000
"""Maximum number of moves that are sent with a drawing. Other moves can still be made."""


class TextPosition(Struct, frozen=True, gc=False):
    """The table of a game that has no position type of its own. `text` is a drawing of it for people."""

    game: str
    to_act: int | None
    turn_of: int
    scores: tuple[int, ...]
    text: str
    moves: tuple[str, ...]


Position.register(TextPosition)


FollowUps = dict[str, tuple[str, ...]]
"""For each move, the moves among which the same seat would choose next, without chance in between."""


def position(view: View, follow_ups: FollowUps | None = None) -> Position:
    """Return a view in the form of messages. If nothing is hidden, the moves of the seat to act are public.

    With `follow_ups` a client can show the effects of a move and of the decision after it, and send both together.
    """
    return (_builders.get(type(view)) or _builder(type(view)))(view, follow_ups or {})


_builders: dict[type[View], Callable[[Any, FollowUps], Struct]] = {}


def _builder(view_type: type[View]) -> Callable[[Any, FollowUps], Struct]:
    """Return the function that builds the positions of a game, which is cached."""
    build = _typed_builder(view_type) if view_type.shown else _text_position
    _builders[view_type] = build
    return build


def _typed_builder(view_type: type[View]) -> Callable[[Any, FollowUps], Struct]:
    kind = position_type(view_type)
    names = ["listed_moves" if name == "moves" else name for name in view_type.shown]
    get = attrgetter(*names)
    # With a single name, attrgetter returns a value instead of a tuple.
    values = get if len(names) > 1 else lambda view: (get(view),)

    def build(view: View, follow_ups: FollowUps) -> Struct:
        if view.to_act is CHANCE:  # only before the first outcome of a game
            return kind(*(None if value is CHANCE else value for value in values(view)))
        return kind(*values(view), follow_ups)

    return build


def _text_position(view: View, _: FollowUps) -> TextPosition:
    actor = view.to_act if isinstance(view.to_act, int) else None
    text, moves = str(view)[:MAX_TEXT], view.listed_moves[:MAX_MOVES]
    return TextPosition(view.game, actor, view.turn_of, view.scores, text, moves)


@cache
def position_type(view_type: type[View]) -> type[Struct]:
    """Return the message type of a view's positions: the fields that the view shows, and the follow-ups.

    >>> from heckmeck.games import get
    >>> position_type(view_type(get("barbecue"))).__name__
    'BarbecuePosition'
    """
    if not view_type.shown:
        return TextPosition
    found = msgspec.defstruct(
        f"{view_type.__name__.removesuffix('View')}Position",
        [
            *((name, _wire_hint(view_type, name)) for name in view_type.shown),
            ("follow_ups", FollowUps, msgspec.field(default_factory=dict)),
        ],
        namespace={"__doc__": inspect.getdoc(view_type)},
        module=view_type.__module__,
        frozen=True,
        gc=False,
        omit_defaults=True,
        tag_field="game",
        tag=view_type.game,
    )
    Position.register(found)
    return found


def _wire_hint(view_type: type[View], name: str) -> Any:
    """Return the type of a shown attribute in messages: seats only in `to_act`, notation in `moves`."""
    if name == "to_act":
        return int | None
    if name == "moves":
        return tuple[str, ...]
    attribute = inspect.getattr_static(view_type, name)
    if isinstance(attribute, property):
        return get_type_hints(attribute.fget)["return"]
    return get_type_hints(view_type)[name]


@cache
def view_type(game: AnyGame) -> type[View]:
    """Return the type of a game's views."""
    return type(game.view(game.start(game.setup(seats=game.seats[0])), None))


def is_sent_as_text(game: AnyGame) -> bool:
    """Return whether the positions of a game are sent as text."""
    return not view_type(game).shown


def position_types(games: Iterable[AnyGame]) -> tuple[type[Struct], ...]:
    """Return the types of all positions of some games, except those that are sent as text."""
    return tuple(position_type(view_type(game)) for game in games if not is_sent_as_text(game))


def event_types(games: Iterable[AnyGame]) -> tuple[type[Struct], ...]:
    """Return the types of all events of some games, each once."""
    return tuple(event_type(kind) for kind in dict.fromkeys(kind for game in games for kind in game.events))


_event_types: dict[type[Event], type[Struct]] = {}


def event_type(kind: type[Event]) -> type[Struct]:
    """Return the message type of an event: its own fields, with its name as the tag."""
    found = _event_types.get(kind)
    if found is None:
        hints = get_type_hints(kind)
        found = _event_types[kind] = msgspec.defstruct(
            kind.__name__,
            [(field.name, hints[field.name]) for field in fields(kind)],
            namespace={"__doc__": kind.__doc__},
            module=kind.__module__,
            frozen=True,
            tag_field="event",
            tag=kind.__name__,
        )
        AnyEvent.register(found)
    return found


_encode = msgspec.json.Encoder().encode


def event_bytes(event: Event) -> msgspec.Raw:
    """Return an event as JSON."""
    try:
        return _cached_event_bytes(event)
    except TypeError:  # a field cannot be hashed: a list, for example
        return _event_bytes(event)


def _event_bytes(event: Event) -> msgspec.Raw:
    kind = event_type(type(event))
    return msgspec.Raw(_encode(kind(*[getattr(event, name) for name in kind.__struct_fields__])))


_cached_event_bytes = lru_cache(8192)(_event_bytes)
"""Cached, because most events are rolls and keeps, which recur often."""


def decode_wire(kind: type, value: Any) -> Any:
    """Read a position or an event from a message: the `dec_hook` of decoders."""
    if kind is Position:
        types = {each.__struct_config__.tag: each for each in position_types(all_games().values())}
        return msgspec.convert(value, types.get(value.get("game"), TextPosition))
    if kind is AnyEvent:
        types = {each.__struct_config__.tag: each for each in event_types(all_games().values())}
        if value.get("event") not in types:
            raise ValueError(f"There is no event {value.get('event')!r}")
        return msgspec.convert(value, types[value["event"]])
    raise TypeError(f"{kind} is not part of a message")
