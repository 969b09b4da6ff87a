"""TODO server/table."""
