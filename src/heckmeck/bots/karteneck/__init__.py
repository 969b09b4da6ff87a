"""TODO bots/karteneck."""
