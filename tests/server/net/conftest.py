"""Keys and cookies by a clock that the tests move."""

from pathlib import Path

import pytest

from heckmeck.server.net.identity import GuestCookies
from heckmeck.server.net.keys import KeyRing
from helpers.cookies import Clock


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def keys(tmp_path: Path, clock: Clock) -> KeyRing:
    return KeyRing(tmp_path / "data" / "keys.json", clock)


@pytest.fixture
def guests(keys: KeyRing, clock: Clock) -> GuestCookies:
    return GuestCookies(keys, clock)
