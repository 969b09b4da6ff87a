"""TODO bots/bratwurmeck."""
