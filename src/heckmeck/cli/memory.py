"""How much memory the machine has to spare."""

from __future__ import annotations

from pathlib import Path

MEMINFO = Path("/proc/meminfo")


def available_memory() -> int | None:
    """Return how many bytes can be used without pushing anything out; None where the system does not say."""
    try:
        lines = MEMINFO.read_text("ascii").splitlines()
    except (OSError, UnicodeError):
        return None
    for line in lines:
        name, _, amount = line.partition(":")
        if name == "MemAvailable":
            return int(amount.split()[0]) * 1024
    return None


def told(size: int) -> str:
    """Return an amount of memory in a unit that people read.

    >>> told(3 * 2**20), told(12_345_678_901)
    ('3 MiB', '11.5 GiB')
    """
    return f"{size / 2**30:.1f} GiB" if size >= 2**30 else f"{max(size / 2**20, 1):.0f} MiB"
