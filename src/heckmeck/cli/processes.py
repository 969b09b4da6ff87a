"""The number of processes that a command may start."""

from __future__ import annotations

import os

from heckmeck.games import BadSetup


def cores() -> int:
    """Return the number of cores that this program may use."""
    if hasattr(os, "sched_getaffinity"):  # not on every system
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def check_processes(processes: int) -> None:
    """Refuse more processes than there are cores: they would only wait for each other."""
    if not 1 <= processes <= cores():
        raise BadSetup(
            "bad_processes", f"--processes must be from 1 to {cores()} here, one for each core, not {processes}."
        )
