"""Finished games as one compressed row each, and codes of their records."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

UNARCHIVED = "ended IS NOT NULL AND archived IS NULL"


def upgrade() -> None:
    """Add a table and two columns. Games that ended before have no record code, and keep their old addresses."""
    op.create_table(
        "archive",
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("last_seq", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("commands", sa.LargeBinary(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("code", "seq", name="archive_pkey"),
    )
    op.add_column("games", sa.Column("record", sa.Text(), nullable=True))
    op.add_column("games", sa.Column("archived", sa.Boolean(), nullable=True))
    recorded = sa.text("record IS NOT NULL")
    op.create_index("games_record", "games", ["record"], unique=True, sqlite_where=recorded, postgresql_where=recorded)
    unarchived = sa.text(UNARCHIVED)
    op.create_index(
        "games_unarchived",
        "games",
        ["ended", "code", "number"],
        unique=False,
        sqlite_where=unarchived,
        postgresql_where=unarchived,
    )
