"""Advice over HTTP: for the player of the seat to act, at tables where it is allowed."""

from __future__ import annotations

from typing import Annotated

from litestar import get
from litestar.params import QueryParameter
from msgspec import Struct

from heckmeck.games import NotYourTurn
from heckmeck.play.advice import Option
from heckmeck.server.api.requests import AnyRequest, Code, caller_of, error_responses, service_of, visit_of
from heckmeck.server.background.scheduler import question
from heckmeck.server.net.rate_limits import TOO_FAST
from heckmeck.server.table.environment import Caller, Refusal, Stale
from heckmeck.server.table.state import TableState

Seat = Annotated[int, QueryParameter(ge=0, le=6)]
Seq = Annotated[int, QueryParameter(ge=0, le=10**12)]


class Advice(Struct, frozen=True):
    """The values of a seat's moves, the best one first; `exact` distinguishes exact values from estimates.

    `seq` is the last entry that changed the game: the advice is for a move made against it.
    """

    seat: int
    seq: int
    exact: bool
    best: str
    options: tuple[Option, ...]


@get("/api/tables/{code:str}/advice", responses=error_responses(400, 401, 404, 409, 429))
async def advice(request: AnyRequest, code: Code, seat: Seat, seq: Seq) -> Advice:
    """The values of the player's moves, during their turn: always against bots, else if the host allows it."""
    service, visit = service_of(request), await visit_of(request)
    caller = caller_of(visit)
    table = await service.table(code, visit)
    await table.reach(seq)
    check(table.state, seat, seq, caller)
    limited = None if visit.group is None else caller.player
    if not (service.limits.commands.spend(visit.group) and service.limits.advice.spend(limited)):
        raise Refusal("too_fast", TOO_FAST)
    state = table.state
    asked = question(table, seat, service.bots.stand_in(state.plan.game), remembers=state.game.hides)
    options = await service.coach.advise(table.code, state.moved_seq, asked, visit.group)
    return Advice(seat, state.moved_seq, options[0].error is None, options[0].move, options)


def check(table: TableState, seat: int, seq: int, by: Caller) -> None:
    """Refuse advice for another player's seat, for an outdated position, out of turn, or without the host's consent."""
    mine = table.seats_of(by.player)
    if not mine:
        raise Refusal("not_seated", "You have no seat at this table.")
    if seat not in mine:
        raise Refusal("not_your_seat", "This is not your seat.")
    if not allowed(table, seat):
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


def allowed(table: TableState, seat: int) -> bool:
    """Return whether a seat may get advice: the host allows it, or all others are bots, not just absent people."""
    others = (holder for place, holder in enumerate(table.seats) if place != seat)
    return table.plan.coach or all(holder is None or holder.player is None for holder in others)


ROUTES = (advice,)
