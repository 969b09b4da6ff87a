"""The archives of the offline mode: heckmeck with msgspec, and the standard library cut to what they use.

This runs in Pyodide, started by `build.mjs`: modules are compiled by the very Python that will run them. Both archives
contain only compiled modules, without docstrings, and are not compressed: as a whole they are sent compressed.
"""

from __future__ import annotations

import _imp
import ast
import importlib.util
import io
import marshal
import sys
import zipfile
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from types import CodeType
from typing import NamedTuple

LIBRARY = "/lib/python314.zip"
"""Where Pyodide keeps the whole standard library."""
ROOT = "heckmeck.offline"
"""All other modules of heckmeck follow from what it imports."""
LAZY = ("encodings.cp437",)
"""Modules that functions of the standard library or C code import for us: names in archives."""
DATA = (".json", ".net", ".txt")
BUILT = ("parts", "static")
"""How the names of folders with built files begin."""
UNCHECKED = 0b01
"""The flag of compiled modules that are not compared with their source."""
NO_LINE, UNITS = 0xF8, 8
"""In a table of lines: code units that belong to no line, at most so many at a time."""


class Source(NamedTuple):
    """A module: where it lies, and its source."""

    path: str
    text: bytes


Sources = Mapping[str, Source]
"""Modules by name."""


def build(checkout: Path, wheel: Path, started: Collection[str]) -> Iterator[tuple[str, bytes]]:
    """Yield the archives by name, the folders that heckmeck's files are from, and msgspec's licence.

    `wheel` is msgspec; `started` are the modules that Pyodide itself has loaded when it starts.
    """
    ours = _sources((str(path.relative_to(checkout / "src")), path) for path in (checkout / "src").rglob("*.py"))
    with zipfile.ZipFile(wheel) as archive:
        packed = {name: archive.read(name) for name in archive.namelist()}
    theirs = _sources((name, text) for name, text in packed.items() if name.endswith(".py"))
    used, outside = reached([ROOT], importable(ours, {*theirs, *sys.stdlib_module_names}), lazy=True)
    _, needed = reached(theirs, theirs)
    modules = compiled({name: ours[name] for name in used}) | compiled(theirs, lines=False)
    libraries = {name: text for name, text in packed.items() if name.endswith(".so")}
    data = _data(checkout / "src", {str(PurePosixPath(ours[name].path).parent) for name in used})
    yield "heckmeck.zip", zipped(modules | libraries | data)

    with zipfile.ZipFile(LIBRARY) as archive:
        library = _sources((name, archive.read(name)) for name in archive.namelist() if name.endswith(".py"))
    # Modules that Python itself contains are never looked for in an archive.
    library = {name: source for name, source in library.items() if not _imp.is_frozen(name)}
    # What Pyodide has loaded is needed as it is: nothing is missing that these modules import only elsewhere.
    rest = {name: source for name, source in library.items() if name not in started}
    cut, _ = reached([*outside, *needed, *LAZY], rest)
    kept = {name: library[name] for name in library if name in cut or name in started}
    yield "stdlib.zip", zipped(compiled(kept, lines=False))
    paths = {*data, *(ours[name].path for name in used)}
    yield (
        "folders",
        "".join(f"src/{folder}\n" for folder in sorted({str(Path(path).parent) for path in paths})).encode(),
    )
    yield "msgspec.txt", next(text for name, text in packed.items() if name.endswith("/LICENSE"))


def _sources(files: Iterable[tuple[str, Path | bytes]]) -> dict[str, Source]:
    return {_module(name): Source(name, file.read_bytes() if isinstance(file, Path) else file) for name, file in files}


def _module(path: str) -> str:
    parts = PurePosixPath(path).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _data(folder: Path, packages: Iterable[str]) -> dict[str, bytes]:
    """Return the files of packages that are not modules, also in folders that are not packages."""
    found = {}
    for package in packages:
        for path in (folder / package).rglob("*"):
            below = path.relative_to(folder / package)
            own = not any((folder / package / each / "__init__.py").exists() for each in list(below.parents)[:-1])
            if path.suffix in DATA and own and not below.parts[0].startswith(BUILT):
                found[str(path.relative_to(folder))] = path.read_bytes()
    return found


# Imports -------------------------------------------------------------------------------------------------------------


def reached(roots: Iterable[str], sources: Sources, *, lazy: bool = False) -> tuple[set[str], set[str]]:
    """Return the modules of `sources` that the roots import, directly or not, and the others that they import.

    Imports inside functions, and of what stands in for something missing, count only if `lazy`.
    """
    found: set[str] = set()
    outside: set[str] = set()
    waiting = {name for root in roots for name in _above(root)}
    while waiting:
        name = waiting.pop()
        package, _, attribute = name.rpartition(".")
        if name not in sources and package in sources:
            if module := Imports(package, sources[package]).on_demand.get(attribute):
                waiting.update(_above(module))
        elif name not in sources:
            outside.add(name)
        elif name not in found:
            found.add(name)
            its = Imports(name, sources[name])
            names = its.needed | its.tried | (its.later if lazy else set())
            waiting.update(above for each in names for above in _above(each))
    return found, outside


