"""Replays over HTTP: the table after each step, for games played here and for uploaded records."""

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
from heckmeck.server.api.archive import archive_queue_of, read_game
from heckmeck.server.api.requests import (
    AnyRequest,
    Code,
    Number,
    RecordCode,
    game_at,
    recorded_game,
    service_of,
    visit_of,
)
from heckmeck.server.net.rate_limits import TOO_FAST
from heckmeck.server.table.chance_nodes import ChanceNode, chance_nodes, written_size
from heckmeck.server.table.environment import Refusal
from heckmeck.server.table.hosted_games import public_message
from heckmeck.server.table.messages import Problem, SeatInfo
from heckmeck.server.table.positions import AnyEvent, Position, event_bytes, position

MAX_STEPS = 6000
"""Maximum number of steps. Longer games would take many megabytes; games of people have a few hundred steps."""
MAX_CHANCE_BYTES = 1_000_000
"""Maximum size of all outcomes with their weights, as JSON: a replay that exceeds it is sent without them."""
BOT = "bot:"
"""The prefix of a bot's name in a record."""


class Frame(Struct, frozen=True, omit_defaults=True):
    """The table after a step of a record. A step without events is joined with the next one."""

    step: int
    """Number of steps so far."""
    position: Position
    """The position as a spectator sees it."""
    move: str | None = None
    """The step in notation; None before the first."""
    seat: int | None = None
    """The seat that made it; None for chance."""
    events: tuple[AnyEvent, ...] = ()
    hands: tuple[tuple[int, ...], ...] = ()
    """The cards in each seat's hand, which are public once a game is over."""
    chance: tuple[ChanceNode, ...] = ()
    """The outcome with its weights, for games that are sent as text and have no hidden information."""


class End(Struct, frozen=True):
    """How a game ended."""

    reason: str
    scores: tuple[int, ...]
    ranking: tuple[tuple[int, ...], ...]
    winners: tuple[int, ...]


class Replay(Struct, frozen=True):
    """A whole game, from before its first step to its last. `end` is None if it was not played to the end."""

    game: str
    setup: dict[str, Any]
    players: tuple[SeatInfo, ...]
    frames: tuple[Frame, ...]
    end: End | None


class RecordProblem(Problem, frozen=True, omit_defaults=True):
    """Why a record cannot be shown, and the number of the step that is wrong, counted from 1."""

    step: int | None = None


def replayed(record: Record) -> Replay:
    """Replay a record and return the table after each step.

    A BadRecord is raised for a record that breaks a rule, has a wrong outcome, or is too long.
    """
    if len(record.steps) > MAX_STEPS:
        raise BadRecord("too_many_steps", f"This game has more than {MAX_STEPS} steps.")
    steps = tuple(replay(record))
    game = game_of(record.game)
    players = tuple(
        SeatInfo(name.removeprefix(BOT), bot=name.removeprefix(BOT)) if name.startswith(BOT) else SeatInfo(name, True)
        for name in record.players
    )
    return Replay(record.game, record.setup, players, tuple(_frames(record, game, steps)), _end(record, game, steps))


def _chance(record: Record, game: AnyGame, steps: Sequence[Step[Any]]) -> list[tuple[ChanceNode, ...]]:
    """Return the outcome with its weights for each step; nothing for all steps if the total is too long."""
    found: list[tuple[ChanceNode, ...]] = []
    size = 0
    for step, text in zip(steps, record.steps, strict=False):
        found.append(chance_nodes(game, step.state, (text,)))
        size += sum(map(written_size, found[-1]))
        if size > MAX_CHANCE_BYTES:
            return [()] * len(record.steps)
    return found


def _frames(record: Record, game: AnyGame, steps: Sequence[Step[Any]]) -> Iterator[Frame]:
    chance = _chance(record, game, steps)
    actor: int | None = None
    for done, (state, events) in enumerate(steps):
        # A decision to roll has no events: it is shown together with the dice.
        if done == 0 or events:
            yield Frame(
                step=done,
                position=position(game.view(state, None)),
                move=record.steps[done - 1] if done else None,
                seat=actor,
                events=tuple(map(event_bytes, events)),
                hands=game.hands(state),
                chance=chance[done - 1] if done else (),
            )
        acting = game.to_act(state)
        actor = acting if isinstance(acting, int) else None


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
    """A game of a table, step by step. A game with hidden information must be over."""
    return await read_game(request, await game_at(request, code, number), replayed)


@get("/api/records/{record:str}/replay", responses=_problems(400, 404, 409, 429, 503))
async def replay_by_code(request: AnyRequest, record: RecordCode) -> Replay:
    """A finished game, step by step, by the code of its record."""
    return await read_game(request, await recorded_game(request, record), replayed)


@post("/api/replay", status_code=200, responses=_problems(400, 429, 503))
async def record_replay(request: AnyRequest) -> Response[Replay | RecordProblem]:
    """An uploaded record, step by step. It is replayed by the rules, and not stored."""
    service, visit = service_of(request), await visit_of(request)
    if not (service.limits.commands.spend(visit.group) and service.limits.replays.spend(visit.group)):
        raise Refusal("too_fast", TOO_FAST)
    line = await request.body()
    try:
        queue = archive_queue_of(request)
        return Response(await queue.run(lambda: asyncio.to_thread(lambda: replayed(decode(line))), visit.group))
    except BadRecord as error:
        problem = RecordProblem(error.code, public_message(error), error.rule, error.step)
        return Response(problem, status_code=400)


ROUTES = (table_replay, replay_by_code, record_replay)
