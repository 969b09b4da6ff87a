"""Deadlines of a table: the server's actions when one has passed, and when the operator closes the table."""

from __future__ import annotations

from heckmeck.server.table import entries
from heckmeck.server.table.environment import Bots, Decision, Luck
from heckmeck.server.table.moves import begin
from heckmeck.server.table.progress import advance
from heckmeck.server.table.state import TableState


def overdue(table: TableState, luck: Luck, bots: Bots) -> Decision | None:
    """Return the server's action when the table is due: fill seats, continue without seeds, or replace a player."""
    if table.phase == "open":
        free = [seat for seat, holder in enumerate(table.seats) if holder is None]
        return begin(table, luck, [(seat, bots.filler(table.plan.game)) for seat in free])
    if table.phase == "seeding":
        progress = advance(table.game, table.state, 0, luck.sources(table.game_id, table.seeds))
        return Decision(entries.SeedsClosed(progress.steps), progress)
    if table.to_act is not None:
        return Decision(entries.StoodIn(table.to_act, bots.stand_in(table.plan.game), "time"))
    return None


def expire(table: TableState, unstarted: int, between: int, during: int) -> Decision | None:
    """Close a table, or break off its game, if its last entry is older than a time; return None otherwise.

    The time is `unstarted` before the first game, `between` after a game, and `during` one.
    """
    if table.phase in ("open", "over"):
        return Decision(entries.Closed()) if table.at < (unstarted if table.phase == "open" else between) else None
    return Decision(entries.BrokenOff()) if table.phase != "closed" and table.at < during else None


def shut(table: TableState) -> Decision | None:
    """Close a table by order of the operator, after its game was broken off; return None if it is closed."""
    if table.phase in ("open", "over"):
        return Decision(entries.Closed())
    return None if table.phase == "closed" else Decision(entries.BrokenOff())
