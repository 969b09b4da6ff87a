"""The memory of the machine."""

from __future__ import annotations

from pathlib import Path

MEMINFO = Path("/proc/meminfo")


def available_memory() -> int | None:
    """Return the number of bytes that programs can use without swapping; None if the system does not say."""
    try:
        lines = MEMINFO.read_text("ascii").splitlines()
    except (OSError, UnicodeError):
        return None
    for line in lines:
        name, _, amount = line.partition(":")
        if name == "MemAvailable":
            return int(amount.split()[0]) * 1024
    return None


def format_size(size: int) -> str:
    """Return an amount of memory in MiB or GiB.

    >>> format_size(3 * 2**20), format_size(12_345_678_901)
    ('3 MiB', '11.5 GiB')
    """
    return f"{size / 2**30:.1f} GiB" if size >= 2**30 else f"{max(size / 2**20, 1):.0f} MiB"
