"""Parallel work in several processes, with results in order."""

from __future__ import annotations

import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import Protocol, TypeVar

from heckmeck.games import GameError

AHEAD = 4
"""Number of tasks per process that are submitted ahead of their results."""

MAX_PROCESSES = 61 if os.name == "nt" else sys.maxsize
"""Maximum number of processes: Windows cannot wait for more at once."""

T = TypeVar("T")
R = TypeVar("R")
Handle = TypeVar("Handle")


class Mapper(Protocol):
    """A function like `map`: applies a function to many things and yields the results in order."""

    def __call__(self, function: Callable[[T], R], things: Iterable[T], /) -> Iterable[R]:
        """Yield the result for each thing."""
        ...


@contextmanager
def process_map(processes: int) -> Iterator[Mapper]:
    """Yield a `map` that works in other processes; with one process, the plain `map`.

    Only this process handles Ctrl-C. At the end of the block, the other processes are killed.

    >>> with process_map(1) as mapper:
    ...     list(mapper(abs, [-1, 2]))
    [1, 2]
    """
    if processes == 1:
        yield map
        return
    pool = ProcessPoolExecutor(min(processes, MAX_PROCESSES), initializer=_ignore_interrupts)
    results = pool._result_queue

    def mapper(function: Callable[[T], R], things: Iterable[T], /) -> Iterator[R]:
        return in_order(lambda thing: pool.submit(function, thing), Future[R].result, things, AHEAD * processes)

    try:
        pool.submit(int)  # start the processes now: a fork may hang while other threads run, as for a progress bar
        yield mapper
    except BrokenProcessPool:
        raise GameError(
            "process_died", "A process has died: a bot has killed it, or there is not enough memory."
        ) from None
    finally:
        workers = list((pool._processes or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        for worker in workers:
            worker.terminate()
        for worker in workers:
            worker.join()
        # Otherwise the thread of the pool would wait for the rest of a result that was being written.
        results._writer.close()  # type: ignore[attr-defined]


def in_order(
    submit: Callable[[T], Handle], result: Callable[[Handle], R], things: Iterable[T], ahead: int
) -> Iterator[R]:
    """Yield the results of tasks in order; a number of tasks are submitted ahead."""
    waiting: deque[Handle] = deque()
    for thing in things:
        waiting.append(submit(thing))
        if len(waiting) > ahead:
            yield result(waiting.popleft())
    while waiting:
        yield result(waiting.popleft())


def _ignore_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
