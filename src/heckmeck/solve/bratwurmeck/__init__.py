"""TODO solve/bratwurmeck."""
