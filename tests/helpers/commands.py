"""Run `heckmeck` in this process, as a shell would run it."""

import io
import os
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from typing import NamedTuple

import pexpect
import pytest

from heckmeck.cli.main import main


class Result(NamedTuple):
    """How a command ended: its exit code, what it printed, and its messages."""

    code: int
    out: str
    err: str


Run = Callable[..., Result]


def run_command(*arguments: object, typed: str = "") -> Result:
    """Run a command with these arguments and this standard input."""
    out, err = _stream(), _stream()
    code = 0
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.setattr(sys, "argv", ["heckmeck", *map(str, arguments)])
        patch.setattr(sys, "stdin", _stream(typed.encode()))
        try:
            main()
        except SystemExit as left:
            code = left.code if isinstance(left.code, int) else 0
    return Result(code, _text(out), _text(err))


def terminal(*arguments: str) -> "pexpect.spawn[str]":
    """Start `heckmeck` in a separate terminal."""
    environment = {"TERM": "xterm-256color", "COLUMNS": "120", "LINES": "50", "PATH": "", "HOME": "."}
    environment["PYTHONPATH"] = os.environ.get("PYTHONPATH", "")
    return pexpect.spawn(
        sys.executable,
        ["-m", "heckmeck", *arguments],
        env=environment,
        encoding="utf-8",
        timeout=60,
        dimensions=(50, 120),
    )


def interrupt(screen: "pexpect.spawn[str]", answer: str) -> None:
    """Press Ctrl-C until there is an answer, as people do.

    Python notices a signal that comes just before it waits for a line only when a key is pressed.
    """
    for _ in range(8):
        screen.sendintr()
        if screen.expect([answer, pexpect.TIMEOUT], timeout=15) == 0:
            return
    raise AssertionError(f"no {answer!r} after Ctrl-C")


def _stream(content: bytes = b"") -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(content), encoding="utf-8")


def _text(stream: io.TextIOWrapper) -> str:
    stream.flush()
    stream.seek(0)
    return stream.read()
