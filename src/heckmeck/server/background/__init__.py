"""TODO server/background."""
