"""The limit of open files is raised, and connections are limited to what it allows."""

from __future__ import annotations

import errno
import logging
import sys
from pathlib import Path

import pytest

from heckmeck.server.config import Config
from heckmeck.server.ops.open_files import RESERVED, fit_connections
from helpers.wire import Server

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there is no such limit")


class Limits:
    """A system with a limit."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, soft: int, hard: int, fails: Exception | None = None) -> None:
        import resource

        self.soft, self.hard, self.fails = soft, hard, fails
        monkeypatch.setattr(resource, "getrlimit", lambda _: (self.soft, self.hard))
        monkeypatch.setattr(resource, "setrlimit", self.set)

    def set(self, _: int, limits: tuple[int, int]) -> None:
        if self.fails is not None:
            raise self.fails
        assert self.soft < limits[0]
        assert limits[1] == self.hard
        self.soft = limits[0]


def test_the_limit_is_raised_to_what_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = Limits(monkeypatch, 1024, 1_000_000)
    assert fit_connections(Config()) == Config()
    assert limits.soft == 20_000 + 4_000 + RESERVED
    limits.soft = 50_000
    assert fit_connections(Config()) == Config()
    assert limits.soft == 50_000, "it is never lowered"


@pytest.mark.parametrize(
    ("hard", "fails"),
    [
        (1024, None),
        (9999, ValueError("not allowed to raise maximum limit")),
        (9999, PermissionError(errno.EPERM, "Operation not permitted")),  # by a filter of system calls
    ],
)
def test_connections_fit_the_limit(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, hard: int, fails: Exception | None
) -> None:
    Limits(monkeypatch, 1024, hard, fails)
    with caplog.at_level(logging.WARNING):
        fitted = fit_connections(Config())
    assert fitted.max_sockets + fitted.max_plain_connections + RESERVED == 1024
    assert fitted.max_plain_connections == 224
    assert "limit of open files" in caplog.text


def test_a_little_less_is_not_worth_a_warning(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    Limits(monkeypatch, 1024, 20_000)
    fitted = fit_connections(Config())
    assert (fitted.max_sockets, fitted.max_plain_connections) == (20_000 - RESERVED - 4_000, 4_000)
    assert caplog.text == ""


@pytest.mark.skipif(sys.platform != "linux", reason="it is read from /proc")
def test_a_server_raises_its_limit(tmp_path: Path) -> None:
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    server = Server(tmp_path / "data")
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 1024), hard))
    try:
        server.start()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    try:
        limits = Path(f"/proc/{server.pid}/limits").read_text()
    finally:
        server.stop()
    (line,) = [line for line in limits.splitlines() if line.startswith("Max open files")]
    assert int(line.split()[3]) == min(hard, Config().max_sockets + Config().max_plain_connections + RESERVED)
