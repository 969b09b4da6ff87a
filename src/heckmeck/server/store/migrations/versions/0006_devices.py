"""Devices of players, revoked cookies and tokens, and the codes that link another device."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "devices",
        sa.Column("device", sa.Text(), nullable=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("browser", sa.Text(), nullable=False),
        sa.Column("system", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("device", name="devices_pkey"),
    )
    op.create_index("devices_player", "devices", ["player"])
    op.create_table(
        "revocations",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="revocations_pkey"),
    )
    op.create_index("revocations_at", "revocations", ["at"])
    op.create_table(
        "links",
        sa.Column("digest", sa.LargeBinary(), nullable=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.Column("device", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("digest", name="links_pkey"),
    )
    op.create_index("links_player", "links", ["player"])
    op.create_index("links_device", "links", ["device"])
