"""The commands of one socket on another network engine: read, kept within the rate limits, and carried out."""

from __future__ import annotations

from heckmeck.server.live.live_table import LiveTable
from heckmeck.server.live.wire import read_command
from heckmeck.server.net.rate_limits import TOO_FAST
from heckmeck.server.service import Service, Visit
from heckmeck.server.table.messages import Bye, Ping, Pong, Refused, encoder

TOO_MANY = Bye("too_fast", "Too many commands in too short a time.")
PONG = encoder.encode(Pong())


class Commands:
    """The commands of one client at a table. Only messages are counted: an engine shows nothing of other frames."""

    def __init__(self, service: Service, table: LiveTable, visit: Visit) -> None:
        self._service = service
        self._table = table
        self._visit = visit
        self._bucket = None if visit.group is None else service.limits.socket()
        self._violations = service.limits.violations()

    async def answer(self, message: str | bytes) -> bytes | Bye | None:
        """Carry out a message and return its answer: None for no answer, a `Bye` to disconnect the client."""
        command = read_command(message)
        reply: object = command
        if self._bucket is not None and not self._bucket.spend():
            if not self._violations.spend():
                return TOO_MANY
            if isinstance(command, Ping):
                return None
            reply = Refused(command.id, "too_fast", TOO_FAST)
        elif isinstance(command, Ping):
            return PONG
        elif not isinstance(command, Refused):
            reply = await self._service.command(self._table, command, self._visit)
        return encoder.encode(reply)
