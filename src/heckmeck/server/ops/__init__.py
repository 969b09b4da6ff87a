"""TODO server/ops."""
