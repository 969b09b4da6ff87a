"""Consistency checks of a database by SQL: no log has gaps, and every game has all its parts."""

from __future__ import annotations

from collections.abc import AsyncIterator

from heckmeck.server.store.session import Session, SqliteSession

CHECKS = {
    "Table {}: its log goes from {} to {} but has {} entries.": """
        SELECT code, MIN(seq), MAX(last_seq), SUM(last_seq - seq + 1) FROM (
          SELECT code, seq, seq AS last_seq FROM entries UNION ALL SELECT code, seq, last_seq FROM archive) AS spans
        GROUP BY code HAVING MIN(seq) <> 1 OR MAX(last_seq) <> SUM(last_seq - seq + 1) ORDER BY code""",
    "Table {}: the command {} was done {} times.": """
        SELECT code, command, COUNT(*) FROM entries GROUP BY code, command HAVING COUNT(*) > 1 ORDER BY code""",
    "Table {} has no log.": """
        SELECT code FROM tables WHERE NOT EXISTS (SELECT 1 FROM entries WHERE entries.code = tables.code)""",
    "Table {} has a log, but is not in the list of tables.": """
        SELECT DISTINCT code FROM entries WHERE NOT EXISTS (SELECT 1 FROM tables WHERE tables.code = entries.code)""",
    "Table {}: game {} begins with entry {}, which is missing.": """
        SELECT code, number, first_seq FROM games WHERE NOT EXISTS
        (SELECT 1 FROM entries WHERE entries.code = games.code AND seq = games.first_seq) AND NOT EXISTS
        (SELECT 1 FROM archive WHERE archive.code = games.code
         AND games.first_seq BETWEEN archive.seq AND archive.last_seq)""",
    "Table {}: game {} ends with entry {}, which is missing.": """
        SELECT code, number, last_seq FROM games WHERE last_seq IS NOT NULL AND NOT EXISTS
        (SELECT 1 FROM entries WHERE entries.code = games.code AND seq = games.last_seq) AND NOT EXISTS
        (SELECT 1 FROM archive WHERE archive.code = games.code
         AND games.last_seq BETWEEN archive.seq AND archive.last_seq)""",
    "Table {}: game {} is in the archive but not marked as archived, or the other way round.": """
        SELECT code, number FROM games WHERE (archived IS NOT NULL) <> EXISTS
        (SELECT 1 FROM archive WHERE archive.code = games.code AND archive.number = games.number)""",
    "Table {}: there are archived entries of game {}, which is unknown.": """
        SELECT code, number FROM archive WHERE NOT EXISTS
        (SELECT 1 FROM games WHERE games.code = archive.code AND games.number = archive.number)""",
    "Table {}: the end of game {} is incomplete.": """
        SELECT code, number FROM games WHERE (ended IS NULL) <> (last_seq IS NULL)
        OR (ended IS NULL AND reason IS NOT NULL)""",
    "Table {}: game {} is finished and has no results.": """
        SELECT code, number FROM games WHERE reason IS NOT NULL AND NOT EXISTS
        (SELECT 1 FROM results WHERE results.code = games.code AND results.number = games.number)""",
    "Table {}: there are results of game {}, which has not ended.": """
        SELECT DISTINCT code, number FROM results WHERE NOT EXISTS (SELECT 1 FROM games
        WHERE games.code = results.code AND games.number = results.number AND ended IS NOT NULL)""",
    "Table {}: game {} has no chain, so its luck is lost.": """
        SELECT code, number FROM games WHERE NOT EXISTS
        (SELECT 1 FROM chains WHERE chains.code = games.code AND chains.number = games.number)""",
    "Table {}: there is a chain of game {}, which has not begun.": """
        SELECT code, number FROM chains WHERE NOT EXISTS
        (SELECT 1 FROM games WHERE games.code = chains.code AND games.number = chains.number)""",
    "A token belongs to {}, who is unknown.": """
        SELECT DISTINCT player FROM tokens WHERE NOT EXISTS (SELECT 1 FROM players WHERE players.player = tokens.player)
        """,
    "The player {} mutes or blocks themselves.": "SELECT player FROM blocks WHERE player = subject",
    "The report {} is about table {}, which is missing.": """
        SELECT id, code FROM reports WHERE NOT EXISTS (SELECT 1 FROM tables WHERE tables.code = reports.code)""",
    "A device belongs to {}, who is unknown.": """
        SELECT DISTINCT player FROM devices
        WHERE NOT EXISTS (SELECT 1 FROM players WHERE players.player = devices.player) ORDER BY player""",
    "The device {} was revoked and is still listed.": """
        SELECT device FROM devices WHERE EXISTS (SELECT 1 FROM revocations WHERE id = device) ORDER BY device""",
}
"""The sentence for each kind of fault, and the query that finds it."""


async def faults(session: Session) -> AsyncIterator[str]:
    """Yield a sentence for every fault."""
    if isinstance(session, SqliteSession):
        async for found in session.stream("PRAGMA integrity_check"):
            if found[0] != "ok":
                yield f"The file is damaged: {found[0]}."
    for sentence, sql in CHECKS.items():
        async for found in session.stream(sql):
            yield sentence.format(*found)
