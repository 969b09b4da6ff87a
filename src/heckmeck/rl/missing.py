"""The error for a package of an extra that is not installed."""

from __future__ import annotations


def missing(package: str, extra: str) -> ModuleNotFoundError:
    """Return the error, with the command that installs the extra.

    >>> missing("PettingZoo", "rl")
    ModuleNotFoundError("PettingZoo is not installed: pip install 'heckmeck[rl]'.")
    """
    return ModuleNotFoundError(f"{package} is not installed: pip install 'heckmeck[{extra}]'.")
