"""The rules of a table, without input and output: what a command leads to, and who may see what of it.

The package imports only `heckmeck.games`, msgspec and the standard library, so that it also runs where there is no
server. Luck, the bots that may play and the seats that are connected are passed in (`environment`).

A command goes through the modules in this order: `messages` (the command), `decisions` (the entry that it leads to,
with `requirements`, `plans` and `moves`), `state` (the table after the entry), `projections` (what is stored beside
the log) and `visibility` (what each reader is sent). What the server does by itself is in `deadlines`.
"""

__all__ = [
    "chance_nodes",
    "changes",
    "deadlines",
    "decisions",
    "entries",
    "environment",
    "holder",
    "messages",
    "moves",
    "plans",
    "positions",
    "progress",
    "projections",
    "requirements",
    "state",
    "text",
    "visibility",
]
