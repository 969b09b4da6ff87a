"""Write docs/api.md, the reference of the library, from its docstrings.

Run `python scripts/api_reference.py` after changing a public name or its docstring; a test compares the page.
"""

from __future__ import annotations

import ast
import dataclasses
import inspect
import re
import textwrap
from abc import ABC
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import ForwardRef, Generic, TypeGuard

PAGE = Path(__file__).parents[1] / "docs" / "api.md"

FRONT_DOOR = "heckmeck"
PACKAGES = (
    "heckmeck.games",
    "heckmeck.games.bratwurmeck",
    "heckmeck.games.barbecue",
    "heckmeck.games.karteneck",
    "heckmeck.games.position",
    "heckmeck.solve",
    "heckmeck.solve.odds",
    "heckmeck.bots",
    "heckmeck.play",
)
"""In this order. A name that several of them export is described where it comes first."""

HIDDEN = (object, ABC, Generic)
"""Base classes that say nothing to a user."""

INTRODUCTION = """\
# Reference

Written from the docstrings by `python scripts/api_reference.py`; do not edit this page by hand. `import heckmeck` gives
the most useful names; the sections below have all public ones, package by package.
"""


class Anchors:
    """The anchors of everything that is described, as browsers of Markdown number them."""

    def __init__(self) -> None:
        self._by_value: dict[int, str] = {}
        self._titles: Counter[str] = Counter()

    def add(self, title: str, value: object) -> None:
        """Remember where a value is described."""
        slug = title.lower().replace(".", "")
        number = self._titles[slug]
        self._titles[slug] += 1
        self._by_value[id(value)] = f"{slug}-{number}" if number else slug

    def of(self, value: object) -> str | None:
        """Return the anchor of a value, None if it is not described."""
        return self._by_value.get(id(value))


def page() -> str:
    """Return the text of the page."""
    anchors = Anchors()
    sections = [text for package in PACKAGES for text in _package(import_module(package), anchors)]
    front = import_module(FRONT_DOOR)
    lines = [INTRODUCTION, f"## {FRONT_DOOR}\n", _prose(front.__doc__ or "")]
    lines += ["\n| name | what it is |\n|---|---|", *_front_door(front, anchors)]
    return "\n".join([*lines, *sections]).rstrip() + "\n"


def _front_door(front: ModuleType, anchors: Anchors) -> Iterator[str]:
    for name in front.__all__:
        value = getattr(front, name)
        if not name.startswith("_"):
            yield f"| [`{name}`](#{anchors.of(value)}) | {_summary(_doc(front, name, value))} |"


def _package(package: ModuleType, anchors: Anchors) -> Iterator[str]:
    yield f"\n## {package.__name__}\n"
    yield _prose(package.__doc__ or "")
    for name in getattr(package, "__all__", None) or _public(package):
        value = getattr(package, name)
        if anchors.of(value) is None:
            title = f"{package.__name__}.{name}"
            anchors.add(title, value)
            yield f"\n### {title}\n"
            yield from _entry(package, name, value)


def _entry(package: ModuleType, name: str, value: object) -> Iterator[str]:
    """Describe one public name."""
    if inspect.isclass(value):
        bases = ", ".join(base.__name__ for base in value.__bases__ if base.__name__[0] != "_" and base not in HIDDEN)
        yield f"```python\nclass {name}{f'({bases})' if bases else ''}{_fields(value)}\n```\n"
        yield _prose(_doc(package, name, value))
        yield from _members(value)
    elif _is_function(value):
        yield f"```python\n{_signature(name, value)}\n```\n"
        yield _prose(_doc(package, name, value))
    else:
        yield _prose(_doc(package, name, value))


def _is_function(value: object) -> TypeGuard[Callable[..., object]]:
    return inspect.isfunction(getattr(value, "__wrapped__", value))


