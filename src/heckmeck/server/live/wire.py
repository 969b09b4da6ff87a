"""What clients of a table send: commands, and where they want to resume."""

from __future__ import annotations

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
        check_keys(message)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        return Refused(None, "bad_message", f"This is not a command: {explain(error, 'the message')}")
    return command


def read_since(query: str) -> Since:
    """Return where a client resumes, by the query of its address: `since=N` or `from=game`."""
    values = parse_qs(query)
    since = values.get("since")
    if since is None:
        return "game" if values.get("from") == ["game"] else None
    if not since[0].isdecimal() or len(since[0]) > 12:
        raise GameError("bad_since", "`since` must be the number of the last entry that was seen.")
    return int(since[0])
