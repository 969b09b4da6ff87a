"""Learning Karteneck by self-play: a network that values what a seat can bring about by its move."""
