"""Identities: guests by a signed cookie, programs by a token, tables by a code."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from collections.abc import Callable
from typing import NamedTuple

from itsdangerous import BadSignature, TimestampSigner

from heckmeck.server.net.keys import DAY, VERIFY_TIME, KeyRing
from heckmeck.server.table.codes import IMPORTED, IMPORTED_LENGTH, LETTERS, RECORD_LENGTH, TABLE_LENGTH, spell
from heckmeck.server.table.text import BadText

PLAYER_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"
PLAYER_LENGTH = 26
"""Length of a player's id: 130 bits, so that no two players ever get the same one."""
DEVICE_LENGTH = 16
LINK_LENGTH = 10
"""Length of a code that links another device: 45 bits. It is valid for minutes, and wrong codes are rate limited."""
OWNER_END = "~"
"""Separates the player and the device in a cookie. Cookies of version 0.1.0 have only the player."""

COOKIE_LIFETIME = VERIFY_TIME
"""Seconds that a guest's cookie lasts: as long as its key is certain to be accepted."""
RENEWAL_AGE = 30 * DAY
"""Seconds after which a cookie is renewed."""
MAX_COOKIES = 4
"""Maximum number of cookies with our name that are checked. Other pages of the host may have set some too."""


class Guest(NamedTuple):
    """A guest with a valid cookie; `renew` says whether it should be renewed."""

    player: str
    renew: bool
    device: str
    issued: int
    """When the cookie was signed, in milliseconds since 1970."""


class GuestCookies:
    """Issues the cookies of guests and verifies them."""

    def __init__(self, keys: KeyRing, clock: Callable[[], float] = time.time) -> None:
        self._keys = keys
        self._clock = clock

    def read(self, cookie: str, *, secure: bool) -> Guest | None:
        """Find the guest in a Cookie header. With TLS, only a cookie that was set over TLS counts."""
        name = cookie_name(secure=secure)
        values = [value for key, _, value in (part.strip().partition("=") for part in cookie.split(";")) if key == name]
        for value in values[:MAX_COOKIES]:
            if guest := self._verify(value):
                return guest
        return None

    def code_of(self, player: str, wanted: str) -> str:
        """Return the code of the table that a player opens with a request id."""
        return code_of(self._keys.signing(), player, wanted)

    def cookie(self, player: str, device: str, *, secure: bool) -> str:
        """Return the Set-Cookie header for a player's device."""
        signed = _Signer(self._keys.signing(), self._clock).sign(f"{player}{OWNER_END}{device}").decode()
        return _set_cookie(signed, COOKIE_LIFETIME, secure=secure)

    def link_digests(self, code: str) -> list[bytes]:
        """Return the digests under which a code that links a device may be stored, first that for a new one.

        They depend on the keys, so that the database alone does not reveal the codes.
        """
        newest = self._keys.signing()
        keys = [newest, *(key for key in self._keys.verifying() if key != newest)]
        return [hmac.digest(key, f"heckmeck.link {code}".encode(), "sha256") for key in keys]

    def _verify(self, value: str) -> Guest | None:
        if len(value) > 200 or not value.isascii():
            return None
        newest = self._keys.signing()
        for key in self._keys.verifying():
            try:
                signed, at = _Signer(key, self._clock).unsign(value, return_timestamp=True)
            except BadSignature:
                continue
            age = self._clock() - at.timestamp()
            if age >= COOKIE_LIFETIME:
                return None
            player, _, device = signed.decode().partition(OWNER_END)
            # A cookie from the future means that our clock is behind: a cookie with its time might soon be worthless.
            renew = age >= -DAY and (key != newest or age > RENEWAL_AGE)
            return Guest(player, renew, device or _device_of(value), int(at.timestamp() * 1000))
        return None


class _Signer(TimestampSigner):
    """A signer for cookies only: the salt separates them from other uses of the same key."""

    def __init__(self, key: bytes, clock: Callable[[], float]) -> None:
        super().__init__(key, salt=b"heckmeck.guest", digest_method=hashlib.sha256)
        self._clock = clock

    def get_timestamp(self) -> int:
        return int(self._clock())


