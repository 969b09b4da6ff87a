"""Measure how hostile clients and long logs affect other clients: one attack for each module `hostile_*.py`.

Each starts its own server, measures a victim that plays at another table, and prints the results.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from importlib import import_module
from pathlib import Path

from rich.console import Console
from rich.table import Table as Grid

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))


def main() -> None:
    """Measure the effect of an attack, and print it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    attacks = parser.add_subparsers(dest="attack", required=True)
    modules = {}
    for file in sorted(Path(__file__).parent.glob("hostile_*.py")):
        name = file.stem.removeprefix("hostile_")
        if name == "victim":
            continue
        modules[name] = import_module(f"bench.{file.stem}")
        about = modules[name].__doc__ or ""
        modules[name].add_arguments(attacks.add_parser(name, help=about.splitlines()[0], description=about))
    args = parser.parse_args()
    grid = Grid("what", "measured", "", title=args.attack)
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(modules[args.attack].measure(args, Path(folder), grid))
    Console().print(grid)


if __name__ == "__main__":
    main()
