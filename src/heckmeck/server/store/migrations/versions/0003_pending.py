"""Whether an action of the server is pending at a table."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column. Nothing is pending between games; for all other existing tables it is unknown."""
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
