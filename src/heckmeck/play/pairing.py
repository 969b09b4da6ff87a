"""A pairing: two bots at one table, on every seat and with the same luck."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from random import Random

from heckmeck.bots import make
from heckmeck.games import AnyGame, Setup, Theft, get
from heckmeck.play.mirrored_chance import MirrorSource
from heckmeck.play.statistics import Deal
from heckmeck.play.table import Table


@dataclass(frozen=True)
class Pairing:
    """Two bots at a table with some seats. With an odd number of seats, each has one more in half the games."""

    game: str
    seats: int
    bots: tuple[str, str]
    seed: str
    options: Mapping[str, object] = field(default_factory=dict)

    def line_ups(self) -> Iterator[tuple[int, ...]]:
        """Yield the line-up of each game of a deal: the bots alternate around the table, starting from every seat.

        >>> list(Pairing("barbecue", 2, ("a", "b"), "1").line_ups())
        [(0, 1), (1, 0)]
        """
        roles = [tuple((seat + odd) % 2 for seat in range(self.seats)) for odd in (0, 1)]
        if self.seats % 2 == 0:
            yield from roles
        else:
            for role in roles:
                for start in range(self.seats):
                    yield role[start:] + role[:start]

    def deal(self, number: int) -> Deal:
        """Play the games of one deal: all line-ups with the same luck. The first seat changes from deal to deal."""
        game = get(self.game)
        setup = game.setup(**self.options, seats=self.seats, first=number % self.seats)
        deal = Deal()
        for line_up in self.line_ups():
            self._play(game, setup, f"{self.seed}/{number}", line_up, deal)
        return deal

    def _play(self, game: AnyGame, setup: Setup, seed: str, line_up: tuple[int, ...], deal: Deal) -> None:
        source = MirrorSource(seed)
        names = [self.bots[side] for side in line_up]
        players = [make(name, game, Random(f"{seed}/{seat}")) for seat, name in enumerate(names)]
        table = source.table = Table(game, setup, players, source, names=names)
        for played in table.play():
            for event in played.events:
                if event.fails and (seat := getattr(event, "seat", None)) is not None:
                    deal.failed[line_up[seat]] += 1
                elif isinstance(event, Theft):
                    deal.thefts[line_up[event.seat]] += 1
        outcome = table.outcome
        assert outcome is not None
        deal.games += 1
        deal.won += sum(line_up[seat] == 0 for seat in outcome.winners) / len(outcome.winners)
        for seat, side in enumerate(line_up):
            deal.scores[side] += outcome.scores[seat] / line_up.count(side)
        if outcome.seat is not None:
            deal.forfeits.append(f"{names[outcome.seat]}: {table.explain_fault()}")
