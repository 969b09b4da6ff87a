"""All tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make everything."""
    _tables()
    _entries()
    _chains()
    _games()
    _results()
    _players()
    _tokens()
    _processes()


def _tables() -> None:
    op.create_table(
        "tables",
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("phase", sa.Text(), nullable=False),
        sa.Column("public", sa.Boolean(), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("free", sa.Integer(), nullable=False),
        sa.Column("vacant", sa.Boolean(), nullable=False),
        sa.Column("players", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("code", name="tables_pkey"),
    )
    op.create_index(
        "tables_listed",
        "tables",
        ["vacant", "at"],
        unique=False,
        sqlite_where=sa.text("public AND phase <> 'closed'"),
        postgresql_where=sa.text("public AND phase <> 'closed'"),
    )
    op.create_index(
        "tables_not_closed",
        "tables",
        ["code"],
        unique=False,
        sqlite_where=sa.text("phase <> 'closed'"),
        postgresql_where=sa.text("phase <> 'closed'"),
    )


def _entries() -> None:
    op.create_table(
        "entries",
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("command", sa.Text(), nullable=False),
        sa.Column("process", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("code", "seq", name="entries_pkey"),
        sqlite_with_rowid=False,
    )
    op.create_index("entries_command", "entries", ["code", "command"], unique=True)


def _chains() -> None:
    op.create_table(
        "chains",
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("code", "number", name="chains_pkey"),
        sqlite_with_rowid=False,
    )


def _games() -> None:
    op.create_table(
        "games",
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("setup", sa.LargeBinary(), nullable=False),
        sa.Column("began", sa.BigInteger(), nullable=False),
        sa.Column("ended", sa.BigInteger(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("first_seq", sa.Integer(), nullable=False),
        sa.Column("last_seq", sa.Integer(), nullable=True),
        sa.PrimaryKeyConstraint("code", "number", name="games_pkey"),
        sqlite_with_rowid=False,
    )
    op.create_index("games_began", "games", ["began"], unique=False)
    op.create_index(
        "games_finished",
        "games",
        ["ended", "code", "number"],
        unique=False,
        sqlite_where=sa.text("reason IS NOT NULL"),
        postgresql_where=sa.text("reason IS NOT NULL"),
    )


def _results() -> None:
    op.create_table(
        "results",
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("player", sa.Text(), nullable=True),
        sa.Column("bot", sa.Text(), nullable=True),
        sa.Column("score", sa.Integer(), nullable=False),
        sa.Column("rank", sa.Integer(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.Column("failed", sa.Integer(), nullable=False),
        sa.Column("luck", sa.Double(), nullable=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("code", "number", "seat", name="results_pkey"),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "results_player",
        "results",
        ["player", "at"],
        unique=False,
        sqlite_where=sa.text("player IS NOT NULL"),
        postgresql_where=sa.text("player IS NOT NULL"),
    )


def _players() -> None:
    op.create_table(
        "players",
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("player", name="players_pkey"),
    )


def _tokens() -> None:
    op.create_table(
        "tokens",
        sa.Column("digest", sa.LargeBinary(), nullable=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("digest", name="tokens_pkey"),
    )
    op.create_index("tokens_player", "tokens", ["player"], unique=False)


def _processes() -> None:
    op.create_table(
        "processes",
        sa.Column("process", sa.Text(), nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("process", name="processes_pkey"),
    )