def _above(name: str) -> Iterator[str]:
    """Yield a module and the packages that it is in."""
    while name:
        yield name
        name = name.rpartition(".")[0]


def importable(sources: Sources, others: Collection[str]) -> dict[str, Source]:
    """Return the modules without those that need more than `others`, such as numpy, as soon as they are imported."""
    needs = {name: Imports(name, source).needed for name, source in sources.items()}
    found = dict(sources)
    while lost := [name for name in found if not _satisfied(name, needs[name], sources, found, others)]:
        for name in lost:
            del found[name]
    return found


def _satisfied(name: str, needs: Collection[str], sources: Sources, found: Sources, others: Collection[str]) -> bool:
    above = {each for need in {name, *needs} for each in _above(need)}
    return all(each in found if each in sources else each.partition(".")[0] in {*others, "heckmeck"} for each in above)


class Imports(ast.NodeVisitor):
    """The imports of a module, except for those that only type checkers see.

    A name that is imported from a package may be a module or not: both are listed.
    """

    def __init__(self, name: str, source: Source) -> None:
        self.needed: set[str] = set()
        """What is imported with the module, and must be there."""
        self.tried: set[str] = set()
        """What is imported with the module, and may be missing."""
        self.later: set[str] = set()
        """What functions import, or what stands in for something missing."""
        self.on_demand: dict[str, str] = {}
        """The modules of names that a package imports on first use; type checkers see them at once."""
        self._package = name if source.path.endswith("/__init__.py") else name.rpartition(".")[0]
        self._found = self.needed
        self.visit(ast.parse(source.text))

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        """Look into a function."""
        self._visit_as(self.later, node.body)

    visit_AsyncFunctionDef = visit_FunctionDef  # noqa: N815

    def visit_Try(self, node: ast.Try) -> None:
        """Look into a statement that may handle a missing module."""
        handled = any(each.type is None or "Error" in ast.unparse(each.type) for each in node.handlers)
        self._visit_as(self.tried if handled and self._found is self.needed else self._found, node.body)
        self._visit_as(self.later, node.handlers)
        self._visit_as(self._found, [*node.orelse, *node.finalbody])

    def visit_If(self, node: ast.If) -> None:
        """Skip what only type checkers see."""
        if "TYPE_CHECKING" in ast.unparse(node.test):
            froms = [each for each in node.body if isinstance(each, ast.ImportFrom)]
            self.on_demand |= {alias.asname or alias.name: each.module or "" for each in froms for alias in each.names}
        else:
            self._visit_as(self._found, node.body)
        self._visit_as(self._found, node.orelse)

    def visit_Import(self, node: ast.Import) -> None:
        """Note the modules."""
        self._found.update(alias.name for alias in node.names)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        """Note the module, and what may be modules in it."""
        base = importlib.util.resolve_name("." * node.level + (node.module or ""), self._package)
        self._found.update([base, *(f"{base}.{alias.name}" for alias in node.names)])

    def _visit_as(self, found: set[str], nodes: Iterable[ast.AST]) -> None:
        outer, self._found = self._found, found
        for node in nodes:
            self.visit(node)
        self._found = outer


# Files ---------------------------------------------------------------------------------------------------------------


def compiled(sources: Sources, *, lines: bool = True) -> dict[str, bytes]:
    """Return the compiled modules, by their paths. Without `lines` they are smaller, and tracebacks name only files."""
    return {f"{path}c": _compiled(path, text, lines=lines) for path, text in sources.values()}


def _compiled(path: str, text: bytes, *, lines: bool) -> bytes:
    tree = ast.parse(text)
    for node in ast.walk(tree):
        match node:
            case ast.Module() | ast.ClassDef() | ast.FunctionDef() | ast.AsyncFunctionDef():
                # Unlike by Python's own option, assertions stay.
                if ast.get_docstring(node, clean=False) is not None:
                    node.body[:1] = [] if len(node.body) > 1 else [ast.copy_location(ast.Pass(), node.body[0])]
    code = compile(tree, path, "exec", dont_inherit=True)
    head = importlib.util.MAGIC_NUMBER + UNCHECKED.to_bytes(4, "little") + importlib.util.source_hash(text)
    return head + marshal.dumps(code if lines else _without_lines(code))


def _without_lines(code: CodeType) -> CodeType:
    full, rest = divmod(len(code.co_code) // 2, UNITS)
    table = bytes([NO_LINE | UNITS - 1] * full + [NO_LINE | rest - 1] * (rest > 0))
    constants = tuple(_without_lines(each) if isinstance(each, CodeType) else each for each in code.co_consts)
    return code.replace(co_linetable=table, co_consts=constants)


def zipped(files: Mapping[str, bytes]) -> bytes:
    """Return an archive that depends on nothing but its files."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name in sorted(files):
            archive.writestr(zipfile.ZipInfo(name), files[name])
    return packed.getvalue()
