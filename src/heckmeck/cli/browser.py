"""Opening a page in the browser of the user."""

from __future__ import annotations

import os
import sys
import threading
import webbrowser
from collections.abc import Mapping
from pathlib import PurePath

REMOTE = ("SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY")
"""Variables that are set in remote sessions, where a browser would open on a screen that the user cannot see."""
DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY")
TEXT_BROWSERS = frozenset({"www-browser", "links", "elinks", "lynx", "w3m"})
"""Browsers that run in the terminal, which the server needs for itself."""


def is_visible(terminal: bool, environ: Mapping[str, str] = os.environ, platform: str = sys.platform) -> bool:
    """Return whether the user would probably see a browser window: at a terminal, on a local screen.

    >>> is_visible(True, {"DISPLAY": ":0"}, "linux"), is_visible(True, {}, "linux"), is_visible(True, {}, "darwin")
    (True, False, True)
    >>> is_visible(True, {"DISPLAY": ":0", "CI": "true"}, "linux")
    False
    """
    if not terminal or environ.get("CI", "").lower() not in {"", "0", "false"}:
        return False
    if any(environ.get(name) for name in REMOTE):
        return False
    return platform in {"darwin", "win32"} or any(environ.get(name) for name in DISPLAYS)


def open_page(url: str) -> threading.Thread:
    """Open a page in the background. Failures are ignored: the address is printed as well."""
    opening = threading.Thread(target=_open, args=(url,), daemon=True)
    opening.start()
    return opening


def _open(url: str) -> None:
    try:
        browser = webbrowser.get()
        if PurePath(getattr(browser, "name", "")).name not in TEXT_BROWSERS:
            browser.open(url)
    except (webbrowser.Error, OSError):
        pass
