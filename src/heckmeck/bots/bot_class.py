"""Bots by the place of their class: `my_bot.py:MyBot`, in a file, or `package.module:MyBot`."""

from __future__ import annotations

import os
import re
import sys
from functools import lru_cache
from importlib import import_module
from importlib.machinery import SourceFileLoader
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType
from typing import NamedTuple
from zlib import crc32

from heckmeck.bots.bot import AnyBot, Bot
from heckmeck.bots.neighbours import neighbours
from heckmeck.foreign_code import sum_up
from heckmeck.games import BadSetup
from heckmeck.games.entry_points import BrokenPlugin
from heckmeck.games.setup import show

FILE = re.compile(r"((?:[A-Za-z]:[\\/])?[^:]+\.py)(?::([^:]*)(?::(.*))?)?", re.DOTALL)
"""A file, which may be on a drive of Windows, a class and an argument."""
MODULE = re.compile(r"([^\W\d]\w*(?:\.[^\W\d]\w*)*):([^\W\d]\w*)(?::(.*))?", re.DOTALL)

MAX_FILES = 64
"""Maximum number of files kept in memory."""


class BotClass(NamedTuple):
    """Where the class of a bot is, and the argument that it is made with, if any."""

    place: str
    kind: str
    argument: str = ""

    @classmethod
    def parse(cls, text: str) -> BotClass | None:
        """Read a name; None for one that names no class. Whether file or module exist is not looked at.

        >>> BotClass.parse("./bots/my_bot.py:MyBot:3")
        BotClass(place='bots/my_bot.py', kind='MyBot', argument='3')
        >>> BotClass.parse("greedy") is BotClass.parse("perfect:small.values") is None
        True
        """
        if found := FILE.fullmatch(text):
            place, kind, argument = found.groups()
            return cls(Path(place).as_posix(), kind or "", argument or "")
        if found := MODULE.fullmatch(text):
            return cls(found[1], found[2], found[3] or "")
        return None

    def __str__(self) -> str:
        """Return the name, with the place as it was written, but for dots and slashes that mean nothing."""
        return ":".join(filter(None, self))

    @property
    def is_file(self) -> bool:
        """Whether the place is a file and not a module."""
        return self.place.endswith(".py")

    @property
    def is_certain(self) -> bool:
        """Whether this can be nothing but a place: a module without a dot looks like a bot with an argument."""
        return "." in self.place

    @property
    def path(self) -> Path:
        """The path of the file."""
        return Path(self.place).expanduser().absolute()

    def exists(self) -> bool:
        """Whether there is such a file or module. For `package.module`, the package is imported."""
        if self.is_file:
            return self.path.is_file()
        _find_modules_here()
        return self.place in sys.modules or find_spec(self.place) is not None

    def load(self) -> type[AnyBot]:
        """Import the class. An error of its code is the cause of the BrokenPlugin that is raised."""
        if not self.kind:
            raise BadSetup("no_class", f"Name the class of the bot after the file: write {self.place}:CLASS.")
        module = self._module()
        kind = getattr(module, self.kind, None)
        if isinstance(kind, type) and issubclass(kind, Bot):
            return kind
        why = "is not a subclass of heckmeck.Bot" if hasattr(module, self.kind) else "does not exist"
        known = ", ".join(_bots_of(module)) or "no bots"
        raise BadSetup("no_bot_class", f"The class {show(self.kind)} {why}: {self.place} has {known}.")

    def broken(self, error: BaseException) -> BrokenPlugin:
        """Return the error for code that fails; to be raised from its cause."""
        return BrokenPlugin("broken_bot", f"The bot {self} cannot be used: {sum_up(error)}.")

    def _module(self) -> ModuleType:
        try:
            if self.is_file:
                return _import_file(self.path, self.path.stat().st_mtime_ns)
            _find_modules_here()
            return import_module(self.place)
        except FileNotFoundError as error:
            if self.is_file and error.filename in (self.path, str(self.path)):
                raise BadSetup("no_file", f"There is no file {self.place}.") from None
            raise self.broken(error) from error
        except ModuleNotFoundError as error:
            if not self.is_file and error.name is not None and f"{self.place}.".startswith(f"{error.name}."):
                raise BadSetup("no_module", f"There is no module {error.name}, neither installed nor here.") from None
            raise self.broken(error) from error
        except (Exception, SystemExit) as error:
            raise self.broken(error) from error


class _SourceLoader(SourceFileLoader):
    """Compiles the source each time: bytecode in a cache may be that of a file which was changed within a second."""

    def get_code(self, fullname: str) -> CodeType:
        return self.source_to_code(self.get_data(self.path), self.path)


@lru_cache(MAX_FILES)
def _import_file(path: Path, changed: int) -> ModuleType:
    """Import a file once for all games, and again after it was written."""
    name = f"{path.stem}_{crc32(os.fsencode(path)):08x}"
    spec = spec_from_file_location(name, path, loader=_SourceLoader(name, str(path)))
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look there for their types
    with neighbours(path.parent):
        spec.loader.exec_module(module)
    return module


def _find_modules_here() -> None:
    """Let modules in the current folder be found, after all others. The program `heckmeck` does not look there."""
    here = str(Path.cwd())
    if here not in sys.path and "" not in sys.path:
        sys.path.append(here)


def _bots_of(module: ModuleType) -> list[str]:
    """Return the names of the bots that a module defines."""
    return [
        name
        for name, thing in vars(module).items()
        if isinstance(thing, type) and issubclass(thing, Bot) and thing.__module__ == module.__name__
    ]
