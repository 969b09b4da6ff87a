"""Who somebody is: guests by a signed cookie, programs by a token, tables by a code, and what a name may be."""

from __future__ import annotations

import hashlib
import secrets
import time
import unicodedata
from collections.abc import Callable
from typing import NamedTuple

from itsdangerous import BadSignature, TimestampSigner

from heckmeck.games import GameError
from heckmeck.server.net.keys import DAY, LENT, KeyRing

CODE_LETTERS = "ABCDEFGHJKMNPQRSTVWXYZ"
"""Without I, L, O and U, which are taken for others, in print or in handwriting."""
CODE_LENGTH = 8
PLAYER_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"
PLAYER_LENGTH = 26
"""130 bits: nobody ever gets the player id of another."""

LIFE = LENT
"""How long a guest's cookie lasts: as long as its key is sure to be accepted."""
OLD = 30 * DAY
"""A cookie older than this is given anew, and the year begins again."""
LONGEST_NAME = 24
LONGEST_CHAT = 200
TRIED = 4
"""Cookies of our name that are looked at; another page of the host may have set some, too."""
MARKS = 3
"""Accents on one letter; more are there to paint over the lines around."""

_IGNORED = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0") | {
    chr(code) for block in ((0x180B, 0x1810), (0xFE00, 0xFE10), (0xE0100, 0xE01F0)) for code in range(*block)
}
"""Letters, marks and symbols that show nothing."""
_EMOJI = "\ufe0f"
"""Asks for the colourful form of the symbol before it; the only one of those that is let through, and only there."""


_JOINER = "\u200d"
"""Makes one picture of two, as in those of families; let through only between pictures, where it shows."""
_FIRST_PICTURE = "\u2600"
_TONES = "".join(chr(code) for code in range(0x1F3FB, 0x1F400))
"""Colours of skin, which follow a picture."""


class BadText(GameError):
    """A name, a message or a code that cannot be used."""


class Guest(NamedTuple):
    """Somebody with a good cookie; `renew` says that it is time for a new one."""

    player: str
    renew: bool


class Guests:
    """Gives cookies to guests and knows them again."""

    def __init__(self, keys: KeyRing, clock: Callable[[], float] = time.time) -> None:
        self._keys = keys
        self._clock = clock

    def read(self, cookie: str, *, secure: bool) -> Guest | None:
        """Find the guest in a Cookie header. With TLS only the cookie counts that nobody without TLS can set."""
        name = cookie_name(secure=secure)
        values = [value for key, _, value in (part.strip().partition("=") for part in cookie.split(";")) if key == name]
        for value in values[:TRIED]:
            if guest := self._verify(value):
                return guest
        return None

    def cookie(self, player: str, *, secure: bool) -> str:
        """Return the Set-Cookie header for a player. Without TLS a browser would drop one that asks for it."""
        signed = _Signer(self._keys.signing(), self._clock).sign(player).decode()
        tls = "; Secure" if secure else ""
        return f"{cookie_name(secure=secure)}={signed}; Path=/; Max-Age={LIFE}; HttpOnly; SameSite=Lax{tls}"

    def _verify(self, value: str) -> Guest | None:
        if len(value) > 200 or not value.isascii():
            return None
        newest = self._keys.signing()
        for key in self._keys.verifying():
            try:
                player, at = _Signer(key, self._clock).unsign(value, return_timestamp=True)
            except BadSignature:
                continue
            age = self._clock() - at.timestamp()
            # The clocks of several machines differ, so a cookie may come from what is the future here.
            return Guest(player.decode(), key != newest or age > OLD) if -DAY < age < LIFE else None
        return None


class _Signer(TimestampSigner):
    """A signer for our cookies alone: the salt keeps other uses of the same key apart."""

    def __init__(self, key: bytes, clock: Callable[[], float]) -> None:
        super().__init__(key, salt=b"heckmeck.guest", digest_method=hashlib.sha256)
        self._clock = clock

    def get_timestamp(self) -> int:
        return int(self._clock())


