"""The keys that sign the cookies of guests: a file that several processes share, with rotation."""

from __future__ import annotations

import base64
import logging
import os
import secrets
import stat
import sys
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from heckmeck.games import BadSetup

logger = logging.getLogger("heckmeck.server")

DAY = 86_400
ROTATION_AGE = 90 * DAY
"""Seconds after which a key gets a successor."""
VERIFY_TIME = 365 * DAY
"""Seconds for which a key still verifies after its successor signs: the guaranteed lifetime of signatures."""
SPREAD_TIME = 600
"""Seconds before a new key is used for signing, by which time every process has read it."""
CHECK_INTERVAL = 60
"""Seconds between two checks for changes of the file."""


class Key(msgspec.Struct, frozen=True):
    """A key and when it was made, in seconds since 1970."""

    made: int
    secret: bytes


class _File(msgspec.Struct, frozen=True, tag_field="format", tag="heckmeck-keys/1"):
    keys: list[Key]


class KeyRing:
    """The keys in a file, the newest last. A missing file is created, even if several processes start at once.

    Rotation needs no lock. If two processes rotate at the same time, one of the two new keys is lost, which is harmless
    because neither has signed anything yet.
    """

    def __init__(self, path: Path, clock: Callable[[], float] = time.time) -> None:
        self.path = path
        self._clock = clock
        self._checked = clock()
        self._seen = (0, 0)
        try:
            self._keys = self._load()
        except FileNotFoundError:
            _create(path, [Key(int(clock()), secrets.token_bytes(32))])
            self._keys = self._load()

    def signing(self) -> bytes:
        """Return the newest key that every process knows."""
        self._check_file()
        known = [key for key in self._keys if key.made <= self._clock() - SPREAD_TIME]
        return (known[-1] if known else self._keys[0]).secret

    def verifying(self) -> list[bytes]:
        """Return the keys whose signatures are valid, the most likely one first."""
        self._check_file()
        return [key.secret for key in reversed(_unexpired(self._keys, self._clock()))]

    def rotate(self) -> None:
        """Add a key, which signs after `SPREAD_TIME`, and remove the expired ones."""
        self._keys = self._load()
        now = self._clock()
        self._keys = [*_unexpired(self._keys, now), Key(int(now), secrets.token_bytes(32))]
        new = _write_temporary(self.path, self._keys)
        new.replace(self.path)

    def rotate_if_older(self, age: float = ROTATION_AGE) -> bool:
        """Rotate if the newest key is older than `age` in seconds. Return whether it was."""
        if self._clock() - self._keys[-1].made <= age:
            return False
        self.rotate()
        return True

    def _check_file(self) -> None:
        """Read the file again if it has changed. If it cannot be read, the known keys stay in use."""
        if abs(self._clock() - self._checked) < CHECK_INTERVAL:  # a clock that was set back must not delay it
            return
        self._checked = self._clock()
        try:
            if _stamp(self.path) != self._seen:
                self._keys = self._load()
        except (OSError, BadSetup) as error:
            logger.warning("The file of keys cannot be read, the known keys stay in use: %s", error)

    def _load(self) -> list[Key]:
        self._seen = _stamp(self.path)
        if sys.platform != "win32" and stat.S_IMODE(self.path.stat().st_mode) & 0o037:
            raise BadSetup("bad_keys", f"{self.path} can be read by others: make it private with chmod 600.")
        try:
            keys = msgspec.json.decode(self.path.read_bytes(), type=_File).keys
        except msgspec.DecodeError:
            keys = []
        if not keys or any(len(key.secret) < 16 for key in keys):
            raise BadSetup("bad_keys", f"{self.path} is not a file of keys; without it, guests get new identities.")
        return sorted(keys, key=lambda key: key.made)


def _unexpired(keys: list[Key], now: float) -> list[Key]:
    """Return the keys without those whose successor began to sign longer ago than `VERIFY_TIME`."""
    successors = [*keys[1:], None]
    return [
        key
        for key, next_ in zip(keys, successors, strict=True)
        if not next_ or next_.made + SPREAD_TIME + VERIFY_TIME > now
    ]


def _stamp(path: Path) -> tuple[int, int]:
    status = path.stat()
    return status.st_mtime_ns, status.st_ino


def _create(path: Path, keys: list[Key]) -> None:
    """Create the complete file atomically, unless another process was faster."""
    new = _write_temporary(path, keys)
    try:
        os.link(new, path)
    except FileExistsError:
        pass
    finally:
        new.unlink()


def _write_temporary(path: Path, keys: list[Key]) -> Path:
    """Write the keys to a new private file in the same folder, and sync it to the disk."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    name = base64.b32encode(secrets.token_bytes(5)).decode().lower()
    new = path.with_name(f".{path.name}.{name}")
    descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(msgspec.json.format(msgspec.json.encode(_File(keys))) + b"\n")
        file.flush()
        os.fsync(file.fileno())
    return new
