"""Tables in the memory of one process: commands in order, followers up to date, logs read back."""

__all__ = ["archive", "followers", "hub", "live_table", "log_reader", "presence", "subscription"]
