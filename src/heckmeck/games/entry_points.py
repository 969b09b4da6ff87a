"""Entry points: how other packages add games, bots and solvers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from heckmeck.games.errors import BadSetup
from heckmeck.games.setup import show

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


class BrokenPlugin(BadSetup):
    """Code of a user or of another package that cannot be used. An error that the code raised is the cause."""


def load_class(entry: EntryPoint, base: type, what: str) -> Any:
    """Return the subclass of `base` that an entry point refers to; errors say `what` it should be, such as `game`."""
    kind = _load(entry, what)
    if not (isinstance(kind, type) and issubclass(kind, base)):
        raise broken(entry, what, f"{entry.value} is not a subclass of {_written(base)}")
    return kind


def load_instance(entry: EntryPoint, base: type, what: str) -> Any:
    """Return the instance of `base` that an entry point refers to."""
    found = _load(entry, what)
    if not isinstance(found, base):
        raise broken(entry, what, f"{entry.value} is not an instance of {_written(base)}")
    return found


def package_of(entry: EntryPoint) -> str | None:
    """Return the name of the package that an entry point belongs to, if it is known."""
    return None if entry.dist is None else entry.dist.name


def broken(entry: EntryPoint, what: str, why: str | BaseException) -> BrokenPlugin:
    """Return the error for an entry point that cannot be used; it names the package."""
    package = package_of(entry)
    where = "another package" if package is None else f"the package {package}"
    reason = why if isinstance(why, str) else f"{type(why).__name__}: {why}"
    code = f"broken_{what.replace(' ', '_')}"
    return BrokenPlugin(code, f"The {what} {show(entry.name)} of {where} cannot be used: {reason.rstrip('.')}.")


def _written(base: type) -> str:
    return f"{base.__module__}.{base.__qualname__}"


def _load(entry: EntryPoint, what: str) -> object:
    """Return the object that an entry point refers to."""
    try:
        found: object = entry.load()
    except (Exception, SystemExit) as error:  # another package may fail in any way
        raise broken(entry, what, error) from error
    return found
