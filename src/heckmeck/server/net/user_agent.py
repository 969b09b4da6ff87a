"""The name of a device, from the User-Agent header of its browser."""

from __future__ import annotations

from typing import NamedTuple

MAX_LENGTH = 500
"""Maximum number of characters of a user agent that are examined."""

# The order matters: most browsers also name others with which they are compatible.
BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Vivaldi", "Vivaldi"),
    ("FxiOS", "Firefox"),
    ("Firefox", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Mac OS X", "Mac"),
    ("Linux", "Linux"),
)


class UserAgent(NamedTuple):
    """A browser and the system it runs on; empty if unknown."""

    browser: str
    system: str


def read_user_agent(text: str) -> UserAgent:
    """Return the browser and the system that a User-Agent header names.

    >>> read_user_agent("Mozilla/5.0 (Android 14; Mobile; rv:128.0) Gecko/128.0 Firefox/128.0")
    UserAgent(browser='Firefox', system='Android')
    >>> read_user_agent("curl/8.5")
    UserAgent(browser='', system='')
    """
    text = text[:MAX_LENGTH]
    return UserAgent(
        next((name for mark, name in BROWSERS if mark in text), ""),
        next((name for mark, name in SYSTEMS if mark in text), ""),
    )
