"""Liveness is judged by the database's clock, which may jump, and only while the database is reachable."""

import pytest

from heckmeck.server.store.liveness import DEAD_MS, Liveness

START = 1_000_000
LATER = DEAD_MS + 1000


class Clocks:
    """The clock of a process and that of the database, and the heartbeats that the database has seen."""

    def __init__(self) -> None:
        self.ours = 100.0
        self.theirs = START
        self.seen: dict[str, int] = {}
        self.liveness = Liveness("a")

    def wait(self, ms: int) -> None:
        self.ours += ms / 1000
        self.theirs += ms

    def beat(self, *processes: str) -> tuple[str, ...]:
        """Let processes send heartbeats, and "a" ask which are alive."""
        for process in (*processes, "a"):
            self.seen[process] = self.theirs
        return self.liveness.note(self.seen, self.ours, self.ours)

    def beats(self, ms: int, *processes: str) -> tuple[str, ...]:
        """Let processes send heartbeats every second."""
        for _ in range(ms // 1000):
            self.wait(1000)
            alive = self.beat(*processes)
        return alive


@pytest.fixture
def clocks() -> Clocks:
    """Two processes that have been running for a while."""
    clocks = Clocks()
    clocks.beat("b")
    assert clocks.beats(LATER, "b") == ("a", "b")
    return clocks


def test_a_process_that_is_not_seen_is_dead_after_a_while(clocks: Clocks) -> None:
    assert clocks.beats(DEAD_MS - 1000) == ("a", "b")
    assert clocks.beats(1000) == ("a",)
    assert clocks.beats(1000, "b") == ("a", "b")


def test_after_an_outage_processes_have_time_to_be_seen_before_they_count_as_dead(clocks: Clocks) -> None:
    clocks.wait(60_000)
    assert clocks.beat() == ("a", "b")
    assert clocks.beats(DEAD_MS - 1000) == ("a", "b")
    assert clocks.beats(1000) == ("a",)


def test_an_outage_is_known_by_a_heartbeat_that_failed(clocks: Clocks) -> None:
    clocks.wait(1000)
    clocks.liveness.miss()
    clocks.wait(DEAD_MS - 1000)
    assert clocks.beat() == ("a", "b")
    assert clocks.beats(DEAD_MS - 1000) == ("a", "b")
    assert clocks.beats(1000) == ("a",)


def test_who_leaves_during_an_outage_is_gone(clocks: Clocks) -> None:
    clocks.wait(60_000)
    del clocks.seen["b"]
    assert clocks.beat() == ("a",)


@pytest.mark.parametrize("hours", [1, -1])
def test_a_jump_of_the_databases_clock_kills_nobody(clocks: Clocks, hours: int) -> None:
    clocks.theirs += hours * 3_600_000
    assert clocks.beats(1000) == ("a", "b")
    assert clocks.beats(2000, "b") == ("a", "b")
    assert clocks.beats(LATER, "b") == ("a", "b")


@pytest.mark.parametrize("hours", [1, -1])
def test_a_jump_of_the_databases_clock_keeps_no_dead_process_alive(clocks: Clocks, hours: int) -> None:
    clocks.theirs += hours * 3_600_000
    assert clocks.beats(1000) == ("a", "b")
    assert clocks.beats(DEAD_MS) == ("a",)


def test_at_the_start_all_that_are_known_may_live() -> None:
    clocks = Clocks()
    clocks.seen = {"b": START - 60_000}
    assert clocks.beat() == ("a", "b")
    assert clocks.beats(DEAD_MS - 1000) == ("a", "b")
    assert clocks.beats(1000) == ("a",)


@pytest.mark.parametrize("passed", [0, 6000])
def test_a_slow_answer_is_not_a_jump(passed: int) -> None:
    """The time at which the database read its clock is known only up to the duration of the round trip."""
    liveness = Liveness("a")
    assert liveness.note({"a": START, "b": START}, 100.0, 103.0) == ("a", "b")
    assert liveness.note({"a": START + passed, "b": START + passed - DEAD_MS}, 103.0, 106.0) == ("a",)
