"""Names of a package that are imported on first use, because their modules need more than the package itself."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module


def on_demand(package: str, names: Mapping[str, tuple[str, str]]) -> Callable[[str], object]:
    """Return the `__getattr__` of a package; `names` has for each name its module and its name there.

    Type checkers do not see these: the package imports them in a block `if TYPE_CHECKING` too.
    """

    def find(name: str) -> object:
        if name not in names:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module, attribute = names[name]
        value: object = getattr(import_module(module), attribute)
        setattr(sys.modules[package], name, value)
        return value

    return find
