"""Operating a server: configuration, start and stop, logs, metrics, checks and exports of a database."""

__all__ = ["audit", "config", "export", "logs", "metrics", "run"]
