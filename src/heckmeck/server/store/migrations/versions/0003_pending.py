"""At which tables the server has something to do by itself."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column. Between games nothing is to be done; of other tables that were written before nobody knows."""
    op.add_column("tables", sa.Column("pending", sa.Boolean(), nullable=True))
    op.execute("UPDATE tables SET pending = FALSE WHERE phase IN ('over', 'closed')")
    op.create_index(
        "tables_pending",
        "tables",
        ["code"],
        unique=False,
        sqlite_where=sa.text("phase <> 'closed' AND pending IS NOT FALSE"),
        postgresql_where=sa.text("phase <> 'closed' AND pending IS NOT FALSE"),
    )
