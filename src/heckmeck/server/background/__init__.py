"""Background work of a server: moves of bots, timers, takeover of tables, expiry, advice and reviews."""

__all__ = [
    "archiving",
    "bot_catalog",
    "bot_pool",
    "coach",
    "failure_log",
    "gc_pauses",
    "scheduler",
    "table_expiry",
    "takeover",
]
