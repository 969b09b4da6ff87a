"""Versions of bots: which code, and which files, a result belongs to."""

from __future__ import annotations

import sys
from hashlib import blake2b
from importlib import metadata
from pathlib import Path
from random import Random

from heckmeck.bots import make
from heckmeck.games import AnyGame

DIGEST = 8
"""Number of bytes of the digest of a file."""


def bot_version(name: str, game: AnyGame) -> str:
    """Return what has to be the same for a bot to play the same: a package's version, or digests of files.

    >>> from heckmeck.games import get
    >>> bot_version("greedy", get("barbecue"))[:11]
    'heckmeck 0.'
    """
    parts = [_version_of_code(type(make(name, game, Random())).__module__)]
    parts += [_digest(path) for path in _files_named(name)]
    return ", ".join(parts)


def _version_of_code(module: str) -> str:
    package = module.partition(".")[0]
    if package == __package__.partition(".")[0]:
        from heckmeck import __version__  # imports this package

        return f"{package} {__version__}"
    for distribution in metadata.packages_distributions().get(package, ()):
        return f"{distribution} {metadata.version(distribution)}"
    source = getattr(sys.modules.get(module), "__file__", None)
    return package if source is None else _digest(Path(source))


def _files_named(name: str) -> list[Path]:
    """Return the files that a bot is given by its name: anything after a colon may be one."""
    ends = [Path(name[place + 1 :]) for place, letter in enumerate(name) if letter == ":"]
    return [path for path in ends if path.is_file()]


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        digest = blake2b(digest_size=DIGEST)
        while block := file.read(1 << 20):
            digest.update(block)
    return f"{path.name} {digest.hexdigest()}"
