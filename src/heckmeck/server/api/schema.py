"""The JSON Schema of all messages, for authors of clients."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from litestar import get

from heckmeck.games import AnyGame
from heckmeck.server.table.hosted_games import hosted_games
from heckmeck.server.table.messages import AnyCommand, AnyMessage, Ping
from heckmeck.server.table.positions import AnyEvent, Position, TextPosition, event_types, position_types

REFERENCE = "#/$defs/{name}"


@get("/api/schema/messages", media_type="application/json", sync_to_thread=False)
def message_schema() -> dict[str, Any]:
    """The JSON Schema of all messages over a WebSocket, with the games of this server."""
    return schema(hosted_games().values())


def schema(games: Iterable[AnyGame]) -> dict[str, Any]:
    """Return the JSON Schema of all commands and messages, with the positions and events of some games."""
    (command, message, _), components = components_of((AnyCommand, AnyMessage, Ping), games)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$defs": {**components, "Command": command, "Message": message},
    }


def components_of(types: Iterable[Any], games: Iterable[AnyGame]) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Return the schemas of some types, and all components that they refer to."""
    wanted, games = tuple(types), tuple(games)
    positions, events = position_types(games), event_types(games)
    unions: dict[Any, dict[str, Any]] = {
        Position: {"anyOf": [_union(positions, "game"), {"$ref": REFERENCE.format(name=TextPosition.__name__)}]},
        AnyEvent: _union(events, "event"),
    }
    found, components = msgspec.json.schema_components(
        (*wanted, *positions, TextPosition, *events), schema_hook=unions.__getitem__, ref_template=REFERENCE
    )
    return list(found[: len(wanted)]), components


def _union(types: Iterable[type[msgspec.Struct]], tag_field: str) -> dict[str, Any]:
    """Return the schema of a union of tagged structs, as msgspec writes it."""
    references = {str(kind.__struct_config__.tag): REFERENCE.format(name=kind.__name__) for kind in types}
    return {
        "anyOf": [{"$ref": reference} for reference in references.values()],
        "discriminator": {"propertyName": tag_field, "mapping": references},
    }


ROUTES = (message_schema,)
