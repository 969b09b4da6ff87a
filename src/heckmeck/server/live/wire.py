"""What clients of a table send: commands, and where they want to resume."""

from __future__ import annotations

from functools import cache
from urllib.parse import parse_qs

import msgspec

from heckmeck.bad_json import check_keys, explain
from heckmeck.games import GameError
from heckmeck.server.live.subscription import Since
from heckmeck.server.table.messages import AnyCommand, Ping, Refused, command_decoder


def read_command(message: bytes | str) -> AnyCommand | Ping | Refused:
    """Return a command, or the refusal of a message that is none."""
    try:
        command = command_decoder.decode(message)
        # With one colon for each field that it must have, a command cannot have one of them twice. The full check takes
        # four times as long as the decoding.
        if message.count(b":" if isinstance(message, bytes) else ":") > _required(type(command)):  # type: ignore[arg-type]
            check_keys(message)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        return Refused(None, "bad_message", f"This is not a command: {explain(error, 'the message')}")
    return command


@cache
def _required(kind: type[msgspec.Struct]) -> int:
    """Return the number of fields without a default, including the tag."""
    return 1 + sum(field.required for field in msgspec.structs.fields(kind))


def read_since(query: str) -> Since:
    """Return where a client resumes, by the query of its address: `since=N` or `from=game`."""
    values = parse_qs(query)
    since = values.get("since")
    if since is None:
        return "game" if values.get("from") == ["game"] else None
    if not since[0].isdecimal() or len(since[0]) > 12:
        raise GameError("bad_since", "`since` must be the number of the last entry that was seen.")
    return int(since[0])
