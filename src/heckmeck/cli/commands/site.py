"""`heckmeck site`: the games as a folder of static files, which needs no server."""

from __future__ import annotations

import gzip
import re
import shlex
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import Annotated

import msgspec
import typer
from rich.progress import track
from rich.text import Text

from heckmeck.atomic_file import replacing
from heckmeck.cli.console import err, out
from heckmeck.games import BadSetup
from heckmeck.server.net.built_files import BUILT, LICENSES, LIST, PARTS, Part, Parts, read_parts

MARK = ".heckmeck-site"
"""The file that shows that a folder is ours; it lists the other files, so that a later version can remove them."""
CLIENT = "client.json"
"""The list of the client's files."""
PAGES = ("index.html", "offline.html")
"""The files with absolute addresses."""
STATIC = '<meta name="heckmeck-site" content="static" />'
"""How the client knows that there is no server."""
PACKED = (".wasm", ".zip")
"""Parts that are written compressed, because plain hosts would send them as they are. The page unpacks them."""
GZIP = ".gzip"
"""Not `.gz`: some hosts declare such files as compressed, and the browser would unpack them by itself."""
NOT_BUILT = "The offline mode has not been built: run scripts/web first."

Files = dict[str, bytes]


class Client(msgspec.Struct):
    """The list of the client's files, like that of the parts."""

    version: str
    files: list[Part]


def site(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder to write; new, empty, or written before.")],
) -> None:
    """Write the games as static files, to be put on any web host under any path.

    They are played against bots and by several people at one device, with coach, review, tutorials and replays. No
    server is needed, and after the first visit no network. A folder that was written before is brought up to date.
    """
    parts = read_parts(PARTS)
    if parts is None or not (BUILT / CLIENT).exists():
        raise BadSetup("not_built", NOT_BUILT)
    old = _check(folder)
    files = _client() | _parts(parts)
    order = sorted(files, key=lambda name: (name in PAGES, name.endswith(".json") or "/" not in name, name))
    _mark(folder, old | set(files))  # first, so that a folder that was left half-way is still ours
    for name in track(order, "writing", console=err, transient=True, disable=not err.is_terminal):
        _write(folder / name, files[name])
    for name in old - set(files):
        (folder / name).unlink(missing_ok=True)
    _mark(folder, set(files))
    _report(folder, files)


def _check(folder: Path) -> set[str]:
    """Check that a folder may be written to, and return the files of the site that is in it."""
    if not folder.exists() or (folder.is_dir() and not any(folder.iterdir())):
        return set()
    mark = folder / MARK
    if not mark.is_file():
        if not folder.is_dir():
            raise BadSetup("folder_in_use", f"{folder} is not a folder.")
        raise BadSetup("folder_in_use", f"{folder} is not empty, and heckmeck did not write it: choose another folder.")
    names = mark.read_text("utf-8", errors="replace").splitlines()
    return {name for name in names if _is_within(name) and (folder / name).is_file()}


def _is_within(name: str) -> bool:
    path = PurePosixPath(name)
    return not path.is_absolute() and ".." not in path.parts and "\0" not in name


def _mark(folder: Path, names: set[str]) -> None:
    """Write that a folder is ours, and which files in it are."""
    _write(folder / MARK, "".join(f"{name}\n" for name in sorted(names)).encode())


def _client() -> Files:
    """Return the files of the client, with addresses that are relative to the page."""
    files = dict(_read(BUILT))
    for name in PAGES:
        page = files[name].replace(b'="/', b'="./')
        files[name] = re.sub(rb"<meta charset[^>]*>", rb"\g<0>\n    " + STATIC.encode(), page, count=1)
    client = msgspec.json.decode(files[CLIENT], type=Client)
    client.files = [_listed(file.name, files[file.name]) for file in client.files]
    client.version = _version(client.files)
    return files | {CLIENT: msgspec.json.encode(client)}


def _read(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Read the files of the client, without their compressed forms."""
    for path in folder.rglob("*"):
        if path.is_file() and path.suffix not in {".br", ".gz"} and not path.name.startswith("."):
            yield path.relative_to(folder).as_posix(), path.read_bytes()


def _parts(parts: Parts) -> Files:
    files = {}
    listed = []
    for part in parts.files:
        packed = (PARTS / f"{part.name}.gz").read_bytes()
        if part.name.endswith(PACKED):
            name, content = part.name + GZIP, packed
        else:
            name, content = part.name, gzip.decompress(packed)
        files[f"offline/{name}"] = content
        listed.append(_listed(name, content))
    total = sum(part.bytes for part in listed)
    about = msgspec.structs.replace(
        parts, version=_version(listed), files=tuple(listed), total=total, transferred=total
    )
    return files | {f"offline/{LIST}": msgspec.json.encode(about), LICENSES: (PARTS / LICENSES).read_bytes()}


def _listed(name: str, content: bytes) -> Part:
    return Part(name, len(content), len(content), sha256(content).hexdigest())


def _version(files: list[Part]) -> str:
    return sha256("".join(file.sha256 for file in files).encode()).hexdigest()[:12]


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path) as file:
        file.write(content)


def _loaded(files: Files) -> int:
    """Return how many bytes a player loads: the page copies the files of both lists (`web/src/offline/copy.ts`)."""
    client = msgspec.json.decode(files[CLIENT], type=Client)
    parts = msgspec.json.decode(files[f"offline/{LIST}"], type=Parts)
    return sum(file.transferred for file in [*client.files, *parts.files])


def _report(folder: Path, files: Files) -> None:
    def megabytes(size: int) -> str:
        return f"{size / 1e6:.1f} MB"

    total = megabytes(sum(map(len, files.values())))
    lines = [
        f"{len(files)} files are in {folder}: {total}. To play, {megabytes(_loaded(files))} of them are loaded once.",
        f"Put them on any web host. To try them here: python -m http.server --directory {shlex.quote(str(folder))}",
        "Other devices need an address that begins with https.",
    ]
    out.print(Text("\n".join(lines)), soft_wrap=True)
