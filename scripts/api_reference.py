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
from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import ForwardRef, Generic, NamedTuple, Protocol, TypeGuard, TypeVar, get_origin, get_overloads

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
    "heckmeck.rl.encoding",
    "heckmeck.rl.batch",
)
"""In this order. A name that several of them export is described in the first one."""

HIDDEN = (object, ABC, Generic)
"""Base classes that mean nothing to a user."""

WIDTH = 110
"""Longer signatures of constructors are folded."""

INTRODUCTION = """\
# Reference

Written from the docstrings by `python scripts/api_reference.py`; do not edit this page by hand. `import heckmeck` gives
the most useful names; the sections below have all public ones, package by package.

Below `class Name[T](Base)` stands the signature of its constructor, if it has one. The arguments of value classes
(dataclasses, named tuples and structs) are also their attributes.
"""


class Anchors:
    """The anchors of everything that is described."""

    def __init__(self) -> None:
        self._by_value: dict[int, str] = {}

    def add(self, title: str, value: object) -> str:
        """Remember where a value is described, and return its title.

        Anchors are in lower case. Where that makes two of them alike, the second title says more: programs number such
        anchors in different ways.
        """
        if _slug(title) in self._by_value.values():
            title += " (function)" if _is_function(value) else " (class)" if inspect.isclass(value) else " (value)"
        self._by_value[id(value)] = _slug(title)
        return title

    def of(self, value: object) -> str | None:
        """Return the anchor of a value, None if it is not described."""
        return self._by_value.get(id(value))


def _slug(title: str) -> str:
    return re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")


def page() -> str:
    """Return the content of the page."""
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
            title = anchors.add(f"{package.__name__}.{name}", value)
            yield f"\n### {title}\n"
            yield from _entry(package, name, value)


def _entry(package: ModuleType, name: str, value: object) -> Iterator[str]:
    """Describe one public name."""
    if inspect.isclass(value):
        yield "\n".join(["```python", *_class_lines(name, value), "```\n"])
        yield _prose(_doc(package, name, value))
        yield from _members(value)
    elif _is_function(value):
        yield "\n".join(["```python", *_signatures(name, value), "```\n"])
        yield _prose(_doc(package, name, value))
    else:
        yield _prose(_doc(package, name, value))


def _is_function(value: object) -> TypeGuard[Callable[..., object]]:
    return inspect.isfunction(getattr(value, "__wrapped__", value))


def _class_lines(name: str, kind: type) -> Iterator[str]:
    """Yield the first line of a class, with its type parameters and bases, and its constructor."""
    generic = vars(kind).get("__orig_bases__", ())
    parameters = ", ".join(dict.fromkeys(each.__name__ for base in generic for each in _parameters(base)))
    bases = ", ".join(_base(base) for base in generic or kind.__bases__ if _base(base))
    yield f"class {name}{f'[{parameters}]' if parameters else ''}{f'({bases})' if bases else ''}"
    constructor = _constructor(name, kind)
    if constructor:
        yield constructor if len(constructor) <= WIDTH else _folded(constructor)


def _parameters(base: object) -> tuple[TypeVar, ...]:
    parameters: tuple[TypeVar, ...] = getattr(base, "__parameters__", ())
    return parameters


def _base(base: object) -> str:
    """Write a base class; nothing for one that means nothing to a user."""
    origin = get_origin(base) or base
    if origin in (tuple, NamedTuple):
        return "NamedTuple"
    if origin is Protocol:
        return "Protocol"
    written = _type(base)
    return "" if origin in HIDDEN or written.startswith("_") else written


def _constructor(name: str, kind: type) -> str:
    """Write the constructor of a class; nothing if it takes no arguments or is never called."""
    if _is_value(kind):
        # Strings in the signature are types; they are written without quotes.
        signature = inspect.signature(kind)
        parameters = [each.replace(annotation=_Raw(_type(each.annotation))) for each in signature.parameters.values()]
        arguments = signature.replace(parameters=parameters, return_annotation=inspect.Signature.empty)
        return f"{name}{arguments}".replace("<factory>", "...")
    for each in kind.__mro__:
        init = vars(each).get("__init__")
        if inspect.isfunction(init) and each.__module__.startswith(FRONT_DOOR) and not issubclass(kind, Enum):
            written = _signature(name, init, bound=True).removesuffix(" -> None")
            return "" if written == f"{name}()" or getattr(kind, "_is_protocol", False) else written
    return ""


def _is_value(kind: type) -> bool:
    """Return whether the arguments of a class are its attributes."""
    return dataclasses.is_dataclass(kind) or hasattr(kind, "__struct_fields__") or hasattr(kind, "_fields")


def _folded(signature: str) -> str:
    """Write a long signature with one argument a line."""
    name, _, arguments = signature.removesuffix(")").partition("(")
    parts = re.split(r", (?=\*|\w+:)", arguments)
    return "\n".join([f"{name}(", *(f"    {part}," for part in parts), ")"])


