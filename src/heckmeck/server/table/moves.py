"""Moves of persons and bots, with the chance outcomes that follow them, and the beginning of a game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from heckmeck.games import IllegalMove, Move
from heckmeck.games.setup import show
from heckmeck.server.table import entries
from heckmeck.server.table.environment import Decision, Luck, Refusal
from heckmeck.server.table.progress import advance
from heckmeck.server.table.state import TableState, standing


def begin(table: TableState, luck: Luck, bots: Iterable[tuple[int, str]] = ()) -> Decision:
    """Begin the next game; seats take turns at going first. Without commitments, the first outcome is drawn at once.

    `bots` are put on free seats.
    """
    number = table.number + 1
    first = table.number % table.plan.seats
    setup = table.game.setup(**{**table.plan.options, "seats": table.plan.seats, "first": first})
    options, bots = setup.options(), tuple(bots)
    if any(holder is not None and holder.present and holder.commitment for holder in table.seats):
        return Decision(entries.Began(number, options, luck.anchor, bots, standing=standing(table)))
    sources = luck.sources(f"{table.code}/{number}", (None,) * table.plan.seats)
    progress = advance(table.game, table.game.start(setup), 0, sources)
    return Decision(entries.Began(number, options, luck.anchor, bots, progress.steps, standing(table)), progress)


def move(table: TableState, text: str, luck: Luck, *, then: str | None = None, by_bot: bool = False) -> Decision:
    """Make a move of the seat to act, and with `then` its next decision."""
    seat = table.to_act
    assert seat is not None
    moves = [_parse_move(table, text)]
    if then is not None:
        if state_between(table, text) is None:
            raise Refusal("no_then", f"{show(then)} cannot be decided together with {show(text)}.")
        moves.append(_parse_move(table, then))
    sources = luck.sources(table.game_id, table.seeds)
    progress = advance(table.game, table.state, table.outcomes, sources, moves, seat)
    return Decision(entries.Moved(seat, progress.steps, by_bot, then is not None), progress)


def state_between(table: TableState, first: str) -> Any:
    """Return the state of the game after a move, if the same seat decides again at once; None otherwise.

    Only then can the next decision be made together with the move. A refusal of both must not reveal anything that only
    the move would have revealed, so there may be no chance in between, and no hidden information in the game.
    """
    if table.game.hides:
        return None
    seat = table.to_act
    state = table.game.apply(table.state, _parse_move(table, first), seat).state
    return state if table.game.to_act(state) == seat else None


def _parse_move(table: TableState, text: str) -> Move:
    action = table.game.parse(text)
    if not isinstance(action, Move):
        raise IllegalMove("not_a_move", f"{show(text)} is up to chance.")
    return action
