"""Whether a database is whole: every log without gaps and readable, and all that is derived from it in accord."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import Any

import msgspec

from heckmeck.server.store.session import CHUNK, Session, SqliteSession

QUESTIONS = {
    "Table {}: its log goes from {} to {} but has {} entries.": """
        SELECT code, MIN(seq), MAX(seq), COUNT(*) FROM entries GROUP BY code
        HAVING MIN(seq) <> 1 OR MAX(seq) <> COUNT(*) ORDER BY code""",
    "Table {}: the command {} was done {} times.": """
        SELECT code, command, COUNT(*) FROM entries GROUP BY code, command HAVING COUNT(*) > 1 ORDER BY code""",
    "Table {} has no log.": """
        SELECT code FROM tables WHERE NOT EXISTS (SELECT 1 FROM entries WHERE entries.code = tables.code)""",
    "Table {} has a log, but is in no list.": """
        SELECT DISTINCT code FROM entries WHERE NOT EXISTS (SELECT 1 FROM tables WHERE tables.code = entries.code)""",
    "Table {}: game {} begins with entry {}, which is not there.": """
        SELECT code, number, first_seq FROM games WHERE NOT EXISTS
        (SELECT 1 FROM entries WHERE entries.code = games.code AND seq = first_seq)""",
    "Table {}: game {} ends with entry {}, which is not there.": """
        SELECT code, number, last_seq FROM games WHERE last_seq IS NOT NULL AND NOT EXISTS
        (SELECT 1 FROM entries WHERE entries.code = games.code AND seq = last_seq)""",
    "Table {}: game {} has half an end.": """
        SELECT code, number FROM games WHERE (ended IS NULL) <> (last_seq IS NULL)
        OR (ended IS NULL AND reason IS NOT NULL)""",
    "Table {}: game {} is finished and has no results.": """
        SELECT code, number FROM games WHERE reason IS NOT NULL AND NOT EXISTS
        (SELECT 1 FROM results WHERE results.code = games.code AND results.number = games.number)""",
    "Table {}: there are results of game {}, which has not ended.": """
        SELECT DISTINCT code, number FROM results WHERE NOT EXISTS (SELECT 1 FROM games
        WHERE games.code = results.code AND games.number = results.number AND ended IS NOT NULL)""",
    "A token belongs to {}, who is not known.": """
        SELECT DISTINCT player FROM tokens WHERE NOT EXISTS (SELECT 1 FROM players WHERE players.player = tokens.player)
        """,
}
"""What is wrong, as a sentence, and how to find it."""

BODIES = "SELECT code, seq, body FROM entries ORDER BY code, seq"
SETUPS = "SELECT code, number, setup FROM games ORDER BY code, number"


async def faults(session: Session, report: Callable[[int], object]) -> AsyncIterator[str]:
    """Yield a sentence for everything that is wrong, and say how many entries were read."""
    if isinstance(session, SqliteSession):
        async for found in session.stream("PRAGMA integrity_check"):
            if found[0] != "ok":
                yield f"The file is damaged: {found[0]}."
    for sentence, sql in QUESTIONS.items():
        async for found in session.stream(sql):
            yield sentence.format(*found)
    async for sentence in _unreadable(session, BODIES, "Table {}: entry {} is no JSON.", report):
        yield sentence
    async for sentence in _unreadable(session, SETUPS, "Table {}: the options of game {} are no JSON.", lambda _: None):
        yield sentence


async def _unreadable(session: Session, sql: str, sentence: str, report: Callable[[int], object]) -> AsyncIterator[str]:
    decode: Callable[[bytes], Any] = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode
    number = 0
    async for code, which, text in session.stream(sql):
        try:
            decode(text)
        except (msgspec.DecodeError, UnicodeError):
            yield sentence.format(code, which)
        number += 1
        if number % CHUNK == 0:
            report(number)
