"""Portraits of players, and the seats of bots that latecomers may take."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns. For existing tables it is unknown how many seats can be taken."""
    op.add_column("tables", sa.Column("takeable", sa.Integer(), nullable=True))
    op.add_column("players", sa.Column("portrait", sa.Text(), server_default="", nullable=False))
