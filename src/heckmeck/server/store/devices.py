"""The part of the interface of a store that is about players and their devices."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from hashlib import sha256
from typing import NamedTuple


class Profile(NamedTuple):
    """How a player is shown to others: by a name, and a portrait if one was chosen."""

    name: str
    portrait: str = ""


class Device(NamedTuple):
    """A browser that is identified as a player's by its cookie. Times are milliseconds since 1970."""

    id: str
    browser: str
    system: str
    """Browser and system, from the user agent; empty if unknown."""
    at: int
    seen: int
    """When it was last used, to within a day."""

    @property
    def label(self) -> str:
        """The device in plain words.

        >>> Device("d", "Firefox", "Android", 0, 0).label, Device("d", "", "", 0, 0).label
        ('Firefox on Android', 'Unknown browser')
        """
        return " on ".join(part for part in (self.browser, self.system) if part) or "Unknown browser"


class Identity(NamedTuple):
    """The stored data of a cookie: the profile of its player (None if unknown), and whether it was revoked."""

    shown: Profile | None
    revoked: bool


class DeviceStore(ABC):
    """Players, their devices and tokens, and the codes that link another device.

    A cookie is valid unless it was revoked: by the id of its device, or because its player signed out everywhere else
    after it was issued and its device was not listed then.
    """

    @abstractmethod
    async def add_player(self, player: str, shown: Profile, at: int) -> None:
        """Store a player, or the new profile of a known one. Nothing is stored for an erased player."""

    @abstractmethod
    async def player(self, player: str) -> Profile | None:
        """Return the profile of a player; None if unknown."""

    @abstractmethod
    async def identify(self, player: str, device: str, issued: int) -> Identity:
        """Return the identity for the cookie of a device, issued at a time in milliseconds since 1970."""

    @abstractmethod
    async def add_token(self, digest: bytes, player: str, by: str, at: int) -> None:
        """Store the hash of a token for a player's programs; `by` is the requesting device, or empty.

        Nothing is stored for a player who was erased or a device that was revoked.
        """

    @abstractmethod
    async def token(self, digest: bytes) -> str | None:
        """Return the player of a token; None if unknown."""

    @abstractmethod
    async def tokens(self, player: str) -> list[tuple[bytes, int]]:
        """Return the hashes of a player's tokens with their creation times, the latest first."""

    @abstractmethod
    async def note_device(self, player: str, device: Device) -> None:
        """Store a device, or the use of a known one. Nothing is stored for unknown players and revoked devices.

        Devices of the player that were not used for longer than a cookie lasts are removed.
        """

    @abstractmethod
    async def devices(self, player: str) -> list[Device]:
        """Return the devices of a player, the most recently used first."""

    @abstractmethod
    async def revoke(self, player: str, devices: Collection[str], tokens: Collection[bytes], at: int) -> None:
        """Revoke devices and tokens of a player, and the code for linking, which one of the devices may know.

        The ids of tokens are those of `token_device`.
        """

    @abstractmethod
    async def revoke_others(self, player: str, kept: str, at: int) -> None:
        """Revoke all devices and tokens of a player except one, and the code for linking, atomically.

        Cookies of devices that are not listed are revoked if they were issued before this time.
        """

    @abstractmethod
    async def revoked_since(self, at: int) -> list[str]:
        """Return the ids that were revoked since a time."""

    @abstractmethod
    async def add_link(self, digest: bytes, player: str, by: str, at: int, until: int) -> None:
        """Store the digest of a code that links another device. It replaces the player's previous code.

        `by` is the requesting device; nothing is stored for one that was revoked.
        """

    @abstractmethod
    async def link(self, digests: Sequence[bytes], now: int) -> str | None:
        """Return the player of a code that is valid and unused, by one of its possible digests."""

    @abstractmethod
    async def use_link(self, digests: Sequence[bytes], device: Device, now: int) -> str | None:
        """Use a code to store a new device, and return the player. A code can be used only once."""

    @abstractmethod
    async def forget(self, player: str, order: str, at: int, until: int, text: str) -> None:
        """Remove a player with all devices and tokens, and store the order to erase them from the log, atomically."""


def erased_player(player: str) -> str:
    """Return the id under which the cookies of an erased player are revoked. It does not reveal who that was."""
    return f"e{sha256(player.encode()).hexdigest()[:24]}"


def token_device(digest: bytes) -> str:
    """Return the id of a token among a player's devices, from its hash."""
    return f"t{digest.hex()[:24]}"
