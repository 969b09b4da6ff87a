"""Learning to play the dice games by self-play: networks that say every seat's share of the wins."""
