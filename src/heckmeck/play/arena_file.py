"""Files of arenas, to continue them and for other programs."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import msgspec

from heckmeck.atomic_file import replacing
from heckmeck.bad_json import explain
from heckmeck.games import BadSetup, get
from heckmeck.play.arena import Arena
from heckmeck.play.statistics import Score

FORMAT = "heckmeck-arena/1"


class SavedPairing(msgspec.Struct, frozen=True):
    """Two bots and the score of their games."""

    bots: tuple[str, str]
    score: Score


class SavedArena(msgspec.Struct, frozen=True):
    """An arena as stored in a file. Files of early versions do not have the `versions` of the bots."""

    format: str
    game: str
    bots: tuple[str, ...]
    seats: int
    seed: str
    options: dict[str, Any]
    pairings: tuple[SavedPairing, ...]
    versions: dict[str, str] = {}


def save(arena: Arena, path: str | os.PathLike[str]) -> None:
    """Write an arena. An existing file is replaced once the new one is complete."""
    pairings = tuple(SavedPairing(pair, score) for pair, score in arena.scores.items())
    saved = SavedArena(
        FORMAT, arena.game.name, arena.names, arena.seats, arena.seed, arena.options, pairings, arena.versions
    )
    with replacing(Path(path)) as file:
        file.write(msgspec.json.encode(saved) + b"\n")


def load(path: str | os.PathLike[str]) -> Arena:
    """Read a saved arena in order to continue it. The versions of the bots must be the same."""
    saved = _read(path)
    arena = Arena(get(saved.game), saved.bots, saved.seats, saved.seed, saved.options)
    for name, version in saved.versions.items():
        if (now := arena.versions.get(name, version)) != version:
            raise BadSetup(
                "other_version",
                f"{path} was played by the bot {name} of {version}, but this one is of {now}: begin a new arena.",
            )
    for pairing in saved.pairings:
        if pairing.bots not in arena.scores:
            raise BadSetup("bad_arena", f"{path} has a pairing of bots that do not belong to it.")
        if not _possible(pairing.score):
            raise BadSetup("bad_arena", f"{path} has numbers that are not possible: begin a new arena.")
        arena.scores[pairing.bots] = pairing.score
    return arena


def _possible(score: Score) -> bool:
    """Return whether a score is possible: one share per deal, two or more games per deal, and sums for two bots."""
    deals = len(score.shares)
    return (
        all(0 <= share <= 1 for share in score.shares)
        and (score.games >= 2 * deals if deals else score.games == 0)
        and all(len(sums) == 2 for sums in (score.scores, score.failed, score.thefts))
        and min(*score.failed, *score.thefts) >= 0
    )


def is_arena_file(path: str | os.PathLike[str]) -> bool:
    """Return whether a file has an arena in it."""
    try:
        _read(path)
    except BadSetup:
        return False
    return True


def _read(path: str | os.PathLike[str]) -> SavedArena:
    try:
        saved = msgspec.json.decode(Path(path).read_bytes(), type=SavedArena)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise BadSetup("bad_arena", f"{path} is not an arena: {explain(error)}") from None
    if saved.format != FORMAT:
        raise BadSetup("bad_arena", f"{path} does not have the format {FORMAT}.")
    return saved
