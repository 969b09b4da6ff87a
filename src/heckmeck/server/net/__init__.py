"""TODO server/net."""
