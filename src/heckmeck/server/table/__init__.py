"""The rules of a table, without input and output: what a command leads to, and who may see what of it.

The package imports only `heckmeck.games`, msgspec and the standard library, so that it also runs where there is no
server. Luck, the bots that may play and the seats that are connected are passed in.

A command goes through the modules in this order: `messages` (the command), `decisions` (the entry that it leads to),
`state` (the table after the entry), `projections` (what is stored beside the log) and `visibility` (what each reader
is sent).
"""

__all__ = [
    "chance_nodes",
    "changes",
    "decisions",
    "entries",
    "holder",
    "messages",
    "positions",
    "progress",
    "projections",
    "state",
    "text",
    "visibility",
]
