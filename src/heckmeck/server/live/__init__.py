"""TODO server/live."""