def _members(kind: type) -> Iterator[str]:
    """Yield the methods and properties that a class has itself, one line each."""
    lines = [f"- `{name}`: {_summary(text)}" for name, text in _attributes(kind)]
    for name, member in vars(kind).items():
        if name.startswith("_"):
            continue
        if isinstance(member, property):
            lines.append(f"- `{name}`: {_summary(member.__doc__)}")
        elif isinstance(member, classmethod | staticmethod):
            lines.append(f"- `{_signature(name, member.__func__, bound=True)}`: {_summary(member.__func__.__doc__)}")
        elif inspect.isfunction(member):
            lines.append(f"- `{_signature(name, member, bound=True)}`: {_summary(member.__doc__)}")
    if lines:
        yield "\n" + "\n".join(lines)


def _attributes(kind: type) -> Iterator[tuple[str, str]]:
    """Yield the attributes of a class that have a docstring below them."""
    (node,) = ast.parse(textwrap.dedent(inspect.getsource(kind))).body
    assert isinstance(node, ast.ClassDef)
    yield from _documented(node.body)


def _documented(body: Sequence[ast.stmt]) -> Iterator[tuple[str, str]]:
    """Yield the names that are assigned with a string below them, and that string."""
    for statement, following in pairwise(body):
        target = statement.targets[0] if isinstance(statement, ast.Assign) else getattr(statement, "target", None)
        text = following.value if isinstance(following, ast.Expr) else None
        if isinstance(target, ast.Name) and isinstance(text, ast.Constant):
            yield target.id, inspect.cleandoc(str(text.value))


def _fields(kind: type) -> str:
    """Write the fields of a value class as comments below its name."""
    if dataclasses.is_dataclass(kind):
        types = {field.name: field.type for field in dataclasses.fields(kind)}
    elif hasattr(kind, "__struct_fields__"):  # of msgspec
        types = kind.__annotations__
    elif hasattr(kind, "_fields"):
        types = next(base.__annotations__ for base in kind.__mro__ if "_field_defaults" in vars(base))
    else:
        types = {}
    return "".join(f"\n    {name}: {_type(annotation)}" for name, annotation in types.items() if name[0] != "_")


def _signature(name: str, function: Callable[..., object], *, bound: bool = False) -> str:
    """Return the signature as it stands in the source."""
    (node,) = ast.parse(textwrap.dedent(inspect.getsource(inspect.unwrap(function)))).body
    assert isinstance(node, ast.FunctionDef)
    if bound:
        (node.args.posonlyargs or node.args.args).pop(0)
    returned = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    return f"{name}({ast.unparse(node.args)}){returned}"


def _type(annotation: object) -> str:
    if isinstance(annotation, str):
        return annotation
    if isinstance(annotation, ForwardRef):
        return annotation.__forward_arg__
    return re.sub(r"\b(?:\w+\.)+(\w+)", r"\1", inspect.formatannotation(annotation))


def _doc(package: ModuleType, name: str, value: object) -> str:
    """Return the docstring of a class or a function, or the string below the assignment of anything else."""
    if inspect.isclass(value) or _is_function(value):
        return inspect.cleandoc(value.__doc__ or "")
    source = _defining_module(package, name)
    return dict(_documented(ast.parse(inspect.getsource(source)).body)).get(name, "")


def _defining_module(package: ModuleType, name: str) -> ModuleType:
    """Return the module that a name was imported from, through as many packages as necessary."""
    for statement in ast.walk(ast.parse(inspect.getsource(package))):
        if isinstance(statement, ast.ImportFrom) and name in [alias.name for alias in statement.names]:
            return _defining_module(import_module(statement.module or ""), name)
    return package


def _public(module: ModuleType) -> list[str]:
    """Return the public classes and functions that a module defines itself."""
    own = [(name, value) for name, value in vars(module).items() if inspect.isclass(value) or _is_function(value)]
    return [name for name, value in own if value.__module__ == module.__name__ and not name.startswith("_")]


def _prose(text: str) -> str:
    """Return a docstring as Markdown: examples become blocks of code."""
    paragraphs = re.sub(r"  # doctest: .*", "", inspect.cleandoc(text)).split("\n\n")
    return "\n\n".join(f"```pycon\n{each}\n```" if each.startswith(">>>") else each for each in paragraphs)


def _summary(text: str | None) -> str:
    """Return the first sentence or line of a docstring for a table or a list."""
    return (text or "").strip().partition("\n")[0].replace("|", "\\|")


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
