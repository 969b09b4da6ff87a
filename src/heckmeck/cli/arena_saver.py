"""Saving an arena while it is played."""

from __future__ import annotations

import os
import shlex
from pathlib import Path
from time import monotonic

from heckmeck.games import BadSetup
from heckmeck.play import Arena, save_arena
from heckmeck.play.arena_file import is_arena_file

PERIOD = 10.0
"""Seconds after which an arena is saved again while it is played."""


class ArenaSaver:
    """Saves an arena in a file, at the start, every few seconds, and at the end. Without a path it does nothing.

    Saving at the start shows that the file can be written before anything is played.
    """

    def __init__(self, arena: Arena, path: Path | None) -> None:
        self._arena = arena
        self._path = path
        self.save()

    def save(self) -> None:
        """Save the arena now."""
        if self._path is not None:
            save_arena(self._arena, self._path)
        self._saved = monotonic()

    def save_if_due(self) -> None:
        """Save the arena if the last time was a while ago."""
        if monotonic() - self._saved >= PERIOD:
            self.save()


def check_new(path: Path) -> None:
    """Refuse a file in which a new arena cannot be saved, or whose content would be lost."""
    folder = path.absolute().parent
    if not path.name or (path.exists() and not path.is_file()):
        raise BadSetup("bad_path", f"{path} is not a file that an arena could be saved in: choose another one.")
    if not folder.is_dir():
        raise BadSetup("no_folder", f"There is no folder {folder} to save the arena in: make it first.")
    if not os.access(folder, os.W_OK):
        raise BadSetup("bad_path", f"Nothing can be saved in the folder {folder}: choose another one.")
    if path.exists() and path.stat().st_size:
        if not is_arena_file(path):
            raise BadSetup("file_exists", f"{path} exists already and is not an arena: choose another file.")
        raise BadSetup(
            "file_exists",
            f"{path} has an arena already: continue it with --resume {shlex.quote(str(path))}, "
            "choose another file, or delete this one first.",
        )
