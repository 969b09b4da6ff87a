"""Bots that misbehave, to test how the server handles them. They run in the pool's processes in place of real ones."""

from __future__ import annotations

import os
import signal
import time

from heckmeck.server.background.answers import Question, choose


def hang(question: Question) -> tuple[str, float]:
    """Never decide."""
    time.sleep(600)
    return "", 0.0


def die(question: Question) -> tuple[str, float]:
    """Kill the process."""
    os._exit(3)


def fail(question: Question) -> tuple[str, float]:
    """Raise an error that cannot even be sent back."""
    raise RuntimeError(lambda: question)


def by_name(question: Question) -> tuple[str, float]:
    """Misbehave according to the bot's name: a table has one good bot and one bad one."""
    return {"random": hang, "cautious": die, "sure": fail}.get(question.bot, choose)(question)


def ponder(question: Question) -> tuple[str, float]:
    """Take a while."""
    time.sleep(0.25)
    return choose(question)


def be_told_to_stop(question: Question) -> tuple[str, float]:
    """Decide although the process gets the signals that a terminal and systemd send to a server's processes."""
    for stop in (signal.SIGINT, signal.SIGTERM):
        os.kill(os.getpid(), stop)
    return choose(question)


def nothing(game: str) -> None:
    """Precompute nothing."""
