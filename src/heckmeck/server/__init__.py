"""The game server: people and bots play over the network, and every acknowledged move is on the disk."""

__all__ = ["api", "app", "background", "fairness", "live", "net", "ops", "service", "store", "table"]
