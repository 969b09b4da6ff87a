"""Rows and changes to fill stores with."""

from heckmeck.server.store import GameBegun, GameEnded, Held, Phase, Result, Row, TableChanged

TABLE = "ABCDEFGH"


def row(seq: int, command: str | None = None, table: str = TABLE, process: str = "one") -> Row:
    """A row with a unique command id."""
    return Row(
        table, seq, command or f"command:{seq}", process, 1_700_000_000_000 + seq, b'{"kind":"chat","seq":%d}' % seq
    )


def table_changed(
    table: str = TABLE,
    phase: Phase = "open",
    *,
    game: str = "bratwurmeck",
    public: bool = True,
    free: int = 2,
    at: int = 1,
) -> TableChanged:
    """The summary of a table with Ann at it, as in lists."""
    return TableChanged(table, game, f"Table {table}", phase, public, 3, free, ("Ann",), at)


def begun(number: int = 1, table: str = TABLE, game: str = "bratwurmeck", at: int = 10) -> GameBegun:
    """The first game of a table."""
    return GameBegun(table, number, game, b'{"seats":2}', 1, at)


def ended(number: int = 1, table: str = TABLE, at: int = 20, reason: str | None = "grill_empty") -> GameEnded:
    """A game that Ann (player `ann`) won against a bot."""
    results = (
        Result(Held(0, "Ann", "ann", None), 7, 1, True, 2),
        Result(Held(1, "random", None, "random"), 3, 2, False, 4),
    )
    return GameEnded(table, number, 2, at, reason, results)
