"""A static site under a path of a plain web host, whose network can be cut, and whose files can be damaged."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO

PATH = "/games/of/worms"
"""Where the site is on its host."""
HURRY = """
if (!document.querySelector("#hurry")) {
    const script = document.createElement("script");
    script.id = "hurry";
    script.textContent = 'setInterval(() => document.querySelector("[data-waiting]")?.click(), 30)';
    document.head.append(script);
}
return true;
"""
"""In the page: presses "Hurry along" whenever a bot is to act."""


class _Handler(SimpleHTTPRequestHandler):
    """Python's own web server, without its log, and with files that arrive broken."""

    def __init__(self, *arguments: Any, site: StaticSite, **options: Any) -> None:
        self._site = site
        super().__init__(*arguments, **options)

    def send_head(self) -> BytesIO | BinaryIO | None:
        self._site.asked.append(self.path)
        if self._site.breaks and self._site.breaks in self.path:
            self.send_response(200)
            self.send_header("Content-Type", self.guess_type(self.path))
            self.end_headers()
            return BytesIO(b"half of it")
        return super().send_head()

    def log_message(self, *_: object) -> None:
        """Print nothing."""


class StaticSite:
    """A site that is served from a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.breaks = ""
        """What is in the names of files that arrive broken."""
        self.asked: list[str] = []
        """The paths that were requested."""
        self.port = 0
        self.restore()

    @property
    def url(self) -> str:
        """The address of the start page, without a slash at the end."""
        return f"http://127.0.0.1:{self.port}{PATH}"

    def restore(self) -> None:
        """Start the host (again, on the same port)."""

        def handler(*arguments: Any) -> _Handler:
            return _Handler(*arguments, site=self, directory=str(self._folder))

        self._server = ThreadingHTTPServer(("127.0.0.1", self.port), handler)
        self._server.daemon_threads = True
        self.port = self._server.server_port
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()

    def cut(self) -> None:
        """Cut the network: no request is answered any more."""
        self._server.shutdown()
        self._server.server_close()

    @contextmanager
    def without_network(self) -> Iterator[None]:
        """Cut the network for a while."""
        self.cut()
        try:
            yield
        finally:
            self.restore()


def write_site(folder: Path) -> None:
    """Write the site below a folder, where `StaticSite` serves it."""
    command = [sys.executable, "-m", "heckmeck", "site", str(folder) + PATH]
    subprocess.run(command, check=True, capture_output=True)


@contextmanager
def served(folder: Path) -> Iterator[StaticSite]:
    """Serve a site for a while."""
    site = StaticSite(folder)
    try:
        yield site
    finally:
        site.cut()
