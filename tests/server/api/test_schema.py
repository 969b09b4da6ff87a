"""The JSON Schema of all messages, as it is in the documentation for authors of clients.

`pytest tests/server/api/test_schema.py --update-golden` rewrites the file: review the changes before you keep it.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, get_args

import pytest
from jsonschema import Draft202012Validator, ValidationError

from heckmeck.games import GAMES
from heckmeck.server.api.schema import schema
from heckmeck.server.table import messages
from helpers.recorded_exchange import BLOCK, PAGE, read_lines

FILE = Path(__file__).parents[3] / "docs" / "schema" / "messages.json"


def written() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(FILE.read_text("utf-8"))
    return found


def validator(name: str) -> Any:
    return Draft202012Validator({**written(), "$ref": f"#/$defs/{name}"})


def test_the_file_is_what_the_types_say(request: pytest.FixtureRequest) -> None:
    text = json.dumps(schema(GAMES.values()), indent=1, ensure_ascii=False) + "\n"
    if request.config.getoption("--update-golden"):
        FILE.parent.mkdir(exist_ok=True)
        FILE.write_text(text, "utf-8")
    assert text == FILE.read_text("utf-8")


def test_it_is_a_schema_in_which_every_reference_leads_somewhere() -> None:
    Draft202012Validator.check_schema(written())
    text = json.dumps(written())
    references = {part.partition('"')[0] for part in text.split('"#/$defs/')[1:]}
    assert references - set(written()["$defs"]) == set()


@pytest.mark.parametrize(
    ("name", "kinds"), [("Command", get_args(messages.AnyCommand)), ("Message", get_args(messages.AnyMessage))]
)
def test_it_knows_every_kind_of_message(name: str, kinds: tuple[type, ...]) -> None:
    tags = {kind.__struct_config__.tag for kind in kinds}  # type: ignore[attr-defined]
    assert set(written()["$defs"][name]["discriminator"]["mapping"]) == tags


def test_everything_that_was_recorded_fits_it() -> None:
    command, message = validator("Command"), validator("Message")
    seen = set()
    for line in (line for _, block in BLOCK.findall(PAGE.read_text("utf-8")) for line in read_lines(block)):
        if line.body is not None and "type" in line.body:
            (command if line.head.endswith("→") else message).validate(line.body)
            seen.add(line.body["type"])
    assert seen >= {"sit", "start", "reveal", "move", "welcome", "happened", "done", "refused"}


@pytest.mark.parametrize(
    "bad",
    [
        {"type": "move", "id": "move-001", "move": "roll"},
        {"type": "move", "id": "short", "seq": 1, "move": "roll"},
        {"type": "move", "id": "move-001", "seq": 1, "move": "roll", "seat": 0},
        {"type": "dance", "id": "dance-01"},
    ],
)
def test_an_invalid_command_does_not_match_it(bad: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        validator("Command").validate(bad)
