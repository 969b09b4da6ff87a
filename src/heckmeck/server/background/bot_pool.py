"""Bots in processes of their own, so that thinking never holds up a table."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import secrets
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.process import BaseProcess
from random import Random
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from heckmeck.games import CHANCE, Event, Move, View, get

if TYPE_CHECKING:
    from heckmeck.play.advice import Option
    from heckmeck.play.review import Review

logger = logging.getLogger("heckmeck.server")

DEADLINE = 3.0
"""A bot that has not decided after so many seconds gets a move at random instead."""
LUCK_DEADLINE = 30.0
REVIEW_DEADLINE = 60.0
START = 60.0
"""So many seconds has a process to come up and work out its tables, on a machine that is busy with other things."""

T = TypeVar("T")
R = TypeVar("R")


class Question(NamedTuple):
    """All that a bot gets to know: what its seat may see, and what it has seen happen."""

    game: str
    bot: str
    view: View
    history: Sequence[Event]


class Room:
    """One process in which one thing is thought about at a time. Where it hangs or dies, it is started anew."""

    def __init__(self) -> None:
        self._executor: ProcessPoolExecutor | None = None
        self._warm: set[str] = set()
        """The games whose tables the process has worked out."""
        self._closed = False

    def start(self) -> ProcessPoolExecutor:
        """Start the process, if there is none."""
        if self._closed:
            raise BrokenProcessPool("nothing is thought about any more")
        if self._executor is None:
            # A new interpreter: it has none of the server's memory, keys or connections.
            context = multiprocessing.get_context("spawn")
            self._executor = ProcessPoolExecutor(1, context, _belong_to_server)
            self._executor.submit(_import)
            self._warm.clear()
        return self._executor

    async def ask(self, function: Callable[[T], R], question: T, game: str, deadline: float) -> R:
        """Return what a function answers in the process. Its time begins when all is there that it needs."""
        try:
            if game not in self._warm or self._executor is None:
                await self._run(_warm, game, START)
                self._warm.add(game)
            return await self._run(function, question, deadline)
        except (TimeoutError, BrokenProcessPool):
            self.close()
            raise

    async def _run(self, function: Callable[[T], R], question: T, deadline: float) -> R:
        answer = asyncio.get_running_loop().run_in_executor(self.start(), function, question)
        return await asyncio.wait_for(answer, deadline)

    def close(self, *, for_good: bool = False) -> None:
        """End the process; for good, wait until it is gone."""
        self._closed = self._closed or for_good
        executor, self._executor = self._executor, None
        if executor is not None:
            for process in list((executor._processes or {}).values()):
                process.kill()
            executor.shutdown(wait=for_good, cancel_futures=True)


class BotPool:
    """A few processes in which bots decide. One that hangs or dies is replaced, and the game goes on."""

    def __init__(self, processes: int) -> None:
        self._rooms = [Room() for _ in range(processes)]
        self._free: asyncio.LifoQueue[Room] = asyncio.LifoQueue()  # the one used last is awake
        for room in reversed(self._rooms):
            self._free.put_nowait(room)
        self._clerk = Room()
        """A process for what is worked out after games: nobody's bot waits for that."""
        self._one_at_a_time = asyncio.Lock()
        self._told: set[tuple[str, ...]] = set()
        self._closed = False
        self.on_answer: Callable[[str, str, float, float], None] = lambda bot, result, waited, thought: None
        """Called after each decision with the bot, `done` or `failed`, the seconds until it was there, and those of a
        processor that it took, where that is known."""

    async def choose(self, question: Question) -> str:
        """Return a bot's move in notation: its own, or one at random where it fails to decide."""
        began = time.perf_counter()
        try:
            move, thought = await self._ask(_choose, question, question.game, DEADLINE)
        except Exception as error:
            self._tell("a bot failed to decide", error, bot=question.bot, game=question.game)
            self.on_answer(question.bot, "failed", time.perf_counter() - began, 0.0)
            return str(Random(secrets.randbits(64)).choice(question.view.moves))
        self.on_answer(question.bot, "done", time.perf_counter() - began, thought)
        return move

    async def luck(self, record: bytes) -> dict[int, float] | None:
        """Return the luck of each seat of a finished game, in worms; nothing without dice, None if it failed."""
        try:
            async with self._one_at_a_time:
                return await self._clerk.ask(_luck, record, "", LUCK_DEADLINE)
        except Exception as error:
            self._tell("the luck of a game could not be told", error)
            return None

    async def advise(self, question: Question) -> tuple[Option, ...]:
        """Return what the moves of a seat are worth by what it sees. It waits its turn among the bots."""
        return await self._ask(_advise, question, question.game, DEADLINE)

    async def review(self, record: bytes) -> Review:
        """Return what a finished game's decisions were worth."""
        async with self._one_at_a_time:
            return await self._clerk.ask(_review, record, "", REVIEW_DEADLINE)

    def warm(self) -> None:
        """Start a process before it is needed."""
        self._rooms[0].start()

    def close(self) -> None:
        """End all processes."""
        self._closed = True
        for room in (*self._rooms, self._clerk):
            room.close(for_good=True)

    def _tell(self, what: str, error: Exception, **about: str) -> None:
        """Tell of a failure once for each kind: a broken bot fails at every move, and the metrics count those."""
        about["kind"] = type(error).__name__
        told = (what, *about.values())
        if told not in self._told and not self._closed:
            self._told.add(told)
            logger.warning(what, extra=about)

    async def _ask(self, function: Callable[[T], R], question: T, game: str, deadline: float) -> R:
        """Ask in the next free room: whoever waits for one has all the time there is left to think."""
        room = await self._free.get()
        try:
            return await room.ask(function, question, game, deadline)
        finally:
            self._free.put_nowait(room)


def _choose(question: Question) -> tuple[str, float]:
    from heckmeck.bots import make

    began = time.process_time()
    bot = make(question.bot, get(question.game), Random(secrets.randbits(64)))
    bot.observe(question.history)
    move = bot.choose(question.view)
    if not isinstance(move, Move) or move not in question.view.moves:
        raise ValueError(f"{question.bot} chose no legal move")
    return str(move), time.process_time() - began


def _luck(record: bytes) -> dict[int, float]:
    from heckmeck.play.luck import luck
    from heckmeck.play.record import decode

    return dict(enumerate(luck(decode(record))))


def _advise(question: Question) -> tuple[Option, ...]:
    from heckmeck.play.advice import advise

    return advise(question.view, question.history)


def _review(record: bytes) -> Review:
    from heckmeck.play.record import decode
    from heckmeck.play.review import review

    return review(decode(record))


def _import() -> None:
    import heckmeck.bots  # noqa: F401 - so that it is there when the first question comes


def _warm(name: str) -> None:
    """Decide once about the first position of a game, so that all tables are worked out; nothing for no name."""
    from heckmeck.bots import make

    if name:
        game, source = get(name), Random(1)
        state = game.start(game.setup(seats=2))
        while (seat := game.to_act(state)) is CHANCE:
            state = game.apply(state, game.sample(state, source)).state
        make("greedy", game, source).choose(game.view(state, seat))


def _belong_to_server() -> None:
    """Leave it to the server to end what it started, and end with it where it is killed."""
    import signal
    import threading

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(multiprocessing.parent_process(),), daemon=True).start()


def _end_with(parent: BaseProcess | None) -> None:
    # Without this a process whose server was killed would wait for its next question for ever.
    if parent is not None:
        parent.join()
        os._exit(0)
