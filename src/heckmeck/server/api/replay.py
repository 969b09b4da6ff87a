"""Games looked at again: what lay on the table after each step, of games played here and of records from elsewhere."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from http import HTTPStatus
from typing import Any

from litestar import Response, get, post
from litestar.openapi import ResponseSpec
from msgspec import Struct

from heckmeck.games import AnyGame, Step
from heckmeck.games import get as game_of
from heckmeck.play.record import BadRecord, Record, decode, replay
from heckmeck.server.api.lookback import lookback_of, past_game
from heckmeck.server.api.requests import AnyRequest, Code, Number, service_of, visit_of
from heckmeck.server.net.rate_limits import TOO_FAST
from heckmeck.server.table.decisions import Refusal
from heckmeck.server.table.messages import Problem, SeatInfo
from heckmeck.server.table.positions import AnyEvent, KarteneckPosition, Position, event_bytes, position

MOST_STEPS = 6000
"""Longer games are refused: their positions would be many megabytes. Games of people have a few hundred steps."""
BOT = "bot:"
"""Before the name of a bot in a record."""


class Frame(Struct, frozen=True, omit_defaults=True):
    """The table after a step of a record. A step in which nothing happens goes with the next one."""

    step: int
    """How many steps were made by now."""
    position: Position
    """As a spectator sees it."""
    move: str | None = None
    """The step in notation; None before the first."""
    seat: int | None = None
    """Who made it; None for chance."""
    events: tuple[AnyEvent, ...] = ()
    hands: tuple[tuple[int, ...], ...] = ()
    """Each seat's cards: once a game is over nothing is hidden any more."""


class End(Struct, frozen=True):
    """How a game ended."""

    reason: str
    scores: tuple[int, ...]
    ranking: tuple[tuple[int, ...], ...]
    winners: tuple[int, ...]


class Replay(Struct, frozen=True):
    """A whole game, from before its first step to its last. `end` is None where it was not played to the end."""

    game: str
    setup: dict[str, Any]
    players: tuple[SeatInfo, ...]
    frames: tuple[Frame, ...]
    end: End | None


class RecordProblem(Problem, frozen=True, omit_defaults=True):
    """Why a record cannot be shown, and which of its steps is the trouble, counted from 1."""

    step: int | None = None


def replayed(record: Record) -> Replay:
    """Play a record again and keep what can be seen after each step.

    A BadRecord says why it cannot be: it breaks a rule, its outcome is another one, or it is too long.
    """
    if len(record.steps) > MOST_STEPS:
        raise BadRecord("too_many_steps", f"This game has more than {MOST_STEPS} steps.")
    steps = tuple(replay(record))
    game = game_of(record.game)
    players = tuple(
        SeatInfo(name.removeprefix(BOT), bot=name.removeprefix(BOT)) if name.startswith(BOT) else SeatInfo(name, True)
        for name in record.players
    )
    return Replay(record.game, record.setup, players, tuple(_frames(record, game, steps)), _end(record, game, steps))


def _frames(record: Record, game: AnyGame, steps: Sequence[Step[Any]]) -> Iterator[Frame]:
    actor: int | None = None
    for done, (state, events) in enumerate(steps):
        # Rolling without the dice that fall is nothing to look at.
        if done == 0 or events:
            yield Frame(
                step=done,
                position=position(game.view(state, None)),
                move=record.steps[done - 1] if done else None,
                seat=actor,
                events=tuple(map(event_bytes, events)),
                hands=_hands(game, state, len(record.players)) if game.hides else (),
            )
        acting = game.to_act(state)
        actor = acting if isinstance(acting, int) else None


def _hands(game: AnyGame, state: Any, seats: int) -> tuple[tuple[int, ...], ...]:
    seen = (position(game.view(state, seat)) for seat in range(seats))
    return tuple(each.hand for each in seen if isinstance(each, KarteneckPosition))


def _end(record: Record, game: AnyGame, steps: Sequence[Step[Any]]) -> End | None:
    written, state = record.outcome, steps[-1].state
    outcome = game.outcome(state)
    if outcome is None and written is not None and written.seat is not None:
        outcome = game.forfeit(state, written.seat)
    return None if outcome is None else End(outcome.reason, outcome.scores, outcome.ranking, outcome.winners)


def _problems(*statuses: int) -> dict[int, ResponseSpec]:
    return {
        status: ResponseSpec(RecordProblem, generate_examples=False, description=HTTPStatus(status).phrase)
        for status in statuses
    }


@get("/api/tables/{code:str}/games/{number:int}/replay", responses=_problems(400, 404, 409, 429, 503))
async def table_replay(request: AnyRequest, code: Code, number: Number) -> Replay:
    """A game of a table, step by step. Where something is hidden it has to be over."""
    return await past_game(request, code, number, replayed)


@post("/api/replay", status_code=200, responses=_problems(400, 429, 503))
async def record_replay(request: AnyRequest) -> Response[Replay | RecordProblem]:
    """A record from elsewhere, step by step: it is played again by the rules, and kept nowhere."""
    service, visit = service_of(request), await visit_of(request)
    if not (service.credits.commands.spend(visit.group) and service.credits.replays.spend(visit.group)):
        raise Refusal("too_fast", TOO_FAST)
    line = await request.body()
    try:
        return Response(await lookback_of(request).look(lambda: asyncio.to_thread(lambda: replayed(decode(line)))))
    except BadRecord as error:
        problem = RecordProblem(error.code, error.message, error.rule, error.step)
        return Response(problem, status_code=400)


ROUTES = (table_replay, record_replay)
