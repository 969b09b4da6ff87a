"""Replays: the table after each step of a record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from heckmeck.games import AnyGame, Step, get
from heckmeck.play.record import BOT, BadRecord, Record, replay
from heckmeck.server.table.chance_nodes import ChanceNode, chance_nodes, written_size
from heckmeck.server.table.hosted_games import public_message
from heckmeck.server.table.messages import Problem, SeatInfo
from heckmeck.server.table.positions import AnyEvent, Position, event_bytes, position

MAX_STEPS = 6000
"""Maximum number of steps. Longer games would take many megabytes; games of people have a few hundred steps."""
MAX_CHANCE_BYTES = 1_000_000
"""Maximum size of all outcomes with their weights, as JSON: a replay that exceeds it is sent without them."""


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

    @classmethod
    def of(cls, error: BadRecord) -> RecordProblem:
        """Return the problem for an error."""
        return cls(error.code, public_message(error), error.rule, error.step)


def replayed(record: Record) -> Replay:
    """Replay a record and return the table after each step.

    A BadRecord is raised for a record that breaks a rule, has a wrong outcome, or is too long.
    """
    if len(record.steps) > MAX_STEPS:
        raise BadRecord("too_many_steps", f"This game has more than {MAX_STEPS} steps.")
    steps = tuple(replay(record))
    game = get(record.game)
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
