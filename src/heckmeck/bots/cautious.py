"""The bot `cautious`: takes the first thing it can earn."""

from __future__ import annotations

from heckmeck.bots.bot import Bot
from heckmeck.games import Move, View
from heckmeck.games.barbecue import BarbecueView
from heckmeck.games.bratwurmeck import BratwurmeckView, Steal, Take
from heckmeck.games.dice import WORM, WORM_VALUE
from heckmeck.games.karteneck import Choices, KarteneckView, Lay
from heckmeck.games.karteneck.cards import has_worm, total
from heckmeck.games.roll_and_keep import ROLL, STOP
from heckmeck.games.turn import Keep


class CautiousBot(Bot):
    """In the dice games it keeps worms first, then what counts most, and stops as soon as that earns something.

    In Karteneck it lays its cheapest card while it waits for a worm; with one in the hand it lays what counts most,
    then its worms, and drops out.
    """

    name = "cautious"
    games = ("bratwurmeck", "barbecue", "karteneck")
    strength = "easy"

    def choose(self, view: View) -> Move:
        """Choose by the kind of game."""
        if isinstance(view, KarteneckView):
            return _lay_or_drop_out(view)
        assert isinstance(view, BratwurmeckView | BarbecueView)
        return _keep(view) if view.rolled else _stop_or_roll(view)


def _keep(view: BratwurmeckView | BarbecueView) -> Move:
    def worth(move: Move) -> tuple[bool, int]:
        assert isinstance(move, Keep)
        value = WORM_VALUE if move.face == WORM else int(move.face)
        return (move.face == WORM, view.rolled.count(move.face) * value)

    return max(view.moves, key=worth)


def _stop_or_roll(view: BratwurmeckView | BarbecueView) -> Move:
    """Steal before taking, take the highest, and never stop where nothing is earned."""
    if isinstance(view, BarbecueView):
        return STOP if STOP in view.moves else ROLL
    steals = [move for move in view.moves if isinstance(move, Steal)]
    takes = [move for move in view.moves if isinstance(move, Take)]
    return (steals or takes or [ROLL])[-1]


def _lay_or_drop_out(view: KarteneckView) -> Move:
    assert isinstance(view.moves, Choices)
    assert view.seat is not None
    layout, layable = view.layouts[view.seat], view.moves.layable
    if has_worm(layout) or not layable:
        return view.moves[-1]  # out, with a theft where there is one
    *values, last = layable
    if not has_worm(last):
        return Lay(layable[0][:1])
    return Lay(last if layout or not values else max(values, key=total))
