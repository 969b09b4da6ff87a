"""Tables in the memory of one process: commands in order, followers up to date, logs read back."""

__all__ = [
    "archive",
    "checkpoints",
    "followers",
    "hub",
    "live_table",
    "log_reader",
    "presence",
    "resume_slots",
    "subscription",
]
