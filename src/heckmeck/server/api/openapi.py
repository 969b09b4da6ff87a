"""The OpenAPI description of positions and events, whose types depend on the games of the server."""

from __future__ import annotations

from typing import Any

from litestar.openapi.spec import Schema
from litestar.plugins import OpenAPISchemaPlugin
from litestar.typing import FieldDefinition

from heckmeck.server.table.hosted_games import hosted_games
from heckmeck.server.table.positions import AnyEvent, Position, TextPosition, event_types, position_types


class WireTypes(OpenAPISchemaPlugin):
    """Describes a position or an event as a union of the types of all games of this server."""

    @staticmethod
    def is_plugin_supported_type(value: Any) -> bool:
        """Return whether this is the type of a position or an event."""
        return value in (Position, AnyEvent)

    def to_openapi_schema(self, field_definition: FieldDefinition, schema_creator: Any) -> Schema:
        """Return the union of all types."""
        games = tuple(hosted_games().values())
        kinds = (
            (*position_types(games), TextPosition) if field_definition.annotation is Position else event_types(games)
        )
        fields = (FieldDefinition.from_annotation(kind) for kind in kinds)
        return Schema(one_of=[schema_creator.for_field_definition(field) for field in fields])
