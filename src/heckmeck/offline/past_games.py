"""The player's finished games: the list, and totals by kind of game or by participant."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from heckmeck.server.store import Game, Result, Statistics, Tally


class _Played(NamedTuple):
    """A result, and its game."""

    game: Game
    result: Result


class _Sums(NamedTuple):
    """Totals over some results. One that a bot finished for a person counts for neither.

    A game with several of them counts as one game, and as one win if any of them won.
    """

    games: int
    wins: int
    score: int
    failed: int
    luck: float | None

    @classmethod
    def of(cls, played: Sequence[_Played]) -> _Sums:
        own = [each for each in played if each.result.held.player is None or each.result.held.bot is None]
        known = [result.luck for _, result in own if result.luck is not None]
        return cls(
            _count_games(played),
            _count_games(each for each in own if each.result.won),
            sum(result.score for _, result in own),
            sum(result.failed for _, result in own),
            sum(known) if known else None,
        )


def _count_games(played: Iterable[_Played]) -> int:
    return len({(game.table, game.number) for game, _ in played})


def history(games: Iterable[Game], player: str, before: tuple[str, int] | None, limit: int) -> list[Game]:
    """Return the games of a player that ended, the latest first.

    With `before`, a game given by its table and number, only those that follow it; none if it is not among them.
    """
    own = [game for game in games if any(result.held.player == player for result in game.results)]
    own.sort(key=lambda game: (game.ended, game.table, game.number), reverse=True)
    if before is not None:
        places = [place for place, game in enumerate(own, 1) if (game.table, game.number) == before]
        own = own[places[0] :] if places else []
    return own[:limit]


def statistics(games: Iterable[Game], player: str) -> list[Statistics]:
    """Return the totals over a player's finished games, one row for each kind of game."""
    finished = sorted((game for game in games if game.reason is not None), key=lambda game: game.game)
    found = []
    for kind, alike in groupby(finished, key=lambda game: game.game):
        own = [_Played(game, result) for game in alike for result in game.results if result.held.player == player]
        if own:
            found.append(Statistics(kind, *_Sums.of(own)))
    return found


def tallies(games: Iterable[Game]) -> list[Tally]:
    """Return the totals over the finished games of a table, one row for each participant, most wins first."""
    shares: dict[tuple[str, str | None, str | None], list[_Played]] = {}
    for each in (_Played(game, result) for game in games if game.reason is not None for result in game.results):
        held = each.result.held
        who = held.name, held.player, held.bot if held.player is None else None
        shares.setdefault(who, []).append(each)
    found = []
    for (name, player, bot), played in shares.items():
        found.append(Tally(name, player, bot, *_Sums.of(played)))
    return sorted(found, key=lambda each: (-each.wins, -each.score, each.name, each.player or ""))
