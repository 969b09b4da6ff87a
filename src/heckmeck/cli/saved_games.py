"""Saved games: their paths, loading them, and the command that continues one."""

from __future__ import annotations

import os
import shlex
from datetime import datetime
from pathlib import Path

from platformdirs import user_data_path

from heckmeck.games import AnyGame, BadSetup, Event
from heckmeck.play import BadRecord, Record, read_records, replay


def new_path(game: AnyGame) -> Path:
    """Create an empty file for a new game in the user's data folder, and return its path."""
    folder = user_data_path("heckmeck", appauthor=False) / "games"
    folder.mkdir(parents=True, exist_ok=True)
    stamp = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    number = 1
    while True:
        path = folder / f"{game.name}-{stamp}{'' if number == 1 else f'-{number}'}.jsonl"
        try:
            path.open("x").close()
        except FileExistsError:
            number += 1
        else:
            return path


def check_new(path: Path) -> Path:
    """Refuse to start a game in a file that is not empty."""
    if not path.name:
        raise BadSetup("bad_path", "The record needs a file with a name.")
    if path.is_file() and path.stat().st_size:
        raise BadSetup("file_exists", f"{path} exists already: continue it with --resume, or choose another file.")
    return path


def load(path: Path) -> tuple[Record, list[Event]]:
    """Return the record in a file that has exactly one, and all events of the game."""
    found: list[tuple[int, Record]] = []
    for number, record in read_records(path):
        if isinstance(record, BadRecord):
            raise BadRecord(record.code, f"{path}, line {number}: {record}")
        found.append((number, record))
        if len(found) > 1:
            raise BadRecord("many_records", f"{path} contains several games; only a file with one can be continued.")
    if not found:
        raise BadRecord("no_record", f"{path} contains no record.")
    ((number, record),) = found
    try:
        return record, [event for step in replay(record) for event in step.events]
    except BadRecord as error:
        raise BadRecord(error.code, f"{path}, line {number}: {error}") from None


def how_to_continue(path: Path, coached: bool = False) -> str:
    """Return the command that continues a game, with or without the coach, for the program name that was used."""
    started = os.environ.get("HECKMECK_PLAY")
    command = shlex.quote(started) if started else "heckmeck play"
    return f"{command} --resume {shlex.quote(str(path))}{' --coach' if coached else ''}"
