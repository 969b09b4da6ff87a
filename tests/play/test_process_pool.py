"""Work shared by processes: results in order, and nothing left behind."""

import multiprocessing
import os
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from heckmeck.games import GameError
from heckmeck.play import process_pool
from heckmeck.play.process_pool import AHEAD, process_map


def square(number: int) -> int:
    return number * number


def die(number: int) -> int:
    os._exit(1)


def own_id(number: int) -> int:
    return os.getpid()


def linger(number: int) -> int:
    if number:
        time.sleep(600)
    return os.getpid()


def write_half(path: str) -> bytes:
    """Return a result of which only half is ever written."""

    def send(connection: Connection, data: bytes) -> None:
        os.write(connection.fileno(), bytes(data)[: len(data) // 2])
        Path(path).touch()
        time.sleep(600)

    Connection._send = send  # type: ignore[attr-defined]
    return bytes(1000)


@pytest.mark.parametrize("processes", [1, 2])
def test_results_come_in_order(processes: int) -> None:
    with process_map(processes) as mapper:
        assert list(mapper(square, range(100))) == [number * number for number in range(100)]


def test_work_is_handed_out_bit_by_bit() -> None:
    asked: list[int] = []

    def numbers() -> Iterator[int]:
        for number in range(1000):
            asked.append(number)
            yield number

    with process_map(2) as mapper:
        next(iter(mapper(square, numbers())))
    assert len(asked) == 2 * AHEAD + 1


def test_one_process_is_this_one() -> None:
    with process_map(1) as mapper:
        assert list(mapper(own_id, [1])) == [os.getpid()]


def test_a_process_that_dies_is_reported_in_a_sentence() -> None:
    with pytest.raises(GameError, match="A process has died"), process_map(2) as mapper:
        list(mapper(die, range(5)))


def test_when_the_block_is_left_the_processes_are_gone_whatever_they_do() -> None:
    with suppress(KeyboardInterrupt), process_map(2) as mapper:
        worker = next(iter(mapper(linger, range(20))))
        raise KeyboardInterrupt
    with pytest.raises(ProcessLookupError):
        os.kill(worker, 0)


@pytest.mark.skipif(multiprocessing.get_start_method() != "fork", reason="only a fork minds other threads")
def test_all_processes_are_there_before_a_progress_bar_starts_its_thread() -> None:
    with process_map(2) as mapper:
        children = {child.pid for child in multiprocessing.active_children()}
        assert set(mapper(own_id, range(20))) <= children


def test_there_are_no_more_processes_than_the_system_can_wait_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process_pool, "MAX_PROCESSES", 2)
    before = {child.pid for child in multiprocessing.active_children()}
    with process_map(70) as mapper:
        assert list(mapper(square, [3])) == [9]
        assert len({child.pid for child in multiprocessing.active_children()} - before) <= 2


def test_a_result_that_was_being_written_is_not_waited_for(tmp_path: Path) -> None:
    path, before = tmp_path / "half", {*threading.enumerate()}
    deadline = time.monotonic() + 60

    def wait_for_half() -> Iterator[str]:
        yield str(path)
        while not path.exists() and time.monotonic() < deadline:
            time.sleep(0.01)
        assert path.exists()
        raise KeyboardInterrupt

    with suppress(KeyboardInterrupt), process_map(2) as mapper:
        list(mapper(write_half, wait_for_half()))
    for thread in {*threading.enumerate()} - before:
        thread.join(20)
        assert not thread.is_alive()
