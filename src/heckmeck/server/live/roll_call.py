"""The roll call: all living processes are asked who follows a table, and their answers awaited."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Collection, Mapping
from contextlib import suppress
from itertools import count

import msgspec
from msgspec import Struct

from heckmeck.server.live.live_table import LiveTable
from heckmeck.server.store import Store, StoreError
from heckmeck.server.table.environment import Attendance

ABSENCE = 30.0
"""Seconds without a connection after which a player is absent: reloading a page takes less."""
ANSWER_TIME = 5.0
"""Seconds that other processes have to answer. As long as one of them has not, nobody is known to be absent."""


class Question(Struct, frozen=True, tag="question"):
    """Asks every other process which of these tables are followed there, and which of these players follow them."""

    process: str
    number: int
    tables: tuple[str, ...]
    players: tuple[str, ...] = ()


class Answer(Struct, frozen=True, tag="answer"):
    """Tells the process that asked what is known here; it is sent also if there is nothing to tell."""

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
        """The processes that have not answered; None as long as it is not known which processes there are."""
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
    """Knows who has just left this process, and asks the others before anybody counts as absent."""

    def __init__(self, store: Store, process: str, live: Mapping[str, LiveTable]) -> None:
        self.clock = time.monotonic
        self._store = store
        self._process = process
        self._live = live
        self._left: dict[tuple[str, str], float] = {}
        """When the last connection of a player to a table ended here, in this order."""
        self._watching_since = self.clock()
        """Connections that ended earlier may be unknown: this process was not yet there, or another one has died."""
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
        """Note which processes live. Players of one that is gone need time to connect to another."""
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
        """Return those of some tables that are known to have no followers at any process."""
        responses = await self._ask(tuple(tables))
        return set(tables) - responses.followed if responses.complete else set()

    def receive(self, message: Question | Answer) -> None:
        """Take in a message of another process."""
        if isinstance(message, Question):
            task = asyncio.create_task(self._reply(message))
            self._answering.add(task)
            task.add_done_callback(self._answering.discard)
        elif message.to == self._process and (responses := self._open.get(message.number)) is not None:
            responses.add(message)

    def stop(self) -> None:
        """Wait for no answers any more: what is asked from now on is unknown."""
        self._stopped = True
        for responses in self._open.values():
            responses.changed.set()

    async def finish(self) -> None:
        """Wait until all questions of others are answered."""
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
            pass  # then not everything is known
        finally:
            del self._open[question.number]
        responses.add(self._answer(question))  # last, so that nothing is missed that happened meanwhile
        return responses

    async def _others(self) -> set[str]:
        if not self._store.shared:
            return set()
        alive = await self._store.heartbeat()
        self.note_alive(alive)
        return set(alive) - {self._process}

    async def _reply(self, question: Question) -> None:
        with suppress(StoreError):  # then the other process goes without, and refuses
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
        """Whether a player may have been connected to one of the tables a moment ago."""
        since = [self._watching_since, *(at for code in tables if (at := self._left.get((code, player))) is not None)]
        return self.clock() - max(since) < ABSENCE


def _players(table: LiveTable) -> frozenset[str]:
    seated = {holder.player for holder in table.state.seats if holder is not None and holder.player is not None}
    return frozenset(seated | {table.state.host})


def _encode(message: Question | Answer) -> str:
    return msgspec.json.encode(message).decode()
