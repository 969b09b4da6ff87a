"""How the champion of Karteneck plays, beside `greedy` at the same tables."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from random import Random
from typing import Any

from bench.strategy_means import Means

from heckmeck.bots import make
from heckmeck.games import BadSetup, Event, PortionStolen, get
from heckmeck.games.karteneck.events import CardsLaid, DroppedOut, RoundEnded
from heckmeck.play import bot_table

GAME = "karteneck"
SEATS = range(2, 6)
CHAMPION, GREEDY = "champion", "greedy"


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
    game = get(GAME)
    setup = game.setup(seats=seats)
    if not _is_known(seats):
        return None
    means = Means()
    for number in range(games):
        own = number % seats
        bots = [CHAMPION if seat == own else GREEDY for seat in range(seats)]
        table, rounds = bot_table(game, setup, bots, f"{seed}/{number}"), Rounds()
        for played in table.play():
            rounds.add(played.events)
        outcome = table.outcome
        assert outcome is not None
        for champion in (True, False):
            some = [seat for seat in range(seats) if (seat == own) == champion]
            for subject in ("first", "layings", "cards", "valid", "nothing", "thefts", "total"):
                means.add((champion, subject), [value for seat in some for value in rounds.found[seat, subject]])
            means.add((champion, "won"), [(seat in outcome.winners) / len(outcome.winners) for seat in some])
            means.add((champion, "score"), [outcome.scores[seat] for seat in some])
    return means


def _is_known(seats: int) -> bool:
    """Return whether the game has a champion, and weights for this number of seats."""
    game = get(GAME)
    try:
        bot: Any = make(CHAMPION, game, Random(0))
    except BadSetup:
        return False
    bot.check(game.setup(seats=seats))
    return bot.fallback is None
