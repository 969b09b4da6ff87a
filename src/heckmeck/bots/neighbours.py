"""Modules beside the file of a bot, which it may import: each folder has its own, whatever they are called."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType

OURS = __name__.partition(".")[0]

_folders: set[Path] = set()
"""The folders whose bots were imported."""


@contextmanager
def neighbours(folder: Path) -> Iterator[None]:
    """Look for modules in this folder first, as Python does for a program, while a file in it is imported.

    Modules of the same names that other bots have imported, or that are in the current folder, are put aside meanwhile.
    Afterwards the folder is the last one to be looked at, for imports in functions.
    """
    aside = _put_aside({found.name for found in iter_modules([str(folder)])} - {OURS}, folder)
    _folders.add(folder)
    bytecode, sys.dont_write_bytecode = sys.dont_write_bytecode, True  # leave no files in the folders of users
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        sys.dont_write_bytecode = bytecode
        if str(folder) in sys.path:
            sys.path.remove(str(folder))
        if str(folder) not in sys.path:
            sys.path.append(str(folder))
        _put_back(aside)


def folder_of(module: ModuleType) -> Path | None:
    """Return the folder that a module or package is in; None for one without a file."""
    places = [*getattr(module, "__path__", ())] or [getattr(module, "__file__", None)]
    return None if places[0] is None else Path(places[0]).absolute().parent


def imported_files(file: Path, folder: Path) -> list[Path]:
    """Return a file and all files in a folder that it imports, directly or through others. Nothing is run."""
    found = [file]
    for each in found:  # which grows meanwhile
        for base, names in _imports(each, folder):
            for end in range(1, len(names) + 1):
                place = base.joinpath(*names[:end])
                for source in (place.with_name(f"{place.name}.py"), place / "__init__.py"):
                    if source not in found and source.is_file():
                        found.append(source)
    return found


def _imports(file: Path, folder: Path) -> Iterator[tuple[Path, list[str]]]:
    """Yield what a file imports: where to look for it, and its name in parts, of which the last may be no module."""
    for node in ast.walk(ast.parse(file.read_bytes())):
        if isinstance(node, ast.Import):
            yield from ((folder, alias.name.split(".")) for alias in node.names if _top(alias.name) != OURS)
        elif isinstance(node, ast.ImportFrom) and _top(node.module or "") != OURS:
            base = file.parents[node.level - 1] if node.level else folder
            parts = node.module.split(".") if node.module else []
            yield from ((base, [*parts, alias.name]) for alias in node.names)


def _put_aside(names: set[str], folder: Path) -> dict[str, ModuleType]:
    """Take modules of these names out, with their submodules, if they belong to other bots or to the user's program."""
    elsewhere = {*_folders, Path.cwd()} - {folder}
    tops = {name for name in names if name in sys.modules and folder_of(sys.modules[name]) in elsewhere}
    return {name: sys.modules.pop(name) for name in [*sys.modules] if _top(name) in tops}


def _put_back(aside: dict[str, ModuleType]) -> None:
    tops = {*map(_top, aside)}
    for name in [name for name in sys.modules if _top(name) in tops]:
        del sys.modules[name]
    sys.modules.update(aside)


def _top(name: str) -> str:
    return name.partition(".")[0]