class _Raw:
    """A text that is its own repr."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return self.text


def _members(kind: type) -> Iterator[str]:
    """Yield the attributes, properties and methods that a class itself defines, one line each."""
    (node,) = ast.parse(textwrap.dedent(inspect.getsource(kind))).body
    assert isinstance(node, ast.ClassDef)
    documented = dict(_documented(node.body))
    lines = []
    for name, annotation in _attributes(kind, node).items():
        summary = f": {_summary(documented[name])}" if name in documented else ""
        lines.append(f"- `{name}{f': {annotation}' if annotation else ''}`{summary}")
    for name, member in vars(kind).items():
        function = member.__func__ if isinstance(member, classmethod | staticmethod) else member
        if isinstance(member, property) and not name.startswith("_"):
            returned = _type(inspect.get_annotations(member.fget)["return"]) if member.fget else ""
            lines.append(f"- `{name}: {returned}`: {_summary(member.__doc__)}")
        elif inspect.isfunction(function) and _is_described(name, function, kind):
            bound = not isinstance(member, staticmethod)
            summary = _summary(function.__doc__)
            lines += [f"- `{written}`: {summary}" for written in _signatures(name, function, bound=bound)]
    if lines:
        yield "\n" + "\n".join(lines)


def _is_described(name: str, function: Callable[..., object], kind: type) -> bool:
    """Return whether a method is public, or a special one with its own docstring."""
    special = name.startswith("__") and bool(function.__doc__) and function.__module__ == kind.__module__
    return special or not name.startswith("_")


def _attributes(kind: type, node: ast.ClassDef) -> dict[str, str]:
    """Return the public attributes of a class and its instances, with types, except arguments of a value class."""
    found: dict[str, str] = {}
    of_instances: dict[str, str] = {}
    known = {name for base in kind.__mro__[1:] for name in inspect.get_annotations(base)}
    known |= set(inspect.signature(kind).parameters) if _is_value(kind) else set()
    for statement in node.body:
        if isinstance(statement, ast.Assign | ast.AnnAssign):
            found |= _assigned(statement)
        elif isinstance(statement, ast.If) and ast.unparse(statement.test) == "TYPE_CHECKING":
            properties = [each for each in statement.body if isinstance(each, ast.FunctionDef)]
            found |= {each.name: ast.unparse(each.returns) for each in properties if each.returns}
        elif isinstance(statement, ast.FunctionDef) and statement.name == "__init__":
            of_instances = _instance_attributes(statement)
    documented = dict(_documented(node.body))
    described = {
        name: annotation
        for name, annotation in found.items()
        if name in documented or (annotation and name not in known)
    }
    return {name: type_ for name, type_ in (described | of_instances).items() if not name.startswith("_")}


def _instance_attributes(init: ast.FunctionDef) -> dict[str, str]:
    """Return what a constructor assigns to `self`, with the types of the annotations or arguments."""
    arguments = {each.arg: each.annotation for each in (*init.args.args, *init.args.kwonlyargs)}
    found: dict[str, str] = {}
    for statement in init.body:
        if isinstance(statement, ast.Assign | ast.AnnAssign):
            for name, annotation in _assigned(statement, "self").items():
                value = statement.value
                given = arguments.get(value.id) if isinstance(value, ast.Name) else None
                found[name] = annotation or (ast.unparse(given) if given else "")
    return found


def _assigned(statement: ast.Assign | ast.AnnAssign, owner: str | None = None) -> dict[str, str]:
    """Return the name, or the attribute of an owner, that a statement assigns, with its annotation."""
    target = statement.targets[0] if isinstance(statement, ast.Assign) else statement.target
    annotation = ast.unparse(statement.annotation) if isinstance(statement, ast.AnnAssign) else ""
    if owner is None:
        return {target.id: annotation} if isinstance(target, ast.Name) else {}
    if isinstance(target, ast.Attribute) and ast.unparse(target.value) == owner:
        return {target.attr: annotation}
    return {}


def _documented(body: Sequence[ast.stmt]) -> Iterator[tuple[str, str]]:
    """Yield the names whose assignment is followed by a string, and that string."""
    for statement, following in pairwise(body):
        target = statement.targets[0] if isinstance(statement, ast.Assign) else getattr(statement, "target", None)
        text = following.value if isinstance(following, ast.Expr) else None
        if isinstance(target, ast.Name) and isinstance(text, ast.Constant):
            yield target.id, inspect.cleandoc(str(text.value))


def _signatures(name: str, function: Callable[..., object], *, bound: bool = False) -> list[str]:
    """Return the signature of a function, or those of its overloads."""
    return [_signature(name, each, bound=bound) for each in get_overloads(function) or [function]]


def _signature(name: str, function: Callable[..., object], *, bound: bool = False) -> str:
    """Return the signature as written in the source."""
    (node,) = ast.parse(textwrap.dedent(inspect.getsource(inspect.unwrap(function)))).body
    assert isinstance(node, ast.FunctionDef)
    if bound:
        (node.args.posonlyargs or node.args.args).pop(0)
    returned = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    arguments = ast.unparse(node.args).replace("=", " = ")  # all arguments have types, and no default compares anything
    return f"{name}({arguments}){returned}"


def _type(annotation: object) -> str:
    if isinstance(annotation, str):
        return annotation
    if isinstance(annotation, ForwardRef):
        return annotation.__forward_arg__
    return re.sub(r"\b(?:\w+\.)+(\w+)|[~+-](?=\w+)", r"\1", inspect.formatannotation(annotation))


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
