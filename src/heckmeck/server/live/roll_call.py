"""The roll call: asks all living processes who follows a table, and waits for their answers."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Collection, Mapping
from contextlib import suppress
from itertools import count

import msgspec
from msgspec import Struct

from heckmeck.server.live.live_table import LiveTable
from heckmeck.server.store import StoreError, TableStore
from heckmeck.server.table.environment import Attendance

ABSENCE = 30.0
"""Seconds without a connection after which a player counts as absent. Reloading a page takes less."""
ANSWER_TIME = 5.0
"""Seconds that other processes have to answer. Until all have answered, no player is known to be absent."""


class Question(Struct, frozen=True, tag="question"):
    """Asks every other process which of these tables are followed there, and which of these players follow them."""

    process: str
    number: int
    tables: tuple[str, ...]
    players: tuple[str, ...] = ()


class Answer(Struct, frozen=True, tag="answer"):
    """Tells the process that asked what is known here. It is sent even if it is empty."""

    process: str
    to: str
    number: int
    followed: tuple[str, ...]
    connected: tuple[str, ...] = ()
    recent: tuple[str, ...] = ()


class _Responses:
    """The answers to one question so far."""

    def __init__(self) -> None:
        self.awaited: set[str] | None = None
        """The processes that have not answered; None while the living processes are not known."""
        self.followed: set[str] = set()
        self.connected: set[str] = set()
        self.recent: set[str] = set()
        self.changed = asyncio.Event()

    @property
    def complete(self) -> bool:
        """Whether all processes have answered."""
        return self.awaited is not None and not self.awaited

    def add(self, answer: Answer) -> None:
        self.followed.update(answer.followed)
        self.connected.update(answer.connected)
        self.recent.update(answer.recent)
        if self.awaited is not None:
            self.awaited.discard(answer.process)
        self.changed.set()


class RollCall:
    """Remembers who has just left this process, and asks the other processes before a player counts as absent."""

    def __init__(self, store: TableStore, process: str, live: Mapping[str, LiveTable]) -> None:
        self.clock = time.monotonic
        self._store = store
        self._process = process
        self._live = live
        self._left: dict[tuple[str, str], float] = {}
        """When the last connection of a player to a table ended here, in this order."""
        self._watching_since = self.clock()
        """Connections that ended before this time may be unknown: this process was not up, or another one has died."""
        self._alive: set[str] = set()
        self._numbers = count(1)
        self._open: dict[int, _Responses] = {}
        self._asking: dict[str, asyncio.Task[Attendance]] = {}
        self._answering: set[asyncio.Task[None]] = set()
        self._stopped = False

    def left(self, table: LiveTable, player: str | None) -> None:
        """Note that a connection has ended."""
        now = self.clock()
        if player is not None and all(follower.player != player for follower in table.followers):
            self._left.pop((table.code, player), None)
            self._left[table.code, player] = now
        while self._left and now - self._left[oldest := next(iter(self._left))] >= ABSENCE:
            del self._left[oldest]

    def note_alive(self, alive: Collection[str]) -> None:
        """Note which processes are alive. Players of a dead process need time to connect to another one."""
        if self._alive - set(alive):
            self._watching_since = self.clock()
        self._alive = set(alive)

    async def attendance(self, table: LiveTable) -> Attendance:
        """Return which of a table's players are connected to any process, and which are known to be absent."""
        task = self._asking.get(table.code)
        if task is None:
            task = self._asking[table.code] = asyncio.create_task(self._attendance(table))
            task.add_done_callback(lambda _: self._asking.pop(table.code))
        return await asyncio.shield(task)

    async def _attendance(self, table: LiveTable) -> Attendance:
        players = _players(table)
        responses = await self._ask((table.code,), players)
        connected, recent = frozenset(responses.connected), frozenset(responses.recent - responses.connected)
        return Attendance(connected, recent, players - connected - recent if responses.complete else frozenset())

    async def deserted(self, tables: Collection[str]) -> set[str]:
        """Return the tables among these that are known to have no followers at any process."""
        responses = await self._ask(tuple(tables))
        return set(tables) - responses.followed if responses.complete else set()

    def receive(self, message: Question | Answer) -> None:
        """Handle a message of another process."""
        if isinstance(message, Question):
            task = asyncio.create_task(self._reply(message))
            self._answering.add(task)
            task.add_done_callback(self._answering.discard)
        elif message.to == self._process and (responses := self._open.get(message.number)) is not None:
            responses.add(message)

    def stop(self) -> None:
        """Stop waiting for answers: the result of later questions is unknown."""
        self._stopped = True
        for responses in self._open.values():
            responses.changed.set()

    async def finish(self) -> None:
        """Wait until all questions of other processes are answered."""
        while self._answering:
            await asyncio.wait(self._answering)

    async def _ask(self, tables: tuple[str, ...], players: Collection[str] = ()) -> _Responses:
        """Ask all living processes, and return the answers that came in time."""
        question = Question(self._process, next(self._numbers), tables, tuple(players))
        responses = self._open[question.number] = _Responses()
        try:
            responses.awaited = await self._others()
            if responses.awaited:
                await self._store.broadcast(_encode(question))
                async with asyncio.timeout(ANSWER_TIME):
                    while not responses.complete and not self._stopped:
                        responses.changed.clear()
                        await responses.changed.wait()
        except (StoreError, TimeoutError):
            pass  # then the result is incomplete
        finally:
            del self._open[question.number]
        responses.add(self._answer(question))  # last, so that changes in the meantime are included
        return responses

    async def _others(self) -> set[str]:
        if not self._store.shared:
            return set()
        alive = await self._store.heartbeat()
        self.note_alive(alive)
        return set(alive) - {self._process}

    async def _reply(self, question: Question) -> None:
        with suppress(StoreError):  # then the other process gets no answer, and refuses
            await self._store.broadcast(_encode(self._answer(question)))

    def _answer(self, question: Question) -> Answer:
        following = {code: table.followers for code in question.tables if (table := self._live.get(code)) is not None}
        connected = {follower.player for followers in following.values() for follower in followers}
        recent = [player for player in question.players if self._was_here(player, question.tables)]
        return Answer(
            self._process,
            question.process,
            question.number,
            tuple(code for code, followers in following.items() if followers),
            tuple(player for player in question.players if player in connected),
            tuple(recent),
        )

    def _was_here(self, player: str, tables: tuple[str, ...]) -> bool:
        """Return whether a player may have been connected to one of the tables a moment ago."""
        since = [self._watching_since, *(at for code in tables if (at := self._left.get((code, player))) is not None)]
        return self.clock() - max(since) < ABSENCE


def _players(table: LiveTable) -> frozenset[str]:
    seated = {holder.player for holder in table.state.seats if holder is not None and holder.player is not None}
    return frozenset(seated | {table.state.host})


def _encode(message: Question | Answer) -> str:
    return msgspec.json.encode(message).decode()
