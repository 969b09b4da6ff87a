"""The host: everything behind the page, from its first message to its last."""

from __future__ import annotations

import asyncio
import logging
import secrets
import sys
from hashlib import sha256
from random import SystemRandom

from heckmeck.offline.coach import Coach
from heckmeck.offline.connection import Connection, Send
from heckmeck.offline.routes import Routes
from heckmeck.offline.scheduler import OfflineScheduler
from heckmeck.offline.storage import KeyValues, Storage
from heckmeck.offline.store import OfflineStore
from heckmeck.server.background.bot_catalog import BotCatalog
from heckmeck.server.fairness.proof import OFFLINE
from heckmeck.server.live.hub import OpenRequest, TableHub
from heckmeck.server.live.live_table import LiveTable
from heckmeck.server.store.devices import Profile
from heckmeck.server.table.codes import LETTERS, TABLE_LENGTH, spell
from heckmeck.server.table.environment import Caller, Refusal
from heckmeck.server.table.messages import Plan

PLAYER = "me"
"""The id of the only player. Further people at the device have further seats of the same player."""
DEFAULT_NAME = "Guest"
PACE = 0.9
"""Seconds that a bot takes for the first move of a turn, as on a server by default."""

logger = logging.getLogger("heckmeck.offline")


class Host:
    """The tables of one device, its bots, and the answers to what the page asks. All texts are JSON, as on the wire."""

    def __init__(self, storage: Storage, send: Send, pace: float = PACE) -> None:
        """`send(socket, text)` sends a text to a socket of the page, and None closes it."""
        self.store = OfflineStore(KeyValues(storage))
        self.bots = BotCatalog()
        self.hub = TableHub(self.store, secrets.token_hex(8), self.bots, new_code, max_tables=sys.maxsize)
        self.coach = Coach()
        self._scheduler = OfflineScheduler(self.hub, self.bots, self.coach, pace)
        self._routes = Routes(self)
        self._send = send
        self._profile: Profile | None = None
        self._connections: dict[int, tuple[Connection, asyncio.Task[None]]] = {}

    async def start(self) -> None:
        """Read who the player is, and go on with the tables at which something is due."""
        self._profile = await self.store.profile()
        for table in await self.store.open_tables():
            if table.pending:
                self.hub.run(self._resume(table.table))
        await self._scheduler.assess_missing()

    async def _resume(self, code: str) -> None:
        table = await self.hub.get(code)
        if table is not None:
            self._scheduler.look(table)

    async def stop(self) -> None:
        """Close all sockets and begin nothing new. What was begun is finished."""
        self._scheduler.stop()
        tasks = [task for _, task in self._connections.values()]
        for socket in list(self._connections):
            self.disconnect(socket)
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.hub.finish()

    # The player ------------------------------------------------------------------------------------------------------

    @property
    def profile(self) -> Profile | None:
        """The name and portrait of the player; None before they are set."""
        return self._profile

    async def set_profile(self, profile: Profile) -> None:
        """Store the name and portrait of the player."""
        await self.store.set_profile(profile)
        self._profile = profile

    @property
    def caller(self) -> Caller:
        """The player, who is the caller of all commands."""
        return Caller(PLAYER, *(self._profile or Profile(DEFAULT_NAME)))

    # Sockets ---------------------------------------------------------------------------------------------------------

    def connect(self, socket: int, code: str, query: str) -> None:
        """Let a socket follow a table, as `/ws/CODE?QUERY` does."""
        self.hub.unload_idle()
        connection = Connection(socket, self._send, self.caller)
        task = asyncio.ensure_future(connection.run(self.hub, self.table, code, query))
        task.add_done_callback(lambda done: self._ended(socket, done))
        self._connections[socket] = connection, task

    def receive(self, socket: int, text: str) -> None:
        """Take a message of a socket."""
        if socket in self._connections:
            self._connections[socket][0].receive(text)

    def disconnect(self, socket: int) -> None:
        """Stop following, because the page has closed a socket. A command that was begun is finished."""
        if socket in self._connections:
            self._connections[socket][0].close()

    def _ended(self, socket: int, task: asyncio.Task[None]) -> None:
        if socket in self._connections and self._connections[socket][1] is task:
            del self._connections[socket]
        if not task.cancelled() and (error := task.exception()) is not None:
            logger.error("a connection failed", exc_info=error)

    # Requests --------------------------------------------------------------------------------------------------------

    async def request(self, method: str, path: str, body: str | None = None) -> tuple[int, str]:
        """Answer a request as the server's HTTP interface does: with its status and a JSON text."""
        return await self._routes.answer(method, path, body)

    def code(self, text: str) -> str:
        """Return the code of a table of this device, open or closed."""
        return read_code(text)

    async def table(self, code: str) -> LiveTable:
        """Return the table with a code."""
        table = await self.hub.get(read_code(code))
        if table is None:
            raise Refusal("no_table", "There is no such table on this device, or it is closed.")
        return table

    async def open_table(self, plan: Plan, wanted: str | None = None) -> LiveTable:
        """Open a table. The same request id leads to the same table."""
        request = None if wanted is None else OpenRequest(_code_of(wanted), f"{PLAYER}.{wanted}")
        return await self.hub.open(plan, self.caller, request)


def new_code() -> str:
    """Return the code of a new table."""
    return OFFLINE + "".join(SystemRandom().choices(LETTERS, k=TABLE_LENGTH))


def read_code(text: str) -> str:
    """Return the code of a table of this device.

    >>> read_code("~abcdefgh")
    '~ABCDEFGH'
    """
    code = text.strip().upper()
    if len(code) == TABLE_LENGTH + 1 and code.startswith(OFFLINE) and set(code[1:]) <= set(LETTERS):
        return code
    raise Refusal("no_table", "There is no such table on this device.")


def _code_of(wanted: str) -> str:
    """Return the code of the table that is opened with a request id."""
    return OFFLINE + spell(sha256(f"heckmeck.table {wanted}".encode()).digest(), TABLE_LENGTH)
