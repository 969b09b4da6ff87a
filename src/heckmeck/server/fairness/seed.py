"""Seeds: contributions of the seats to the luck of a game, which keep the server from choosing it."""

from __future__ import annotations

from hashlib import sha256
from secrets import token_hex

from heckmeck.games import BadSetup
from heckmeck.games.setup import show

SEED_BYTES = 16
SEED_TAG = "heckmeck-seed/1"

_HEX = frozenset("0123456789abcdef")


def new_seed() -> str:
    """Return a new random seed, as a client makes it."""
    return token_hex(SEED_BYTES)


def is_seed(value: object) -> bool:
    """Return whether a value is a seed: 32 lowercase hexadecimal digits."""
    return _is_hex(value, 2 * SEED_BYTES)


def is_commitment(value: object) -> bool:
    """Return whether a value can be a commitment: 64 lowercase hexadecimal digits."""
    return _is_hex(value, 64)


def commitment_of(seed: str) -> str:
    """Return the commitment to a seed, which a seat publishes before it reveals the seed.

    >>> commitment_of("000102030405060708090a0b0c0d0e0f")
    '75f2cd1c4cadad829e8583f70fec244f487d23bc030a1e5d61f41f5088aebafe'
    """
    if not is_seed(seed):
        raise BadSetup("bad_seed", f"A seed is {2 * SEED_BYTES} lowercase hexadecimal digits, not {show(seed)}.")
    return sha256(f"{SEED_TAG} {seed}".encode()).hexdigest()


def check_seed(seed: str, committed: str) -> bool:
    """Return whether a seed matches a commitment."""
    return is_seed(seed) and commitment_of(seed) == committed


def _is_hex(value: object, digits: int) -> bool:
    return isinstance(value, str) and len(value) == digits and _HEX.issuperset(value)
