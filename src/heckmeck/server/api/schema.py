"""The JSON Schema of all messages, for whoever writes a client."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import get

from heckmeck.server.table.messages import AnyCommand, AnyMessage


@get("/api/schema/messages", media_type="application/json", sync_to_thread=False)
def message_schema() -> dict[str, Any]:
    """The JSON Schema of everything that goes over a WebSocket."""
    return schema()


def schema() -> dict[str, Any]:
    """Return the JSON Schema of all messages."""
    (command_schema, message), components = msgspec.json.schema_components(
        [AnyCommand, AnyMessage], ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$defs": {**components, "Command": command_schema, "Message": message},
    }


ROUTES = (message_schema,)
