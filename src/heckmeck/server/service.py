"""One server process: its store, tables, background work and rate limits, and the common path of all commands."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import NamedTuple, Protocol, TypeVar

from heckmeck import __version__
from heckmeck.games import GameError
from heckmeck.server.background.answer_cache import AnswerCache
from heckmeck.server.background.archiving import Archiving
from heckmeck.server.background.bot_catalog import BotCatalog
from heckmeck.server.background.bot_pool import BotPool
from heckmeck.server.background.coach import Coach
from heckmeck.server.background.gc_pauses import collect_garbage
from heckmeck.server.background.scheduler import Scheduler
from heckmeck.server.config import Config
from heckmeck.server.live.hub import Hub, OpenRequest
from heckmeck.server.live.live_table import LiveTable
from heckmeck.server.net.asgi import Scope, header
from heckmeck.server.net.client_address import ClientAddress
from heckmeck.server.net.device_log import DeviceLog
from heckmeck.server.net.gate import CLIENT
from heckmeck.server.net.identity import GuestCookies, new_code, read_bearer, read_code, read_record_code
from heckmeck.server.net.keys import KeyRing
from heckmeck.server.net.plain_connections import LOOPBACK, PlainConnections
from heckmeck.server.net.rate_limits import TOO_FAST, RateLimits
from heckmeck.server.ops.metrics import Metrics
from heckmeck.server.ops.readiness import Readiness
from heckmeck.server.store import PastTable, Profile
from heckmeck.server.store.connect import connect, is_postgres
from heckmeck.server.store.devices import token_device
from heckmeck.server.table.environment import Caller, Refusal
from heckmeck.server.table.messages import AnyCommand, Bye, Done, Plan, Refused, Say

logger = logging.getLogger("heckmeck.server")

T = TypeVar("T")

DEFAULT_NAME = "Guest"
NO_NAME = "You have no name here yet: set yours first."
BANNED = "The operator of this server has banned you."
MUTED = "The operator of this server has muted you in the chat."
STORE_FAILED = "The server cannot reach its database at the moment: try again later."
OPEN = "open"
"""The label under which the opening of a table is counted among the commands."""
RESTART = Bye("restart", "The server is stopping or restarting: try again in a moment.")
READING = "Too many games are being read at the moment: try again later."

PARTICIPANTS = 1000
"""Number of (closed table, player) pairs for which it is cached whether the player took part."""


async def _load_api() -> None:
    """Import the HTTP API in the background, because players who reconnect after a restart do not need it at once."""
    await asyncio.to_thread(import_module, "heckmeck.server.api")


class Visit(NamedTuple):
    """A connection: its address and its player."""

    client: ClientAddress
    group: str | None
    """The key of its rate limits; None for unlimited."""
    caller: Caller | None
    renew: bool
    """Whether its cookie should be renewed."""
    device: str | None = None
    """The device of its cookie, or the id of its token; None if the player is unknown."""


class Line(Protocol):
    """A socket or stream on which somebody follows a table."""

    def end(self) -> None:
        """Send a message that the server stops, and end."""
        ...


class GameAt(NamedTuple):
    """A game: the code of its table, and its number there."""

    table: str
    number: int


class Service:
    """Everything that one process runs behind the port, from `start` to `stop`."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.process = secrets.token_hex(8)
        self.store = connect(config.database)
        self.metrics = Metrics(self.process)
        self.bots = BotCatalog()
        self.hub = Hub(self.store, self.process, self.bots, new_code, max_tables=config.max_tables)
        self.pool = BotPool(config.bot_processes)
        self.pool.on_answer = self._bot_answered
        archiving = Archiving(self.hub, config.archive_after, self.metrics.archived.inc)
        self.scheduler = Scheduler(self.hub, self.pool, self.bots, config.bot_pace / 1000, archiving)
        self.limits = RateLimits(config)
        # All clients of a proxy share its address, and this machine is not limited. Both count towards the total.
        unlimited = (*config.proxies, *(() if config.limit_local else LOOPBACK))
        most, most_each = config.max_plain_connections, config.max_plain_connections_per_address
        self.plain = PlainConnections(most, most_each, unlimited)
        self._lines: set[Line] = set()
        self._stopping = False
        self.coach = Coach(self.pool, self.store)
        self._participants: AnswerCache[tuple[str, str], bool] = AnswerCache(remembered=PARTICIPANTS, busy=READING)
        self.guests = GuestCookies(KeyRing(config.keys))
        self.devices = DeviceLog(self.store, self.hub.run)
        self.readiness = Readiness(self.store)
        self.ready = False
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Open the store and start the background work."""
        self.config.make_data()
        await self.store.open(self.process, self.hub.hint)
        self.ready = True
        self._tasks = [asyncio.create_task(self.scheduler.run()), asyncio.create_task(collect_garbage())]
        self.hub.run(_load_api())
        self.pool.warm()
        config = self.config
        about = {"version": __version__, "process_id": self.process, "workers": config.workers, "lan": config.lan}
        # Only the kind of the database is logged: its address may contain a password.
        about["database"] = "postgresql" if is_postgres(config.database) else "sqlite"
        logger.info("heckmeck is up", extra=about)

    def hang_up(self) -> None:
        """End what would keep the server from stopping: sockets, streams, and idle connections."""
        self._stopping = True
        self.plain.drop_idle()
        for line in list(self._lines):
            line.end()

    async def stop(self) -> None:
        """Finish what was started, start nothing new, and let other processes take over."""
        self.hang_up()
        self.ready = False
        self.scheduler.stop()
        for task in self._tasks:
            task.cancel()
        self.pool.close()
        await self.hub.finish()
        await self.store.close()
        logger.info("heckmeck has stopped", extra={"process_id": self.process})

    def _bot_answered(self, bot: str, result: str, waited: float, thought: float) -> None:
        self.metrics.bot_decisions.add(bot, result)
        self.metrics.bot_seconds.observe(waited)
        self.metrics.bot_core_seconds.inc(thought)

    # Connections -----------------------------------------------------------------------------------------------------

    async def visit(self, scope: Scope) -> Visit:
        """Identify a connection: a program by its token, a guest by the cookie, or an unknown client."""
        client: ClientAddress = scope[CLIENT]
        group = self.limits.group(client)
        digest = read_bearer(header(scope["headers"], b"authorization"))
        if digest is not None:
            player = await self.store.token(digest)
            known = None if player is None else await self.store.player(player)
            device, renew = token_device(digest), False
        elif (guest := self.guests.read(header(scope["headers"], b"cookie"), secure=client.secure)) is not None:
            player, renew, device, issued = guest
            known, revoked = await self.store.identify(player, device, issued)
            player = None if revoked else player
        else:
            return Visit(client, group, None, renew=False)
        if player is None or player in self.scheduler.moderation.erased:
            return Visit(client, group, None, renew=False)
        if player in self.scheduler.moderation.banned:
            raise Refusal("banned", BANNED)
        if known is not None and digest is None:
            self.devices.used(player, device, header(scope["headers"], b"user-agent"))
        return Visit(client, group, Caller(player, *(known or Profile(DEFAULT_NAME))), renew, device)

    def connect(self, visit: Visit) -> None:
        """Reserve a slot for a socket or stream, or raise a Refusal. `disconnect` must be called in the end."""
        if self._stopping:
            raise Refusal("busy", RESTART.message)
        if not self.limits.sockets.spend(visit.group):
            raise Refusal("too_fast", "Too many connections in too short a time: wait a moment.")
        if not self.limits.slots.acquire(visit.group):
            raise Refusal("too_many", "There is no room for another connection at the moment.")
        self.metrics.sockets.inc()

    def disconnect(self, visit: Visit) -> None:
        """Release the slot of a socket or stream."""
        self.limits.slots.release(visit.group)
        self.metrics.sockets.dec()

    @contextmanager
    def keeping(self, line: Line) -> Iterator[None]:
        """Keep a socket or stream, so that it ends when the server stops."""
        self._lines.add(line)
        try:
            if self._stopping:
                line.end()
            yield
        finally:
            self._lines.remove(line)

    def is_shut_out(self, visit: Visit) -> bool:
        """Return whether the device was revoked, or the player banned or erased, since a connection was identified."""
        moderation, player = self.scheduler.moderation, visit.caller and visit.caller.player
        shut_out = player in moderation.banned or player in moderation.erased
        return shut_out or visit.device in self.scheduler.revocations.recent

    # Tables ----------------------------------------------------------------------------------------------------------

    async def table(self, code: str, visit: Visit) -> LiveTable:
        """Return the table with a code."""
        table = await self._look_up(self.hub.get, read_code(code), visit)
        if table is None:
            raise Refusal("no_table", "There is no such table, or it is closed.")
        return table

    async def past_table(self, code: str, visit: Visit) -> PastTable:
        """Return a table that exists or existed, for requests about its games."""
        player = visit.caller and visit.caller.player
        found = await self._look_up_past(lambda known: self._past_table(known, player, visit), read_code(code), visit)
        if found is None:
            raise Refusal("no_table", "There was no such table.")
        return found

    async def _past_table(self, code: str, player: str | None, visit: Visit) -> PastTable | None:
        """Return a table if the player may read any of its games."""
        found = await self.store.past_table(code, player)
        if found is None or found.everything:
            return found
        if player is not None and found.archived and await self._took_part(code, player, visit):
            return found._replace(everything=True)
        return found if found.has_older else None

    async def _took_part(self, code: str, player: str, visit: Visit) -> bool:
        """Return whether a player took part in the archived games of a closed table, which never changes."""
        key = code, player
        if key not in self._participants and not self.limits.replays.spend(visit.group):
            raise Refusal("too_fast", TOO_FAST)
        return await self._participants.get(key, lambda: self.store.has_archived_commands(code, player), visit.group)

    async def past_game(self, code: str, number: int, visit: Visit) -> GameAt:
        """Return a game by the code of its table and its number."""
        table = await self.past_table(code, visit)
        games = await self.store.games(table.code, number + 1, 1, everything=table.everything)
        if [game.number for game in games] != [number]:
            raise Refusal("no_such_game", "There was no such game at this table.")
        return GameAt(table.code, number)

    async def recorded_game(self, record: str, visit: Visit) -> GameAt:
        """Return a game by the code of its record, which is sufficient to read it."""
        found = await self._look_up_past(self.store.find_record, read_record_code(record), visit)
        if found is None:
            raise Refusal("no_such_game", "There is no record with this code.")
        return GameAt(*found)

    async def _look_up_past(self, find: Callable[[str], Awaitable[T]], code: str, visit: Visit) -> T:
        if not self.limits.commands.spend(visit.group):
            raise Refusal("too_fast", "Too much in too short a time: try again later.")
        return await self._look_up(find, code, visit)

    async def _look_up(self, find: Callable[[str], Awaitable[T]], code: str, visit: Visit) -> T:
        """Find something by a code. Wrong codes count against a rate limit, so that codes cannot be searched for.

        Players who belong to a table, or whose address has used its code before, are exempt from the limit.
        """
        client, player = visit.client, visit.caller and visit.caller.player
        if not self.limits.try_code(client, player):
            if not (self.limits.knows_code(client, code) or await self._belongs(code, player)):
                raise Refusal("too_fast", "Too many wrong codes: try again later.")
            return await find(code)
        try:
            found = await find(code)
        except BaseException:
            self.limits.refund_code(client, player)  # it is unknown whether the code is right
            raise
        if found:
            self.limits.code_found(client, player, code)
        return found

    async def _belongs(self, code: str, player: str | None) -> bool:
        """Return whether a player has a seat at a table, opened it, or follows it."""
        table = None if player is None else await self.hub.get(code)
        if table is None:
            return False
        state = table.state
        following = any(follower.player == player for follower in table.followers)
        return following or player == state.host or bool(state.seats_of(player))

    # Commands --------------------------------------------------------------------------------------------------------

    async def open_table(self, plan: Plan, by: Caller, client: ClientAddress, wanted: str | None = None) -> LiveTable:
        """Open a table for a player, or raise a GameError. The same request id leads to the same table."""
        began = time.perf_counter()
        try:
            if not self.limits.spend(self.limits.tables, client, by.player):
                raise Refusal("too_fast", "Too many tables: try again later.")
            request = OpenRequest(self.guests.code_of(by.player, wanted), f"{by.player}.{wanted}") if wanted else None
            table = await self.hub.open(plan, by, request)
        except GameError:
            self.metrics.commands.add(OPEN, "refused")  # the code is counted with the HTTP response
            raise
        self.metrics.command_seconds.observe(time.perf_counter() - began)
        self.metrics.commands.add(OPEN, "done")
        return table

    async def command(self, table: LiveTable, command: AnyCommand, visit: Visit) -> Done | Refused:
        """Carry out a command of a client, if it is known and within its rate limit."""
        if visit.caller is None:
            reply: Done | Refused = self._count(command, Refused(command.id, "no_name", NO_NAME))
        elif not self.limits.commands.spend(visit.group):
            reply = self._count(command, Refused(command.id, "too_fast", TOO_FAST))
        elif (refused := self._sanction(command, visit, visit.caller)) is not None:
            reply = self._count(command, refused)
        else:
            reply = await self.execute(table, command, visit.caller)
        if isinstance(reply, Refused):
            self.metrics.refusals.add(reply.code)
        return reply

    def _sanction(self, command: AnyCommand, visit: Visit, by: Caller) -> Refused | None:
        """Return a refusal if the device was revoked, or an order of the operator forbids the command."""
        moderation = self.scheduler.moderation
        if by.player in moderation.erased or visit.device in self.scheduler.revocations.recent:
            return Refused(command.id, "no_name", NO_NAME)
        if by.player in moderation.banned:
            return Refused(command.id, "banned", BANNED)
        if isinstance(command, Say) and by.player in moderation.muted:
            return Refused(command.id, "muted", MUTED)
        return None

    async def execute(self, table: LiveTable, command: AnyCommand, by: Caller) -> Done | Refused:
        """Carry out a command that has passed the rate limits, by itself or as a part of a larger request.

        The code of a refusal is counted by the caller, because a request may try several commands and still succeed.
        """
        began = time.perf_counter()
        reply = await table.command(command, by)
        self.metrics.command_seconds.observe(time.perf_counter() - began)
        return self._count(command, reply)

    def _count(self, command: AnyCommand, reply: Done | Refused) -> Done | Refused:
        done = isinstance(reply, Done)
        self.metrics.commands.add(command.__struct_config__.tag, "done" if done else "refused")  # type: ignore[arg-type]
        return reply
