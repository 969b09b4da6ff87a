"""Advice at a table: what it says, and who may ask for it."""

from __future__ import annotations

from msgspec import Struct

from heckmeck.games import NotYourTurn
from heckmeck.play.advice import Option
from heckmeck.server.table.environment import Caller, Refusal, Stale
from heckmeck.server.table.state import TableState


class Advice(Struct, frozen=True):
    """The values of a seat's moves, the best one first; `exact` distinguishes exact values from estimates.

    `seq` is the last entry that changed the game: the advice is for a move made against it.
    """

    seat: int
    seq: int
    exact: bool
    best: str
    options: tuple[Option, ...]

    @classmethod
    def of(cls, seat: int, moved: int, options: tuple[Option, ...]) -> Advice:
        """Return the advice for a seat with these options; `moved` is the last entry that changed the game."""
        return cls(seat, moved, options[0].error is None, options[0].move, options)


def check_advice(table: TableState, seat: int, seq: int, by: Caller) -> None:
    """Refuse advice for another player's seat, for an outdated position, out of turn, or without the host's consent."""
    mine = table.seats_of(by.player)
    if not mine:
        raise Refusal("not_seated", "You have no seat at this table.")
    if seat not in mine:
        raise Refusal("not_your_seat", "This is not your seat.")
    if not _is_allowed(table, seat):
        raise Refusal("no_coach", "At this table people play without the coach: the host decides that.")
    if not table.moved_seq <= seq <= table.seq:
        raise Stale("stale", "The game has moved on since.")
    if table.phase != "playing":
        raise Refusal("no_game", "No game is being played.")
    if seat != table.to_act:
        raise NotYourTurn("not_your_turn", "It is another player's turn.")
    holder = table.seats[seat]
    if holder is None or not holder.present:
        raise Refusal("away", "A bot plays for you: take your seat back first.")


def _is_allowed(table: TableState, seat: int) -> bool:
    """Return whether a seat may get advice: the host allows it, or all others are bots, not just absent people."""
    others = (holder for place, holder in enumerate(table.seats) if place != seat)
    return table.plan.coach or all(holder is None or holder.player is None for holder in others)
