"""Codes: letters that people can read out, for tables and for the records of games."""

from __future__ import annotations

import hmac

LETTERS = "ABCDEFGHJKMNPQRSTVWXYZ"
"""Without I, L, O and U, which are easily mistaken for others."""
TABLE_LENGTH = 8
"""36 bits: enough for the tables that are open, since wrong codes are counted."""
RECORD_LENGTH = 20
"""89 bits: among hundreds of millions of records none is ever found by guessing."""


def spell(digest: bytes, length: int) -> str:
    """Return a code of some length for a digest.

    >>> spell(bytes([0, 0, 23]), 4)
    'BBAA'
    """
    number = int.from_bytes(digest)
    letters = []
    for _ in range(length):
        number, place = divmod(number, len(LETTERS))
        letters.append(LETTERS[place])
    return "".join(letters)


def record_code(secret: bytes, table: str, number: int) -> str:
    """Return the code of a game's record.

    It follows from the secret of the game's luck, which only those learn who see the game end, or its record.

    >>> record_code(bytes(32), "ABCDEFGH", 1)
    'DGGDBGFMZHEDMYWVYETV'
    """
    return spell(hmac.digest(secret, f"heckmeck.record {table}/{number}".encode(), "sha256"), RECORD_LENGTH)