def cookie_name(*, secure: bool) -> str:
    """Return the name of the cookie: browsers take `__Host-` as a promise that it came by TLS and from this host."""
    return "__Host-heckmeck" if secure else "heckmeck"


def new_player() -> str:
    """Return a player id that nobody has."""
    return "".join(secrets.choice(PLAYER_LETTERS) for _ in range(PLAYER_LENGTH))


def new_code() -> str:
    """Return a code for a table; whoever has it may join."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def read_code(text: str) -> str:
    """Return a table's code from what somebody typed.

    >>> read_code(" abcd-efgh ")
    'ABCDEFGH'
    """
    typed = "".join(letter for letter in text[:40] if letter not in " -‐‑‒–—_\t")
    code = typed.upper()
    if not typed.isascii() or len(code) != CODE_LENGTH or not set(code) <= set(CODE_LETTERS):
        raise BadText("bad_code", f"A table's code has {CODE_LENGTH} letters, as in ABCD EFGH, and none of I, L, O, U.")
    return code


def new_token() -> str:
    """Return a token for a player's programs. It is shown once; only its digest is kept."""
    return "hm_" + secrets.token_urlsafe(32)


def token_digest(token: str) -> bytes | None:
    """Return what is kept of a token, or None if it cannot be one.

    A plain hash is enough: there is nothing to guess in 32 random bytes.
    """
    if not (token.startswith("hm_") and len(token) == 46 and token.isascii()):
        return None
    return hashlib.sha256(token.encode()).digest()


def read_bearer(authorization: str) -> bytes | None:
    """Return the digest of the token in an Authorization header."""
    scheme, _, token = authorization.partition(" ")
    return token_digest(token.strip()) if scheme.lower() == "bearer" else None


def clean_name(text: str, longest: int = LONGEST_NAME) -> str:
    """Return a name as it is shown, or raise BadText.

    >>> clean_name("  Ann   Lee ")
    'Ann Lee'
    """
    name = _clean(text, longest, "bad_name", "A name")
    if name.lower().startswith("bot:"):
        raise BadText("bad_name", "Names that begin with bot: are for bots.")
    return name


def clean_chat(text: str, longest: int = LONGEST_CHAT) -> str:
    """Return a message as it is shown, or raise BadText."""
    return _clean(text, longest, "bad_chat", "A message")


def _clean(text: str, longest: int, code: str, what: str) -> str:
    """Compose accents, trim, and let only through what shows something."""
    too_long = BadText(code, f"{what} has at most {longest} characters.")
    if len(text) > 8 * longest + 100:  # before any work is done
        raise too_long
    text = unicodedata.normalize("NFC", text).strip()
    text = "".join(" " if unicodedata.category(letter) == "Zs" else letter for letter in text)
    text = " ".join(part for part in text.split(" ") if part)
    shown = marks = 0
    before = ""
    for place, letter in enumerate(text):
        kind = unicodedata.category(letter)
        if (letter == _EMOJI and before == "So") or (letter == _JOINER and _joins(text, place)):
            pass
        elif kind[0] == "C" or kind in {"Zl", "Zp"} or letter in _IGNORED:
            raise BadText(code, f"{what} has only characters that can be seen.")
        elif kind in {"Mn", "Me"}:
            marks += 1
            if marks > MARKS or not before or before[0] == "Z":
                raise BadText(code, f"{what} has letters with a few accents at most.")
            continue
        else:
            shown, marks = shown + 1, 0
        before = kind
    if shown > longest:
        raise too_long
    if not text:
        raise BadText(code, f"{what} has at least one character.")
    return text


def _joins(text: str, place: int) -> bool:
    """Whether what is at this place stands between two pictures."""
    before = text[max(0, place - 3) : place].rstrip(_EMOJI + _TONES)[-1:]
    after = text[place + 1 : place + 2]
    return all(each >= _FIRST_PICTURE and unicodedata.category(each) == "So" for each in (before or " ", after or " "))
