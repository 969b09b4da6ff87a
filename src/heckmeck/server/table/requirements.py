"""Requirements of commands: each function raises the refusal if the caller or the table does not meet one."""

from __future__ import annotations

from collections.abc import Set

from heckmeck.server.table.environment import Caller, Refusal
from heckmeck.server.table.holder import Holder
from heckmeck.server.table.state import TableState


def check_hurry(table: TableState, by: Caller) -> None:
    """Refuse to hurry a bot if there are other people at the table, even if they are away: they may come back."""
    if not table.seats_of(by.player):
        raise Refusal("not_seated", "You have no seat at this table.")
    if any(holder is not None and holder.player not in (None, by.player) for holder in table.seats):
        raise Refusal("not_alone", "Other people play here as well, and may want to watch the bots.")
    if table.phase != "playing":
        raise Refusal("no_game", "No game is being played.")


def holder_of(table: TableState, seat: int) -> Holder | None:
    """Return the holder of a seat; None if it is free. Refuse a seat that does not exist."""
    if seat >= len(table.seats):
        raise Refusal("no_such_seat", "There is no such seat at this table.")
    return table.seats[seat]


def names_at(table: TableState, *, without: int | None = None) -> list[str]:
    """Return the names of the seated players and bots, without the holder of one seat."""
    return [holder.name for seat, holder in enumerate(table.seats) if holder is not None and seat != without]


def own_seat(table: TableState, seat: int, by: Caller) -> Holder:
    """Return the holder of the caller's seat. Refuse the seat of another player."""
    holder = holder_of(table, seat)
    if holder is None or holder.player != by.player:
        raise Refusal("not_your_seat", "This is not your seat.")
    return holder


def require_present(table: TableState, seat: int) -> None:
    """Refuse while a bot plays on the seat."""
    holder = table.seats[seat]
    if holder is None or not holder.present:
        raise Refusal("away", "A bot plays for you: take your seat back first.")


def require_room(table: TableState, most: int) -> None:
    """Refuse when there are too many asides."""
    if table.asides >= most:
        raise Refusal("said_enough", "The limit for one game is reached: chat is possible again in the next one.")


def require_welcome(table: TableState, blockers: Set[str]) -> None:
    """Refuse a seat if the host blocks the player, or at a public table any seated player does.

    At a private table of someone else, a player's blocks do not decide who may join; at a public table they do.
    """
    sitting = {holder.player for holder in table.seats if holder is not None}
    if table.host in blockers or (table.plan.public and sitting & blockers):
        raise Refusal("no_seat_here", "You cannot sit down at this table: choose another one.")


def require_host(table: TableState, by: Caller) -> None:
    """Refuse everyone except the host."""
    if by.player != table.host:
        raise Refusal("not_host", "Only the host of the table can do this.")


def require_between_games(table: TableState) -> None:
    """Refuse during a game."""
    if table.phase not in ("open", "over"):
        raise Refusal("game_on", "A game is being played.")
