"""How the champion of Karteneck plays, beside `greedy` at the same tables."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Sequence
from random import Random
from typing import Any

import numpy as np
from bench.strategy_means import Mean, Means

from heckmeck.bots import make
from heckmeck.bots.bot import Bot
from heckmeck.games import BadSetup, Event, Move, PortionStolen, get
from heckmeck.games.karteneck import DropOut, KarteneckView, Lay
from heckmeck.games.karteneck.cards import sort_of
from heckmeck.games.karteneck.events import CardsLaid, DroppedOut, RoundEnded
from heckmeck.play import Table
from heckmeck.play.statistics import Z
from heckmeck.rl.batch import make_batch
from heckmeck.rl.returns import win_share_arrays
from heckmeck.train.karteneck.players import by_network, packaged_network

SEATS = range(2, 6)
CHAMPION, GREEDY = "champion", "greedy"


CARD_DIFFERENCES = ("lays another sort", "lays fewer", "lays more", "drops out", "lays on", "steals", "spares")


class Compared(Bot[KarteneckView]):
    """A player whose decisions are compared with those of another one."""

    def __init__(self, player: Bot[KarteneckView], other: Bot[KarteneckView]) -> None:
        super().__init__(Random(0))
        self._player, self._other = player, other
        self.found: list[str] = []
        """What differs, for each decision with a choice: one of `CARD_DIFFERENCES`, or nothing."""

    def choose(self, view: KarteneckView) -> Move:
        """Choose what the player chooses."""
        move = self._player.choose(view)
        if len(view.moves) > 1:
            self.found.append(difference(move, self._other.choose(view)))
        return move


def difference(move: Move, other: Move) -> str:
    """Say how a move differs from another one. Which worms are laid makes no difference here.

    >>> difference(Lay((3, 3)), DropOut())
    'lays on'
    """
    if isinstance(move, Lay) and isinstance(other, Lay):
        sorts = [sort_of(lay.cards[0]) for lay in (move, other)]
        if sorts[0] != sorts[1]:
            return "lays another sort"
        more = len(move.cards) - len(other.cards)
        return "lays more" if more > 0 else "lays fewer" if more < 0 else ""
    if isinstance(move, DropOut) and isinstance(other, DropOut):
        return "" if move.steal == other.steal else "steals" if move.steal else "spares"
    return "drops out" if isinstance(move, DropOut) else "lays on"


class Rounds:
    """Counts what seats do in the rounds of one game, until they drop out."""

    def __init__(self) -> None:
        self.layings: Counter[int] = Counter()
        self.cards: Counter[int] = Counter()
        self.dropped: list[DroppedOut] = []
        self.found: dict[tuple[int, str], list[float]] = defaultdict(list)
        """Values of all rounds, by seat and subject."""

    def add(self, events: Iterable[Event]) -> None:
        """Count the events of a step."""
        for event in events:
            if isinstance(event, CardsLaid):
                self.layings[event.seat] += 1
                self.cards[event.seat] += len(event.cards)
            elif isinstance(event, DroppedOut):
                self._drop(event)
            elif isinstance(event, PortionStolen):
                self.found[event.seat, "thefts"][-1] = 1.0
            elif isinstance(event, RoundEnded):
                self.layings.clear()
                self.cards.clear()
                self.dropped.clear()

    def _drop(self, event: DroppedOut) -> None:
        layings, cards = self.layings[event.seat], self.cards[event.seat]
        subjects: dict[str, float] = {
            "first": not self.dropped,
            "layings": layings,
            "cards": cards,
            "valid": event.valid,
            "nothing": not layings,
            "thefts": 0.0,
        }
        for subject, value in subjects.items():
            self.found[event.seat, subject].append(float(value))
        if event.valid:
            self.found[event.seat, "total"].append(event.total)
        self.dropped.append(event)


def measure_cards(seats: int, games: int, seed: int) -> Means | None:
    """Play games of one champion among `greedy`, who has another seat in each; None where there are no weights."""
    game = get("karteneck")
    setup = game.setup(seats=seats)
    if not _is_known(seats):
        return None
    means = Means()
    for number in range(games):
        own = number % seats
        players: list[Bot[KarteneckView]] = [make(GREEDY, game, Random(0)) for _ in range(seats)]
        players[own] = compared = Compared(make(CHAMPION, game, Random(0)), players[own])
        names = [CHAMPION if seat == own else GREEDY for seat in range(seats)]
        table, rounds = Table(game, setup, players, Random(f"{seed}/{number}"), names=names), Rounds()
        for played in table.play():
            rounds.add(played.events)
        outcome = table.outcome
        assert outcome is not None
        means.next_part()
        for kind in CARD_DIFFERENCES:
            _add(means, kind, [found == kind for found in compared.found])
        for champion in (True, False):
            some = [seat for seat in range(seats) if (seat == own) == champion]
            for subject in ("first", "layings", "cards", "valid", "nothing", "thefts", "total"):
                _add(means, (champion, subject), [value for seat in some for value in rounds.found[seat, subject]])
            _add(means, (champion, "won"), [(seat in outcome.winners) / len(outcome.winners) for seat in some])
            _add(means, (champion, "score"), [outcome.scores[seat] for seat in some])
    return means


def _add(means: Means, key: Hashable, values: Sequence[float]) -> None:
    """Add values of one game."""
    means.add(key, values, np.zeros(len(values), np.intp))


def measure_card_order(seats: int, games: int, seed: int) -> list[Mean] | None:
    """Let champions play among themselves; return each seat's share of the wins, counted from the one that begins."""
    if not _is_known(seats):
        return None
    batch = make_batch(get("karteneck").setup(seats=seats), games, seed)
    player = by_network(packaged_network(seats))(batch)
    while not batch.over.all():
        player.play_turns(np.flatnonzero(~batch.over))
    won = win_share_arrays(*batch.standings()).astype(np.float64)
    errors = Z * won.std(axis=0) / np.sqrt(games)
    return [Mean(float(mean), float(error), games) for mean, error in zip(won.mean(axis=0), errors, strict=True)]


def _is_known(seats: int) -> bool:
    """Return whether the game has a champion, and weights for this number of seats."""
    game = get("karteneck")
    try:
        bot: Any = make(CHAMPION, game, Random(0))
    except BadSetup:
        return False
    bot.check(game.setup(seats=seats))
    return bot.fallback is None
