"""TODO cli/commands."""
