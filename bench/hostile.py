"""Measure how hostile clients and long logs affect other clients: the attacks of the modules `hostile_*.py`.

Each starts its own server, attacks it, and prints the results. Most measure a victim that plays at another table.

F1 to F11 are the findings of a hostile trial. Each of them ends by itself and compares what it measures with what the
server should do; the exit status is 1 if anything differs. `findings` runs all of them, and the name of a topic those
of the topic. With `--checkout` they attack the server of another checkout, such as that of an older version.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Mapping
from functools import partial
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from rich.console import Console
from rich.table import Table as Grid

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from bench.hostile_findings import Finding, attack, summary

FINDINGS = "FINDINGS"
"""What a topic has instead of `measure`: its findings by name."""


def modules() -> dict[str, ModuleType]:
    """Return the modules with attacks by name."""
    files = sorted(Path(__file__).parent.glob("hostile_*.py"))
    found = {file.stem.removeprefix("hostile_"): import_module(f"bench.{file.stem}") for file in files}
    return {name: module for name, module in found.items() if hasattr(module, "add_arguments")}


def measure(module: ModuleType, args: argparse.Namespace) -> None:
    """Measure the effect of an attack, and print it."""
    grid = Grid("what", "measured", "", title=args.attack)
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(module.measure(args, Path(folder), grid))
    Console().print(grid)


def check(findings: Mapping[str, Finding], args: argparse.Namespace) -> None:
    """Run the attacks of findings, and print what was measured; exit with status 1 if anything is not as expected."""
    grid = Grid("finding", "what", "measured", "expected", "held", title=f"{args.attack}: {args.checkout or 'here'}")
    with tempfile.TemporaryDirectory() as folder:
        failed = asyncio.run(attack(findings, args, Path(folder), grid))
    console = Console()
    console.print(grid)
    console.print(f"Not held: {', '.join(failed)}." if failed else f"{', '.join(findings)}: all checks held.")
    if failed:
        raise SystemExit(1)


def main() -> None:
    """Run the attacks that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    attacks = parser.add_subparsers(dest="attack", required=True)
    topics: dict[str, ModuleType] = {}
    for name, module in modules().items():
        if hasattr(module, FINDINGS):
            topics[name] = module
            continue
        about = module.__doc__ or ""
        own = attacks.add_parser(name, help=about.splitlines()[0], description=about)
        module.add_arguments(own)
        own.set_defaults(run=partial(measure, module))
    _add_findings(attacks, topics)
    args = parser.parse_args()
    args.run(args)


def _add_findings(attacks: Any, topics: Mapping[str, ModuleType]) -> None:
    """Add an attack for all findings, for each topic, and for each finding."""
    all_findings = {number: each for topic in topics.values() for number, each in topic.FINDINGS.items()}
    numbers = sorted(all_findings, key=lambda number: int(number[1:]))
    choices: dict[str, dict[str, Finding]] = {"findings": {number: all_findings[number] for number in numbers}}
    choices |= {name: topic.FINDINGS for name, topic in topics.items()}
    choices |= {number: {number: all_findings[number]} for number in numbers}
    for name, chosen in choices.items():
        about = [f"{number}: {summary(finding)}" for number, finding in chosen.items()]
        own = attacks.add_parser(name, help=" ".join(about) if len(about) == 1 else ", ".join(chosen))
        own.description = " ".join(about)
        own.add_argument("--checkout", type=_checkout, help="attack the server of another checkout")
        for topic in topics.values():
            if chosen.keys() & topic.FINDINGS.keys():
                topic.add_arguments(own)
        own.set_defaults(run=partial(check, chosen))


def _checkout(text: str) -> Path:
    """Read the folder of a checkout. Without one, the installed server would be attacked instead."""
    folder = Path(text).absolute()
    if not (folder / "src" / "heckmeck").is_dir():
        raise argparse.ArgumentTypeError(f"{folder} is not a checkout")
    return folder


if __name__ == "__main__":
    main()
