"""One server process: the store, the tables in memory, those who care for them, and who may do what."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable
from importlib import import_module
from typing import NamedTuple, TypeVar

from heckmeck import __version__
from heckmeck.server.background.bot_pool import BotPool
from heckmeck.server.background.coach import Coach
from heckmeck.server.background.gc_pauses import sweep
from heckmeck.server.background.scheduler import Carer
from heckmeck.server.live.hub import Hub
from heckmeck.server.live.live_table import LiveTable
from heckmeck.server.net.client_address import Peer, header
from heckmeck.server.net.gate import PEER, Scope
from heckmeck.server.net.identity import Guests, read_bearer, read_code
from heckmeck.server.net.keys import KeyRing
from heckmeck.server.net.rate_limits import TOO_FAST, Credits
from heckmeck.server.ops.config import Config
from heckmeck.server.ops.metrics import Metrics
from heckmeck.server.store.connect import connect, is_postgres
from heckmeck.server.table.decisions import Caller, Refusal
from heckmeck.server.table.messages import AnyCommand, Done, Refused

logger = logging.getLogger("heckmeck.server")

T = TypeVar("T")

NAMELESS = "Guest"
STORE_FAILED = "The server cannot get at what it keeps just now: try again in a moment."


async def _load_the_rest() -> None:
    """Load in the background what the first players after a restart do not wait for."""
    await asyncio.to_thread(import_module, "heckmeck.server.api")


class Visit(NamedTuple):
    """A connection: where it comes from, and as whom."""

    peer: Peer
    group: str | None
    """What its credits are counted by."""
    caller: Caller | None
    renew: bool
    """Whether it is time for a new cookie."""


class Service:
    """Everything behind the port. `start` and `stop` frame its life."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.process = secrets.token_hex(8)
        self.store = connect(config.database)
        self.metrics = Metrics(self.process)
        self.hub = Hub(self.store, self.process, most_tables=config.max_tables)
        self.pool = BotPool(config.bot_processes)
        self.pool.on_answer = self._bot_answered
        self.carer = Carer(self.hub, self.pool, config.bot_pace / 1000)
        self.credits = Credits(config)
        self.coach = Coach(self.pool, self.store)
        self.guests = Guests(KeyRing(config.keys))
        self.ready = False
        self._chores: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Open the store and begin to care for tables."""
        self.config.make_data()
        await self.store.open(self.process, self.hub.hint)
        self.ready = True
        self._chores = [asyncio.create_task(self.carer.run()), asyncio.create_task(sweep())]
        self.hub.do(_load_the_rest())
        self.pool.warm()
        config = self.config
        about = {"version": __version__, "process_id": self.process, "workers": config.workers, "lan": config.lan}
        # Of the database only the kind: its address may have a password in it.
        about["database"] = "postgresql" if is_postgres(config.database) else "sqlite"
        logger.info("heckmeck is up", extra=about)

    async def stop(self) -> None:
        """Hand over to others: nothing new is begun, what was asked for is finished."""
        self.ready = False
        self.carer.stop()
        for chore in self._chores:
            chore.cancel()
        self.pool.close()
        await self.hub.finish()
        await self.store.close()
        logger.info("heckmeck has stopped", extra={"process_id": self.process})

    def _bot_answered(self, bot: str, result: str, waited: float, thought: float) -> None:
        self.metrics.bot_decisions.add(bot, result)
        self.metrics.bot_seconds.observe(waited)
        self.metrics.bot_core_seconds.inc(thought)

    async def visit(self, scope: Scope) -> Visit:
        """Find out who is there: a program by its token, a guest by the cookie, or nobody known."""
        peer: Peer = scope[PEER]
        player: str | None = None
        renew = False
        digest = read_bearer(header(scope["headers"], b"authorization"))
        if digest is not None:
            player = await self.store.token(digest)
        elif (guest := self.guests.read(header(scope["headers"], b"cookie"), secure=peer.secure)) is not None:
            player, renew = guest
        caller = None if player is None else Caller(player, await self.store.player(player) or NAMELESS)
        return Visit(peer, self.credits.group(peer), caller, renew)

    def may_connect(self, visit: Visit) -> tuple[int, str, str] | None:
        """Take a place for a socket, or say why there is none. Whoever got one has to call `disconnected`."""
        if not self.credits.sockets.spend(visit.group):
            return 429, "too_fast", "Too many connections in too short a time: wait a moment."
        if not self.credits.places.enter(visit.group):
            return 503, "too_many", "There is no room for another connection at the moment."
        self.metrics.sockets.inc()
        return None

    def disconnected(self, visit: Visit) -> None:
        """Give the place back."""
        self.credits.places.leave(visit.group)
        self.metrics.sockets.dec()

    async def table(self, code: str, visit: Visit) -> LiveTable:
        """Return the table of a code."""
        table = await self._look_up(self.hub.get, code, visit)
        if table is None:
            raise Refusal("no_table", "There is no such table, or it is closed.")
        return table

    async def known(self, code: str, visit: Visit) -> str:
        """Return a table's code if there is or was such a table: its games can be looked at after it has closed."""
        if not self.credits.commands.spend(visit.group):
            raise Refusal("too_fast", "Too much in too short a time: try again later.")
        rows = await self._look_up(lambda known: self.store.rows(known, limit=1), code, visit)
        if not rows:
            raise Refusal("no_table", "There was no such table.")
        return rows[0].table

    async def _look_up(self, find: Callable[[str], Awaitable[T]], code: str, visit: Visit) -> T:
        """Find something by a code; wrong ones, which find nothing, cost credits: they cannot be searched for."""
        known, wrong = read_code(code), False
        if not self.credits.guess(visit.peer):
            raise Refusal("too_fast", "Too many wrong codes: try again later.")
        try:
            found = await find(known)
            wrong = not found
            return found
        finally:
            if not wrong:
                self.credits.guessed(visit.peer)

    async def command(self, table: LiveTable, command: AnyCommand, visit: Visit) -> Done | Refused:
        """Do what a command says."""
        reply: Done | Refused
        if visit.caller is None:
            reply = Refused(command.id, "no_name", "You have no name here yet: tell yours first.")
        elif not self.credits.commands.spend(visit.group):
            reply = Refused(command.id, "too_fast", TOO_FAST)
        else:
            began = time.perf_counter()
            reply = await table.command(command, visit.caller)
            self.metrics.command_seconds.observe(time.perf_counter() - began)
        done = isinstance(reply, Done)
        self.metrics.commands.add(command.__struct_config__.tag, "done" if done else "refused")  # type: ignore[arg-type]
        if isinstance(reply, Refused):
            self.metrics.refusals.add(reply.code)
        return reply
