"""The findings of a hostile trial: each is an attack that ends by itself, with what is expected of the server."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import aclosing
from pathlib import Path
from typing import NamedTuple

from bench.server_process import tell
from rich.table import Table as Grid

LIMIT = 180.0
"""Seconds after which an attack is given up."""


class Check(NamedTuple):
    """Something that was measured, and whether it is as expected."""

    what: str
    measured: str
    expected: str
    held: bool


Checks = AsyncIterator[Check]
Finding = Callable[[argparse.Namespace, Path], Checks]
"""Attacks a server of its own, whose data is in a folder."""


async def attack(findings: Mapping[str, Finding], args: argparse.Namespace, folder: Path, grid: Grid) -> list[str]:
    """Run attacks one after another; return the names of those with a check that did not hold."""
    failed = []
    for name, finding in findings.items():
        tell(f"{name}: {summary(finding)}")
        own = folder / name
        own.mkdir()
        checks = [check async for check in _run(finding, args, own)]
        for check in checks:
            style = None if check.held else "bold red"
            grid.add_row(name, check.what, check.measured, check.expected, "yes" if check.held else "NO", style=style)
        grid.add_section()
        if not all(check.held for check in checks):
            failed.append(name)
    return failed


def summary(finding: Finding) -> str:
    """Return the first line of the description of an attack."""
    return (finding.__doc__ or "").splitlines()[0]


async def _run(finding: Finding, args: argparse.Namespace, folder: Path) -> Checks:
    """Yield the checks of an attack. An error is a check that did not hold, so that the others still run."""
    try:
        async with asyncio.timeout(LIMIT), aclosing(finding(args, folder)) as checks:  # type: ignore[type-var]
            async for check in checks:
                tell(f"  {check.what}: {check.measured}{'' if check.held else ' (not held)'}")
                yield check
    except (Exception, SystemExit) as error:  # the latter if the server does not start
        yield Check("the attack itself", f"{type(error).__name__}: {error}"[:200], "no error", False)
