"""What `scripts/web` has built: the pages, and the parts that the offline mode loads into them."""

from __future__ import annotations

from pathlib import Path

import msgspec

BUILT = Path(__file__).parents[1] / "static"
"""The folder of the client."""

PARTS = Path(__file__).parents[1] / "parts"
"""The folder of the parts. Each is stored twice, compressed by gzip and by brotli; the plain file is left out."""

LIST = "parts.json"
"""The list of the parts, which names their hashes."""

LICENSES = "LICENSES.txt"


class Part(msgspec.Struct, frozen=True):
    """A file of the offline mode: its size, its size as the server sends it, and its hash."""

    name: str
    bytes: int
    transferred: int
    sha256: str


class Parts(msgspec.Struct, frozen=True):
    """The list of the parts. `lock` is for Pyodide; `total` and `transferred` are sums of sizes."""

    version: str
    python: str
    lock: msgspec.Raw
    files: tuple[Part, ...]
    total: int
    transferred: int


def read_parts(folder: Path = PARTS) -> Parts | None:
    """Return the list of the parts in a folder; None if they are not built."""
    try:
        text = folder.joinpath(LIST).read_bytes()
    except FileNotFoundError:
        return None
    return msgspec.json.decode(text, type=Parts)
