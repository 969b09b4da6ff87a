"""Builds the turn solver's C kernel and the browser client when the package is built, where there is what it takes."""

from __future__ import annotations

import contextlib
import os
import shlex
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SOURCE = Path("src/heckmeck/solve/kernel.c")
LIBRARY = Path("src/heckmeck/solve/libturn.so")
COMPILERS = ("cc", "gcc", "clang")
FLAGS = ("-O3", "-shared", "-fPIC", "-Wno-psabi")
Machines = tuple[tuple[str, ...], ...]
PORTABLE: Machines = ((),)
"""Any machine of this kind."""
NATIVE: Machines = (("-march=native",), ("-mcpu=native",), *PORTABLE)
"""This very machine, as compilers call it, if they can."""
CLIENT = Path("src/heckmeck/server/static/index.html")


class Hook(BuildHookInterface[Any]):
    """Puts what has to be built into the source folder, from where a wheel or an sdist takes it along."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the client for everybody but those who work on it, and the kernel for all but an sdist."""
        editable = version == "editable"
        if not editable:
            self._build_client()
        if self.target_name == "wheel":
            # What is editable stays on this machine; a wheel, also one in an image, runs on others of its kind.
            self._build_kernel(build_data, NATIVE if editable else PORTABLE)

    def _build_client(self) -> None:
        if not _client(Path(self.root)):
            self.app.display_warning("heckmeck: the pages could not be built, so there are none; see scripts/web.")

    def _build_kernel(self, build_data: dict[str, Any], machines: Machines) -> None:
        """Compile one C file to a plain shared library, which is loaded by ctypes: no headers of Python are needed."""
        library = Path(self.root) / LIBRARY
        library.unlink(missing_ok=True)
        compiler = _compiler()
        if compiler is None:
            self.app.display_warning("heckmeck: no C compiler was found; the solver will use numpy, more slowly.")
        elif not _compile(compiler, Path(self.root) / SOURCE, library, machines):
            self.app.display_warning("heckmeck: the C kernel could not be built; the solver will use numpy.")
        else:
            build_data["artifacts"].append(str(LIBRARY))
            build_data["pure_python"] = False
            build_data["infer_tag"] = True


def _client(root: Path) -> bool:
    """Have the browser client: as it is now, if Node is there to build it, or else as it was built before.

    A script does it, which finds out by itself whether anything has changed; it works in folders that an sdist has too.
    """
    if shutil.which("npm"):
        with contextlib.suppress(OSError):
            subprocess.run(["sh", "scripts/web"], cwd=root, capture_output=True, check=False)  # noqa: S607
    return (root / CLIENT).exists()


def _compiler() -> list[str] | None:
    """Return the command of the compiler: that of the variable CC, or the first that there is."""
    named = shlex.split(os.environ.get("CC", ""))
    if named:
        return named if shutil.which(named[0]) else None
    return next(([name] for name in COMPILERS if shutil.which(name)), None)


def _compile(compiler: list[str], source: Path, library: Path, machines: Machines) -> bool:
    """Build for the first of the machines that the compiler knows."""
    for machine in machines:
        with tempfile.TemporaryDirectory(dir=library.parent) as folder:
            built = Path(folder) / library.name
            command = [*compiler, *FLAGS, *machine, "-o", str(built), str(source)]
            try:
                done = subprocess.run(command, capture_output=True, check=False)  # noqa: S603
            except OSError:
                return False
            if done.returncode == 0 and built.exists():
                # A rename, so that a process that uses the old library keeps it.
                built.replace(library)
                return True
    return False