def cookie_name(*, secure: bool) -> str:
    """Return the name of the cookie. For browsers, `__Host-` guarantees that it was set over TLS by this host."""
    return "__Host-heckmeck" if secure else "heckmeck"


def expired_cookie(*, secure: bool) -> str:
    """Return the Set-Cookie header that makes a browser delete its cookie."""
    return _set_cookie("", 0, secure=secure)


def _set_cookie(value: str, lifetime: int, *, secure: bool) -> str:
    tls = "; Secure" if secure else ""
    return f"{cookie_name(secure=secure)}={value}; Path=/; Max-Age={lifetime}; HttpOnly; SameSite=Lax{tls}"


def _device_of(cookie: str) -> str:
    """Return the id of the device that has a cookie of version 0.1.0: always the same, and the same after renewal."""
    return f"c{hashlib.sha256(cookie.encode()).hexdigest()[:24]}"


def new_player() -> str:
    """Return a new player id."""
    return _random(PLAYER_LETTERS, PLAYER_LENGTH)


def new_device() -> str:
    """Return a new id for a device."""
    return _random(PLAYER_LETTERS, DEVICE_LENGTH)


def new_code() -> str:
    """Return a new code for a table. Everyone who has it may join."""
    return _random(LETTERS, TABLE_LENGTH)


def new_link_code() -> str:
    """Return a new code that links another device."""
    return _random(LETTERS, LINK_LENGTH)


def _random(letters: str, length: int) -> str:
    return "".join(secrets.choice(letters) for _ in range(length))


def code_of(key: bytes, player: str, wanted: str) -> str:
    """Return the code of the table that a player opens with a request id. It is deterministic, but not predictable."""
    return spell(hmac.digest(key, f"heckmeck.table {player} {wanted}".encode(), "sha256"), TABLE_LENGTH)


def read_code(text: str) -> str:
    """Return a table's code from what a person typed.

    >>> read_code(" abcd-efgh ")
    'ABCDEFGH'
    """
    if text.startswith(IMPORTED) and (code := _typed(text[1:], IMPORTED_LENGTH)) is not None:
        return IMPORTED + code
    if (code := _typed(text, TABLE_LENGTH)) is None:
        text = f"A table's code has {TABLE_LENGTH} letters, as in ABCD EFGH, and none of I, L, O, U."
        raise BadText("bad_code", text)
    return code


def read_record_code(text: str) -> str:
    """Return the code of a record from what a person typed.

    >>> read_record_code("abcde-fghjk-mnpqr-stvwx")
    'ABCDEFGHJKMNPQRSTVWX'
    """
    if (code := _typed(text, RECORD_LENGTH)) is None:
        raise BadText("bad_code", f"A record's code has {RECORD_LENGTH} letters, and none of I, L, O, U.")
    return code


def read_link_code(text: str) -> str:
    """Return the code that links another device from what a person typed.

    >>> read_link_code("abcde fghjk")
    'ABCDEFGHJK'
    """
    if (code := _typed(text, LINK_LENGTH)) is None:
        raise BadText("bad_link", f"This code has {LINK_LENGTH} letters, as in ABCDE FGHJK, and none of I, L, O, U.")
    return code


def _typed(text: str, length: int) -> str | None:
    typed = "".join(letter for letter in text[:40] if letter not in " -‐‑‒–—_\t")
    code = typed.upper()
    return code if typed.isascii() and len(code) == length and set(code) <= set(LETTERS) else None


def new_token() -> str:
    """Return a new token for a player's programs. It is shown once; only its digest is stored."""
    return "hm_" + secrets.token_urlsafe(32)


def token_digest(token: str) -> bytes | None:
    """Return the stored digest of a token, or None if it cannot be one.

    A plain hash is enough, because 32 random bytes cannot be guessed.
    """
    if not (token.startswith("hm_") and len(token) == 46 and token.isascii()):
        return None
    return hashlib.sha256(token.encode()).digest()


def read_bearer(authorization: str) -> bytes | None:
    """Return the digest of the token in an Authorization header."""
    scheme, _, token = authorization.partition(" ")
    return token_digest(token.strip()) if scheme.lower() == "bearer" else None
