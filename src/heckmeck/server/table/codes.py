"""Codes: letters that are easy to read out, for tables and for the records of games."""

from __future__ import annotations

import hmac
from hashlib import sha256

LETTERS = "ABCDEFGHJKMNPQRSTVWXYZ"
"""The alphabet, without I, L, O and U, which are easily confused with others."""
TABLE_LENGTH = 8
"""Length of a table's code: 36 bits, enough for the open tables, since wrong codes are rate limited."""
RECORD_LENGTH = 20
"""Length of a record's code: 89 bits, so that even with hundreds of millions of records none can be guessed."""

IMPORTED = "_"
"""The first letter of the codes of tables for games that were played elsewhere and copied to the server."""
IMPORTED_LENGTH = 12
"""Number of letters after it: nobody has to type them."""


def spell(digest: bytes, length: int) -> str:
    """Return a code of the given length for a digest.

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

    It is derived from the secret of the game's luck, which is revealed only with the end of the game and in its record.

    >>> record_code(bytes(32), "ABCDEFGH", 1)
    'DGGDBGFMZHEDMYWVYETV'
    """
    return spell(hmac.digest(secret, f"heckmeck.record {table}/{number}".encode(), "sha256"), RECORD_LENGTH)


def imported_code(player: str, origin: str, attempt: int = 0) -> str:
    """Return the code of the table for a game that a player copies to the server: the same each time.

    It follows from the id of the player, which nobody else knows.
    """
    digest = sha256(f"heckmeck.import {player} {origin} {attempt}".encode()).digest()
    return IMPORTED + spell(digest, IMPORTED_LENGTH)
