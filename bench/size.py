"""Measure the size of an installation: the packages of each extra, and their megabytes on the disk.

A wheel is built from this checkout and installed by pip into an empty folder, once without extras and once with each.
Compiled Python files, which pip writes too, are counted.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from importlib.metadata import distributions
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
EXTRAS = ("", "cli", "server", "plot", "ray", "all")


class Size(NamedTuple):
    """The content of a folder of packages."""

    packages: int
    megabytes: float


def build(folder: Path) -> Path:
    """Build a wheel and return its path."""
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", folder],
        cwd=ROOT, check=True, capture_output=True,
    )  # fmt: skip
    (wheel,) = folder.glob("*.whl")
    return wheel


def install(wheel: Path, extra: str, folder: Path) -> None:
    """Install the wheel with an extra and all requirements into a folder."""
    requirement = f"heckmeck[{extra}] @ {wheel.as_uri()}"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "--constraint", ROOT / "constraints.txt", "--target", folder, requirement], check=True)


def measure(folder: Path) -> Size:
    """Count packages and bytes."""
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    return Size(len(list(distributions(path=[str(folder)]))), size / 1e6)


def main() -> None:
    """Print a line for each extra."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("extras", nargs="*", default=EXTRAS, help="the extras to install; all if none is named")
    extras = parser.parse_args().extras
    print(f"{'heckmeck':18} {'packages':>8} {'MB':>8}")
    with tempfile.TemporaryDirectory() as name:
        wheel = build(Path(name))
        for extra in extras:
            folder = Path(name, extra or "base")
            install(wheel, extra, folder)
            size = measure(folder)
            print(f"{f'heckmeck[{extra}]' if extra else 'heckmeck':18} {size.packages:8} {size.megabytes:8.1f}")


if __name__ == "__main__":
    main()
