"""Finished games in the form of messages."""

from __future__ import annotations

import msgspec

from heckmeck.server.fairness.proof import OFFLINE
from heckmeck.server.store import Game, Tally
from heckmeck.server.table.codes import IMPORTED
from heckmeck.server.table.messages import PlayedGame, PlayerTally, SeatResult


def public_games(found: list[Game], reader: str | None = None) -> list[PlayedGame]:
    """Return games in public form: without the ids of players, but with the reader's own seats marked."""
    return [
        PlayedGame(
            game.table, game.number, game.game, msgspec.json.decode(game.setup), game.began, game.ended, game.reason,
            tuple(
                SeatResult(
                    r.held.seat, r.held.name, r.held.player is not None, r.held.bot,
                    r.score, r.rank, r.won, r.failed, r.luck, reader is not None and r.held.player == reader,
                )
                for r in game.results
            ),
            game.record,
            game.table.startswith((IMPORTED, OFFLINE)),
        )
        for game in found
    ]  # fmt: skip


def public_tallies(found: list[Tally], reader: str | None) -> list[PlayerTally]:
    """Return totals in public form: without the ids of players, but with those of the reader marked."""
    return [
        PlayerTally(
            each.name, each.player is not None, each.bot, each.games, each.wins, each.score, each.failed, each.luck,
            reader is not None and each.player == reader,
        )
        for each in found
    ]  # fmt: skip
