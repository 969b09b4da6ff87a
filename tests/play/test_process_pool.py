"""Work shared by processes: results in order, and nothing left behind."""

import os
import time
from collections.abc import Iterator
from contextlib import suppress

import pytest

from heckmeck.games import GameError
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
