"""Bots in separate processes, so that their computations never block a table."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from multiprocessing import resource_tracker
from multiprocessing.process import BaseProcess
from typing import TYPE_CHECKING, TypeVar

from heckmeck.server.background import answers
from heckmeck.server.background.answers import Question

if TYPE_CHECKING:
    from heckmeck.play.advice import Option
    from heckmeck.play.review import Review

logger = logging.getLogger("heckmeck.server")

DEADLINE = 3.0
"""Seconds after which a bot that has not decided gets a random move instead."""
ADVICE_DEADLINE = 10.0
LUCK_DEADLINE = 30.0
REVIEW_DEADLINE = 60.0
START_DEADLINE = 60.0
"""Seconds that a process has to start and to compute its tables, on a busy machine."""

ADVICE_SHARE = 4
"""Number of bot processes per process for advice; there is always at least one for advice."""
NICENESS = 5
"""Niceness of the processes for advice and reviews, so that those for bots have priority."""

STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM)
"""A terminal and systemd send these to all processes of the server at once. Bots decide until the server closes the
pool: a bot that was killed before would get a random move."""

T = TypeVar("T")
R = TypeVar("R")


class BotProcess:
    """A process that answers one question at a time. If it hangs or dies, it is restarted."""

    def __init__(self, niceness: int = 0) -> None:
        """Set the niceness of the process, which is started on first use."""
        self._niceness = niceness
        self._executor: ProcessPoolExecutor | None = None
        self._warm: set[str] = set()
        """The games whose tables the process has computed."""
        self._closed = False

    def start(self) -> ProcessPoolExecutor:
        """Start the process, if there is none."""
        if self._closed:
            raise BrokenProcessPool("the pool is closed")
        if self._executor is None:
            # A new interpreter, which shares none of the server's memory, keys or connections.
            context = multiprocessing.get_context("spawn")
            self._executor = ProcessPoolExecutor(1, context, _initialize, (self._niceness,))
            with _signals_blocked():
                self._executor.submit(_import)
            self._warm.clear()
        return self._executor

    async def ask(self, function: Callable[[T], R], question: T, game: str, deadline: float) -> R:
        """Call a function in the process. The deadline starts when the process is ready for the game."""
        try:
            if game not in self._warm or self._executor is None:
                await self._run(answers.warm_up, game, START_DEADLINE)
                self._warm.add(game)
            return await self._run(function, question, deadline)
        except (TimeoutError, BrokenProcessPool):
            self.close()
            raise

    async def _run(self, function: Callable[[T], R], question: T, deadline: float) -> R:
        answer = asyncio.get_running_loop().run_in_executor(self.start(), function, question)
        return await asyncio.wait_for(answer, deadline)

    def close(self, *, for_good: bool = False) -> None:
        """Kill the process. With `for_good`, wait until it is gone and never start another."""
        self._closed = self._closed or for_good
        executor, self._executor = self._executor, None
        if executor is not None:
            for process in list((executor._processes or {}).values()):
                process.kill()
            executor.shutdown(wait=for_good, cancel_futures=True)


class ProcessShare:
    """Some processes for one kind of question. A question waits for the next free one of them."""

    def __init__(self, processes: int, niceness: int = 0) -> None:
        self.processes = [BotProcess(niceness) for _ in range(processes)]
        self._free: asyncio.LifoQueue[BotProcess] = asyncio.LifoQueue()  # the most recently used one has warm caches
        for process in reversed(self.processes):
            self._free.put_nowait(process)

    async def ask(self, function: Callable[[T], R], question: T, game: str, deadline: float) -> R:
        """Call a function in the next free process. Waiting for one does not count towards the deadline."""
        process = await self._free.get()
        try:
            return await process.ask(function, question, game, deadline)
        finally:
            self._free.put_nowait(process)


class BotPool:
    """The processes in which bots decide. One that hangs or dies is replaced, and the game goes on.

    Advice and the work after games have separate processes, so that no bot waits for them.
    """

    def __init__(self, processes: int) -> None:
        self._bots = ProcessShare(processes)
        self._advice = ProcessShare(max(1, processes // ADVICE_SHARE), NICENESS)
        self._after_game = ProcessShare(1, NICENESS)
        self._logged: set[tuple[str, ...]] = set()
        self._closed = False
        self.on_answer: Callable[[str, str, float, float], None] = lambda bot, result, waited, thought: None
        """Called after each decision with the bot, `done` or `failed`, the seconds that it took, and the processor
        seconds, if known."""

    async def choose(self, question: Question) -> str:
        """Return a bot's move in notation, or a random one if it fails to decide."""
        began = time.perf_counter()
        try:
            move, thought = await self._bots.ask(answers.choose, question, question.game, DEADLINE)
        except Exception as error:
            self._warn("a bot failed to decide", error, bot=question.bot, game=question.game)
            self.on_answer(question.bot, "failed", time.perf_counter() - began, 0.0)
            return answers.random_move(question)
        self.on_answer(question.bot, "done", time.perf_counter() - began, thought)
        return move

    async def luck(self, record: bytes) -> dict[int, float] | None:
        """Return the luck of each seat of a finished game: empty if the game has no exact odds, None on failure."""
        try:
            return await self._after_game.ask(answers.luck, record, "", LUCK_DEADLINE)
        except Exception as error:
            self._warn("the luck of a game could not be calculated", error)
            return None

    async def advise(self, question: Question) -> tuple[Option, ...]:
        """Return the values of a seat's moves, based on what it sees."""
        return await self._advice.ask(answers.advise, question, question.game, ADVICE_DEADLINE)

    async def review(self, record: bytes) -> Review:
        """Return the review of a finished game."""
        return await self._after_game.ask(answers.review, record, "", REVIEW_DEADLINE)

    def warm(self) -> None:
        """Start a process before it is needed."""
        self._bots.processes[0].start()

    def close(self) -> None:
        """Stop all processes."""
        self._closed = True
        for share in (self._bots, self._advice, self._after_game):
            for process in share.processes:
                process.close(for_good=True)

    def _warn(self, what: str, error: Exception, **about: str) -> None:
        """Log each kind of failure once: a broken bot fails at every move, and the metrics count those."""
        about["kind"] = type(error).__name__
        failure = (what, *about.values())
        if failure not in self._logged and not self._closed:
            self._logged.add(failure)
            logger.warning(what, extra=about)


@contextmanager
def _signals_blocked() -> Iterator[None]:
    """Block the signals for a stop, also in a process that is started meanwhile, until it ignores them."""
    if sys.platform == "win32":
        yield
        return
    resource_tracker.ensure_running()  # it would unblock the signals when it is started together with a process
    before = signal.pthread_sigmask(signal.SIG_BLOCK, STOP_SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _import() -> None:
    import heckmeck.bots  # noqa: F401 - before the first question comes


def _initialize(niceness: int) -> None:
    """Leave a stop to the server, and exit when the server is gone."""
    import threading

    for stop in STOP_SIGNALS:
        signal.signal(stop, signal.SIG_IGN)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, STOP_SIGNALS)
    _be_nice(niceness)
    threading.Thread(target=_exit_after, args=(multiprocessing.parent_process(),), daemon=True).start()


def _be_nice(niceness: int) -> None:
    if niceness and hasattr(os, "nice"):  # Windows has none
        with suppress(OSError):  # a service manager may forbid it
            os.nice(niceness)


def _exit_after(parent: BaseProcess | None) -> None:
    # Without this, a process whose server was killed would wait for its next question forever.
    if parent is not None:
        parent.join()
        os._exit(0)
