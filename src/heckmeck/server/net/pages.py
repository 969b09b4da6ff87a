"""The pages of the game: the compressed client, served from memory, and the large parts of its offline mode."""

from __future__ import annotations

import gzip
import re
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, cast

import msgspec

from heckmeck.server.net.asgi import Receive, Scope, Send, header
from heckmeck.server.net.built_files import BUILT, LICENSES, LIST, PARTS, read_parts
from heckmeck.server.net.gate import refuse
from heckmeck.server.net.headers import Header

PAGES = re.compile(r"/|/tables/?|/(?:t|r|learn|link|rules|me|replay)(?:/.*)?")
"""The paths that the client has pages for. All others show a page with the status 404."""

METHODS = ("GET", "HEAD")

_MEDIA_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".mp3": "audio/mpeg",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
    ".zip": "application/zip",
}
_CODINGS = {".br": "br", ".gz": "gzip"}
_IMMUTABLE = b"public, max-age=31536000, immutable"
"""For files whose names contain a hash of their content."""
_REVALIDATE = b"no-cache"
"""For other files: a browser may cache them, but must revalidate."""
_HASHED = re.compile(r"-[0-9a-f]{10}\.")
"""In the names of parts."""
_CHUNK = 64 * 1024
"""Number of bytes of a large file that are sent at a time."""
_NOT_BUILT = "The game's pages have not been built yet: run scripts/web, and start the server again."
_NOTHING = "There is nothing here."
_ONLY_READ = "Pages can only be read."


class Stored(msgspec.Struct, frozen=True):
    """A form of a file that stays on the disk: several megabytes. If `packed`, it is decompressed when it is sent."""

    path: Path
    size: int
    packed: bool = False

    def __len__(self) -> int:
        return self.size

    def open(self) -> BinaryIO:
        """Open the file, to be read as it is sent."""
        return cast(BinaryIO, gzip.open(self.path)) if self.packed else self.path.open("rb")


class File(msgspec.Struct, frozen=True):
    """A file of the client, plain and compressed, by content coding."""

    kind: bytes
    keep: bytes
    tag: bytes
    forms: dict[str, bytes | Stored]

    def best(self, accepted: str) -> str:
        """Return the coding of the smallest form that a client accepts.

        >>> File(b"", b"", b"", {"": b"as it was", "gzip": b"packed"}).best("gzip, deflate")
        'gzip'
        """
        wanted = {part.strip().lower() for part in accepted.split(",")}
        return min(
            (coding for coding in self.forms if not coding or coding in wanted), key=lambda c: len(self.forms[c])
        )


def load(folder: Path) -> dict[str, File]:
    """Read all files of a folder, by URL path. Nothing outside of it can ever be requested."""
    found = {path for path in folder.rglob("*") if path.is_file()} if folder.is_dir() else set()
    files = {}
    for path in found:
        if (kind := _MEDIA_TYPES.get(path.suffix)) is None:
            continue
        name = "/" + path.relative_to(folder).as_posix()
        plain = path.read_bytes()
        packed = {coding: path.with_name(path.name + end) for end, coding in _CODINGS.items()}
        forms: dict[str, bytes | Stored] = {
            "": plain,
            **{coding: file.read_bytes() for coding, file in packed.items() if file in found},
        }
        keep = _IMMUTABLE if name.startswith("/assets/") else _REVALIDATE
        files[name] = File(kind.encode(), keep, _tag(plain), forms)
    return files


def load_parts(folder: Path) -> dict[str, File]:
    """List the parts of the offline mode, by URL path; nothing if they are not built."""
    parts = read_parts(folder)
    if parts is None:
        return {}
    files = {f"/offline/{name}": _in_memory(folder / name) for name in (LIST, LICENSES)}
    for part in parts.files:
        packed = {coding: folder / (part.name + end) for end, coding in _CODINGS.items()}
        forms: dict[str, bytes | Stored] = {
            "": Stored(packed["gzip"], part.bytes, packed=True),
            **{coding: Stored(path, path.stat().st_size) for coding, path in packed.items()},
        }
        kind = _MEDIA_TYPES[Path(part.name).suffix]
        keep = _IMMUTABLE if _HASHED.search(part.name) else _REVALIDATE
        files[f"/offline/{part.name}"] = File(kind.encode(), keep, f'"{part.sha256[:32]}"'.encode(), forms)
    return files


def _in_memory(path: Path) -> File:
    plain = path.read_bytes()
    return File(_MEDIA_TYPES[path.suffix].encode(), _REVALIDATE, _tag(plain), {"": plain})


def _tag(plain: bytes) -> bytes:
    return f'"{sha256(plain).hexdigest()[:32]}"'.encode()


class Pages:
    """An ASGI application that serves the client. The files are read with the first request."""

    def __init__(self, folder: Path = BUILT, parts: Path = PARTS) -> None:
        self._folder = folder
        self._parts = parts
        self._files: dict[str, File] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if self._files is None:
            self._files = load(self._folder) | load_parts(self._parts)
        path = scope["path"]
        if scope["method"] not in METHODS:
            await refuse(scope, send, "not_allowed", _ONLY_READ, (b"allow", ", ".join(METHODS).encode()))
        elif (page := self._files.get("/index.html")) is None:
            await refuse(scope, send, "not_built", _NOT_BUILT)
        elif (file := self._files.get(path)) is not None:
            await _send(scope, send, file, 200)
        elif PAGES.fullmatch(path):
            await _send(scope, send, page, 200)
        elif "." in path.rpartition("/")[2]:
            await refuse(scope, send, "not_found", _NOTHING)
        else:
            await _send(scope, send, page, 404)


async def _send(scope: Scope, send: Send, file: File, status: int) -> None:
    headers: list[Header] = [
        (b"content-type", file.kind),
        (b"cache-control", file.keep),
        (b"etag", file.tag),
        (b"vary", b"accept-encoding"),
    ]
    if status == 200 and _has_current(header(scope["headers"], b"if-none-match"), file):
        await send({"type": "http.response.start", "status": 304, "headers": headers})
        await send({"type": "http.response.body", "body": b""})
        return
    coding = file.best(header(scope["headers"], b"accept-encoding"))
    body = file.forms[coding]
    if coding:
        headers.append((b"content-encoding", coding.encode()))
    headers.append((b"content-length", str(len(body)).encode()))
    start = {"type": "http.response.start", "status": status, "headers": headers}
    whole = scope["method"] != "HEAD"
    if isinstance(body, bytes):
        await send(start)
        await send({"type": "http.response.body", "body": body if whole else b""})
        return
    try:
        opened = body.open()
    except OSError:  # it was removed after it was listed
        await refuse(scope, send, "not_built", _NOT_BUILT)
        return
    with opened:
        await send(start)
        await _stream(send, opened if whole else BytesIO())


def _has_current(known: str, file: File) -> bool:
    """Return whether a client has this version of a file, by its If-None-Match: some tags, or `*` for any version."""
    return known.strip() == "*" or file.tag.decode() in known


async def _stream(send: Send, file: BinaryIO) -> None:
    """Send a file piece by piece, so that a client that reads slowly takes up no memory."""
    while chunk := file.read(_CHUNK):
        # This waits until the client has read most of what was sent before.
        await send({"type": "http.response.body", "body": chunk, "more_body": True})
    await send({"type": "http.response.body", "body": b""})
