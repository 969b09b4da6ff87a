"""Write the client's types from the schema of the server's messages and answers: `python web/wire_types.py`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from heckmeck.games import GAMES
from heckmeck.play.review import Review
from heckmeck.server.api.devices import DeviceInfo, LinkCode, LinkOffer
from heckmeck.server.api.schema import components_of, schema
from heckmeck.server.live.advice import Advice
from heckmeck.server.live.replay import Replay
from heckmeck.server.store import Statistics
from heckmeck.server.table.conduct import BlockedSeat, BlockInfo, NewBlock, NewReport
from heckmeck.server.table.messages import PlayedGame, PlayerTally

TYPES = Path(__file__).parent / "src/wire/types.ts"
HEAD = "// Written by web/wire_types.py from the server's schema: change that, and run it again.\n"


ANSWERS = (
    *(Replay, PlayedGame, PlayerTally, Statistics, Advice, Review),
    *(BlockInfo, BlockedSeat, NewBlock, NewReport),
    *(DeviceInfo, LinkCode, LinkOffer),
)
"""Types that are sent only over HTTP."""


def types() -> str:
    """Return the TypeScript for all commands, messages and answers."""
    _, answers = components_of(ANSWERS, GAMES.values())
    messages = schema(GAMES.values())["$defs"]
    return HEAD + "".join(f"\n{_definition(name, shape)}" for name, shape in {**messages, **answers}.items())


def _definition(name: str, shape: dict[str, Any]) -> str:
    about = shape.get("description")
    comment = f"/** {about} */\n" if about else ""
    if shape.get("type") != "object":
        return f"{comment}export type {name} = {_type(shape)};\n"
    required = shape.get("required", ())
    fields = "".join(
        f"  {key}{'' if key in required else '?'}: {_type(of)};\n" for key, of in shape["properties"].items()
    )
    return f"{comment}export interface {name} {{\n{fields}}}\n"


def _type(shape: dict[str, Any]) -> str:
    if "$ref" in shape:
        return str(shape["$ref"]).rpartition("/")[2]
    if "anyOf" in shape:
        return " | ".join(_type(part) for part in shape["anyOf"])
    if "enum" in shape:
        return " | ".join(json.dumps(value) for value in shape["enum"])
    if "prefixItems" in shape:
        least = shape.get("minItems", 0)
        parts = (_type(part) + ("" if place < least else "?") for place, part in enumerate(shape["prefixItems"]))
        return f"[{', '.join(f'({part[:-1]})?' if part.endswith('?') else part for part in parts)}]"
    match shape.get("type"):
        case "array":
            return f"({_type(shape['items'])})[]"
        case "object":
            values = shape.get("additionalProperties")
            return f"Record<string, {_type(values) if isinstance(values, dict) else 'unknown'}>"
        case "integer" | "number":
            return "number"
        case kind:
            return {"string": "string", "boolean": "boolean", "null": "null"}.get(str(kind), "unknown")


if __name__ == "__main__":
    TYPES.write_text(types(), encoding="utf-8")
