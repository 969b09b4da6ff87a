"""The bot `cautious` of Karteneck: a valid layout as soon as it can have one."""

from __future__ import annotations

from heckmeck.bots.bot import Bot
from heckmeck.games import Move
from heckmeck.games.karteneck import KarteneckView, Lay
from heckmeck.games.karteneck.cards import has_worm, total


class KarteneckCautiousBot(Bot[KarteneckView]):
    """Lays its lowest card while it waits for a worm; with one in hand it lays what counts most, then its worms."""

    name = "cautious"
    games = ("karteneck",)
    strength = "easy"

    def choose(self, view: KarteneckView) -> Move:
        """Lay cards, or drop out with a valid layout."""
        assert view.seat is not None
        layout, layable = view.layouts[view.seat], view.layable
        if has_worm(layout) or not layable:
            return view.moves[-1]  # to drop out, with a theft where one is possible
        *values, last = layable
        if not has_worm(last):
            return Lay(layable[0][:1])
        return Lay(last if layout or not values else max(values, key=total))
