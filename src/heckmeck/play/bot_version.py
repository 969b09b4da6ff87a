"""Versions of bots: the code and the files to which a result belongs."""

from __future__ import annotations

import sys
from hashlib import blake2b
from importlib import metadata
from pathlib import Path
from random import Random

from heckmeck.bots import make
from heckmeck.bots.neighbours import folder_of, imported_files
from heckmeck.bots.registry import class_named
from heckmeck.games import AnyGame

DIGEST = 8
"""Number of bytes of the digest of a file."""


def bot_version(name: str, game: AnyGame) -> str:
    """Return the version that must be equal for a bot to play equally: that of a package, or digests of files.

    >>> from heckmeck.games import get
    >>> bot_version("greedy", get("barbecue"))[:11]
    'heckmeck 0.'
    """
    bot = make(name, game, Random())
    place = class_named(name)
    if place is not None and place.is_file:
        parts = _digests(place.path, place.path.parent)
    else:
        parts = _versions(type(bot).__module__ if place is None else place.place)
    return ", ".join([*parts, *map(_digest, _files_named(name))])


def _versions(module: str) -> list[str]:
    """Return the version of the package that a module is from, or else the digests of files."""
    package = module.partition(".")[0]
    if package == __package__.partition(".")[0]:
        from heckmeck import __version__  # imports this package

        return [f"{package} {__version__}"]
    source = getattr(sys.modules.get(module), "__file__", None)
    for name in metadata.packages_distributions().get(package, ()):
        distribution = metadata.distribution(name)
        # Another package may bring modules of the same name, such as `tests`.
        if source is None or Path(source).is_relative_to(str(distribution.locate_file(""))):
            return [f"{name} {distribution.version}"]
    folder = folder_of(sys.modules[package]) if source is not None else None
    return [package] if source is None or folder is None else _digests(Path(source), folder)


def _digests(file: Path, folder: Path) -> list[str]:
    """Return the digests of a file and of its imports from a folder, in a stable order."""
    files = imported_files(file, folder) if file.suffix == ".py" else [file]
    return [_digest(file), *sorted(map(_digest, files[1:]))]


def _files_named(name: str) -> list[Path]:
    """Return the files that the name of a bot refers to: anything after a colon may be one."""
    ends = [Path(name[place + 1 :]) for place, letter in enumerate(name) if letter == ":"]
    return [path for path in ends if path.is_file()]


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        digest = blake2b(digest_size=DIGEST)
        while block := file.read(1 << 20):
            digest.update(block)
    return f"{path.name} {digest.hexdigest()}"
