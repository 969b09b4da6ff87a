"""The rules of a table, without input and output: the effects of commands, and who may see what.

The package imports only `heckmeck.games`, msgspec and the standard library, so that it also runs without a server.
Luck, the bots that may play and the seats that are connected are passed in (`environment`).

A command goes through the modules in this order: `messages` (the command), `decisions` (the resulting entry, with
`requirements`, `plans` and `moves`), `state` (the table after the entry), `projections` (the data stored beside the
log) and `visibility` (the messages to each reader). The server's own actions are in `deadlines`.
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
