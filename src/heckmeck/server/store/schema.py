"""The tables of the database, the same for SQLite and PostgreSQL.

Only migrations and the commands of `heckmeck db` need this; the server itself uses plain SQL.
The column for a game table is `code`, because `table` is a keyword of SQL.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Double, Index, Integer, LargeBinary, MetaData, Table, Text, text

metadata = MetaData(
    naming_convention={"pk": "%(table_name)s_pkey", "uq": "%(table_name)s_%(column_0_N_name)s_key"},
)

tables = Table(
    "tables",
    metadata,
    Column("code", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("phase", Text, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("free", Integer, nullable=False),
    Column("vacant", Boolean, nullable=False),  # free > 0: lists show these first, with an index
    Column("players", Text, nullable=False),  # names, as JSON
    Column("at", BigInteger, nullable=False),
    Column("takeable", Integer),  # seats of bots that a person could take; unknown if last written by version 0001
    Column("pending", Boolean),  # whether a bot or a timer will act; unknown if last written by version 0002
)
_pending = text("phase <> 'closed' AND pending IS NOT FALSE")
_listed = text("public AND phase <> 'closed'")
_not_closed = text("phase <> 'closed'")
Index("tables_listed", tables.c.vacant, tables.c.at, sqlite_where=_listed, postgresql_where=_listed)
Index("tables_pending", tables.c.code, sqlite_where=_pending, postgresql_where=_pending)
Index("tables_not_closed", tables.c.code, sqlite_where=_not_closed, postgresql_where=_not_closed)

# Without a rowid the rows of a table are stored together: one page to read, one page to write.
entries = Table(
    "entries",
    metadata,
    Column("code", Text, primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("command", Text, nullable=False),
    Column("process", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("body", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)
Index("entries_command", entries.c.code, entries.c.command, unique=True)

# With a rowid: rows as long as these would mostly be stored in overflow pages without one.
archive = Table(
    "archive",
    metadata,
    Column("code", Text, primary_key=True),
    Column("seq", Integer, primary_key=True),  # the first of its entries
    Column("last_seq", Integer, nullable=False),
    Column("number", Integer, nullable=False),
    Column("commands", LargeBinary, nullable=False),  # see `archive_format.py`, as for the body
    Column("body", LargeBinary, nullable=False),
)

chains = Table(
    "chains",
    metadata,
    Column("code", Text, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("secret", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

games = Table(
    "games",
    metadata,
    Column("code", Text, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("game", Text, nullable=False),
    Column("setup", LargeBinary, nullable=False),
    Column("began", BigInteger, nullable=False),
    Column("ended", BigInteger),
    Column("reason", Text),
    Column("first_seq", Integer, nullable=False),
    Column("last_seq", Integer),
    Column("record", Text),  # the code of its record; none if it ended before version 0005
    Column("archived", Boolean),  # whether its entries are in the archive
    sqlite_with_rowid=False,
)
_recorded = text("record IS NOT NULL")
_unarchived = text("ended IS NOT NULL AND archived IS NULL")
_finished = text("reason IS NOT NULL")
Index("games_began", games.c.began)
Index("games_record", games.c.record, unique=True, sqlite_where=_recorded, postgresql_where=_recorded)
Index(
    "games_unarchived",
    games.c.ended,
    games.c.code,
    games.c.number,
    sqlite_where=_unarchived,
    postgresql_where=_unarchived,
)
Index(
    "games_finished",
    games.c.ended,
    games.c.code,
    games.c.number,
    sqlite_where=_finished,
    postgresql_where=_finished,
)

results = Table(
    "results",
    metadata,
    Column("code", Text, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("player", Text),
    Column("bot", Text),
    Column("score", Integer, nullable=False),
    Column("rank", Integer, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("failed", Integer, nullable=False),
    Column("luck", Double),
    Column("at", BigInteger, nullable=False),  # when the game ended
    sqlite_with_rowid=False,
)
_person = text("player IS NOT NULL")
Index("results_player", results.c.player, results.c.at, sqlite_where=_person, postgresql_where=_person)

players = Table(
    "players",
    metadata,
    Column("player", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("portrait", Text, nullable=False, server_default=""),
)

tokens = Table(
    "tokens",
    metadata,
    Column("digest", LargeBinary, primary_key=True),
    Column("player", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
)
Index("tokens_player", tokens.c.player)

devices = Table(
    "devices",
    metadata,
    Column("device", Text, primary_key=True),
    Column("player", Text, nullable=False),
    Column("browser", Text, nullable=False),
    Column("system", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),  # written at most once a day
)
Index("devices_player", devices.c.player)

revocations = Table(
    "revocations",
    metadata,
    Column("id", Text, primary_key=True),  # of a device or a token, or of a player who signed out everywhere else
    Column("at", BigInteger, nullable=False),
)
Index("revocations_at", revocations.c.at)

links = Table(
    "links",
    metadata,
    Column("digest", LargeBinary, primary_key=True),  # of a code that links another device
    Column("player", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("until", BigInteger, nullable=False),
    Column("device", Text),  # the one that used it
)
Index("links_player", links.c.player)
Index("links_device", links.c.device)

orders = Table(
    "orders",
    metadata,
    Column("id", Text, primary_key=True),
    Column("kind", Text, nullable=False),  # ban, mute, erase, close or message
    Column("subject", Text, nullable=False),  # a player or a table
    Column("text", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("until", BigInteger),
)

# Mutes and blocks between players.
blocks = Table(
    "blocks",
    metadata,
    Column("id", Text, primary_key=True),
    Column("player", Text, nullable=False),
    Column("subject", Text, nullable=False),  # the other player
    Column("kind", Text, nullable=False),  # mute or block
    Column("name", Text, nullable=False),  # of the subject, at that time
    Column("at", BigInteger, nullable=False),
)
Index("blocks_pair", blocks.c.player, blocks.c.subject, unique=True)
Index("blocks_subject", blocks.c.subject)

# Reports of players to the operator.
reports = Table(
    "reports",
    metadata,
    Column("id", Text, primary_key=True),
    Column("reporter", Text, nullable=False),
    Column("subject", Text, nullable=False),
    Column("name", Text, nullable=False),  # of the subject, at that time
    Column("code", Text, nullable=False),
    Column("number", Integer, nullable=False),
    Column("seq", Integer, nullable=False),  # 0 if it is about no entry
    Column("reason", Text, nullable=False),
    Column("note", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("resolved", BigInteger),  # when the operator resolved it
    Column("resolution", Text),  # a note of the operator
)
Index(
    "reports_once",
    reports.c.reporter,
    reports.c.subject,
    reports.c.code,
    reports.c.number,
    reports.c.seq,
    reports.c.reason,
    unique=True,
)
Index("reports_subject", reports.c.subject)

processes = Table(
    "processes",
    metadata,
    Column("process", Text, primary_key=True),
    Column("seen", BigInteger, nullable=False),  # milliseconds since 1970, by the database's clock
)
