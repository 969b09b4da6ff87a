"""The browser of whoever sits before this machine: whether there is one, and showing a page in it."""

from __future__ import annotations

import os
import sys
import threading
import webbrowser
from collections.abc import Mapping
from pathlib import PurePath

REMOTE = ("SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY")
"""Somebody is far away: a browser would open where nobody sees it."""
DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY")
TEXT = frozenset({"www-browser", "links", "elinks", "lynx", "w3m"})
"""Browsers that would take the terminal away from the server."""


def at_hand(terminal: bool, environ: Mapping[str, str] = os.environ, platform: str = sys.platform) -> bool:
    """Say whether somebody is likely to see a browser that opens: they look at a terminal, on a screen, here.

    >>> at_hand(True, {"DISPLAY": ":0"}, "linux"), at_hand(True, {}, "linux"), at_hand(True, {}, "darwin")
    (True, False, True)
    >>> at_hand(True, {"DISPLAY": ":0", "CI": "true"}, "linux")
    False
    """
    if not terminal or environ.get("CI", "").lower() not in {"", "0", "false"}:
        return False
    if any(environ.get(name) for name in REMOTE):
        return False
    return platform in {"darwin", "win32"} or any(environ.get(name) for name in DISPLAYS)


def show(url: str) -> threading.Thread:
    """Open a page, if it can be done. Nothing has to wait for it, and if it fails there is the address to click on."""
    opening = threading.Thread(target=_open, args=(url,), daemon=True)
    opening.start()
    return opening


def _open(url: str) -> None:
    try:
        browser = webbrowser.get()
        if PurePath(getattr(browser, "name", "")).name not in TEXT:
            browser.open(url)
    except (webbrowser.Error, OSError):
        pass
