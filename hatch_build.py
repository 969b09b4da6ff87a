"""Builds the turn solver's C kernel and the browser client when the package is built, where there is what it takes."""

from __future__ import annotations

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
CLIENT = Path("src/heckmeck/server/static/index.html")


class KernelHook(BuildHookInterface[Any]):
    """Compiles one C file to a plain shared library, which is loaded by ctypes: no headers of Python are needed."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the library into the source folder, and have the wheel carry it."""
        if version != "editable" and not _client(Path(self.root)):
            self.app.display_warning("heckmeck: the browser client could not be built; run scripts/web to see why.")
        library = Path(self.root) / LIBRARY
        library.unlink(missing_ok=True)
        compiler = _compiler()
        if compiler is None:
            self.app.display_warning("heckmeck: no C compiler was found; the solver will use numpy, more slowly.")
        elif not _compile(compiler, Path(self.root) / SOURCE, library):
            self.app.display_warning("heckmeck: the C kernel could not be built; the solver will use numpy.")
        else:
            build_data["artifacts"].append(str(LIBRARY))
            build_data["pure_python"] = False
            build_data["infer_tag"] = True


def _client(root: Path) -> bool:
    """Have the browser client, if Node is there to build it; a checkout for working on it builds it when it is run."""
    if not (root / CLIENT).exists() and shutil.which("npm"):
        try:
            subprocess.run(["sh", "scripts/web"], cwd=root, capture_output=True, check=False)  # noqa: S607
        except OSError:
            return False
    return (root / CLIENT).exists()


def _compiler() -> list[str] | None:
    """Return the command of the compiler: that of the variable CC, or the first that there is."""
    named = shlex.split(os.environ.get("CC", ""))
    if named:
        return named if shutil.which(named[0]) else None
    return next(([name] for name in COMPILERS if shutil.which(name)), None)


def _compile(compiler: list[str], source: Path, library: Path) -> bool:
    """Build for this very machine if the compiler can, else for any of its kind."""
    for native in (["-march=native"], ["-mcpu=native"], []):
        with tempfile.TemporaryDirectory(dir=library.parent) as folder:
            built = Path(folder) / library.name
            command = [*compiler, *FLAGS, *native, "-o", str(built), str(source)]
            try:
                done = subprocess.run(command, capture_output=True, check=False)  # noqa: S603
            except OSError:
                return False
            if done.returncode == 0 and built.exists():
                # A rename, so that a process that uses the old library keeps it.
                built.replace(library)
                return True
    return False
