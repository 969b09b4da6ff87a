"""Build the C kernels and the browser client with the package, if the tools for it are installed."""

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
from packaging.tags import platform_tags

KERNELS = {
    Path("heckmeck/solve/libturn.so"): Path("src/heckmeck/solve/kernel.c"),
    Path("heckmeck/rl/batch/libbatch.so"): Path("src/heckmeck/rl/batch/kernel.c"),
}
"""The shared libraries and their sources: the turn solver, and batches of games."""
COMPILERS = ("cc", "gcc", "clang")
FLAGS = ("-O3", "-shared", "-fPIC", "-Wno-psabi")
Machines = tuple[tuple[str, ...], ...]
PORTABLE: Machines = ((),)
"""Flags for any machine of this architecture."""
NATIVE: Machines = (("-march=native",), ("-mcpu=native",), *PORTABLE)
"""Flags for the machine that builds: their name depends on the compiler, and some compilers have none."""
CLIENT = Path("src/heckmeck/server/static/index.html")
PARTS = Path("src/heckmeck/server/parts/parts.json")


class Hook(BuildHookInterface[Any]):
    """Build what is not Python: pages for wheels and sdists, kernels for wheels and editable installs."""

    _folder: tempfile.TemporaryDirectory[str] | None = None

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build, and tell hatchling what to include."""
        if version == "editable":
            # Editable installs stay on this machine, and developers build the pages themselves.
            self._build_kernels(Path(self.root, "src"), NATIVE)
            return
        self._build_client()
        if self.target_name == "wheel":
            # Leave the kernels of the checkout alone: they may be in use.
            self._folder = tempfile.TemporaryDirectory()
            built = self._build_kernels(Path(self._folder.name), PORTABLE)
            for library in built:
                build_data["force_include"][str(Path(self._folder.name, library))] = str(library)
            if built:
                build_data["pure_python"] = False
                # The kernels are loaded by ctypes: they are bound to a platform, but to no version of Python.
                build_data["tag"] = f"py3-none-{next(iter(platform_tags()))}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Clean up."""
        if self._folder is not None:
            self._folder.cleanup()

    def _build_client(self) -> None:
        root = Path(self.root)
        _run_web(root)
        if not (root / CLIENT).exists():
            self.app.display_warning("heckmeck: the pages could not be built and are left out; see scripts/web.")
        elif not (root / PARTS).exists():
            self.app.display_warning("heckmeck: the offline mode could not be built; see scripts/web.")

    def _build_kernels(self, folder: Path, machines: Machines) -> list[Path]:
        """Compile the shared libraries, which need no Python headers. Return those that could be built."""
        for library in KERNELS:
            (folder / library).unlink(missing_ok=True)
        compiler = _compiler()
        if compiler is None:
            self.app.display_warning(
                "heckmeck: no C compiler was found; numpy and Python are used instead, more slowly."
            )
            return []
        built = []
        for library, source in KERNELS.items():
            (folder / library).parent.mkdir(parents=True, exist_ok=True)
            if _compile(compiler, Path(self.root) / source, folder / library, machines):
                built.append(library)
            else:
                self.app.display_warning(f"heckmeck: {source} could not be built; Python is used instead, more slowly.")
        return built


def _run_web(root: Path) -> None:
    """Build the browser client and the parts of its offline mode if Node is installed; else those built before stay.

    The script rebuilds only if something has changed, and also works in an unpacked sdist.
    """
    if shutil.which("npm"):
        with contextlib.suppress(OSError):
            subprocess.run(["sh", "scripts/web"], cwd=root, capture_output=True, check=False)  # noqa: S607


def _compiler() -> list[str] | None:
    """Return the compiler command: the variable CC, or the first compiler that is found."""
    named = shlex.split(os.environ.get("CC", ""))
    if named:
        return named if shutil.which(named[0]) else None
    return next(([name] for name in COMPILERS if shutil.which(name)), None)


def _compile(compiler: list[str], source: Path, library: Path, machines: Machines) -> bool:
    """Build with the first of the sets of machine flags that the compiler accepts."""
    for machine in machines:
        with tempfile.TemporaryDirectory(dir=library.parent) as folder:
            built = Path(folder) / library.name
            command = [*compiler, *FLAGS, *machine, "-o", str(built), str(source), "-lm"]
            try:
                done = subprocess.run(command, capture_output=True, check=False)  # noqa: S603
            except OSError:
                return False
            if done.returncode == 0 and built.exists():
                # Rename it, so that processes that use the old library keep it.
                built.replace(library)
                return True
    return False
