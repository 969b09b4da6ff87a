"""Advice over HTTP: for the seat to act, for its own player alone, and only where it is allowed."""

from __future__ import annotations

from typing import Annotated

from litestar import get
from litestar.params import QueryParameter
from msgspec import Struct

from heckmeck.games import NotYourTurn
from heckmeck.play.advice import Option
from heckmeck.server.api.requests import AnyRequest, Code, caller_of, may_say, service_of, visit_of
from heckmeck.server.background.scheduler import question
from heckmeck.server.net.rate_limits import TOO_FAST
from heckmeck.server.table.decisions import Caller, Refusal, Stale
from heckmeck.server.table.state import TableState

THINKER = "sampler"
"""The bot whose memory of what happened the advice in Karteneck has."""

Seat = Annotated[int, QueryParameter(ge=0, le=6)]
Seq = Annotated[int, QueryParameter(ge=0, le=10**12)]


class Advice(Struct, frozen=True):
    """What the moves of a seat are worth, the best one first; `exact` tells it from an estimate.

    `seq` is the entry that changed the game last: a move made against it is the one that the advice is for.
    """

    seat: int
    seq: int
    exact: bool
    best: str
    options: tuple[Option, ...]


@get("/api/tables/{code:str}/advice", responses=may_say(400, 401, 404, 409, 429))
async def advice(request: AnyRequest, code: Code, seat: Seat, seq: Seq) -> Advice:
    """What each move of one's own seat is worth, at its turn: with bots always, with people if the host allows it."""
    service, visit = service_of(request), await visit_of(request)
    caller = caller_of(visit)
    table = await service.table(code, visit)
    await table.reach(seq)
    check(table.state, seat, seq, caller)
    limited = None if visit.group is None else caller.player
    if not (service.credits.commands.spend(visit.group) and service.credits.advice.spend(limited)):
        raise Refusal("too_fast", TOO_FAST)
    state = table.state
    bot = THINKER if state.game.hides else "greedy"
    options = await service.coach.advise(table.code, state.moved_seq, question(table, seat, bot))
    return Advice(seat, state.moved_seq, not state.game.hides, options[0].move, options)


def check(table: TableState, seat: int, seq: int, by: Caller) -> None:
    """Refuse advice for another's seat, against an older position, out of turn, or where the host does not allow it."""
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
    """Whether a seat may be advised: the host allows it, or all others are bots. One who is away may come back."""
    others = (holder for place, holder in enumerate(table.seats) if place != seat)
    return table.plan.coach or all(holder is None or holder.player is None for holder in others)


ROUTES = (advice,)
