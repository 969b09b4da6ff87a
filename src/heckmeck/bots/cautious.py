"""The bot `cautious` of the dice games: takes the first thing it can earn."""

from __future__ import annotations

from heckmeck.bots.bot import Bot
from heckmeck.games import AnyGame, DiceView, Move, RollAndKeep, get_dice_game
from heckmeck.games.dice import WORM
from heckmeck.games.turn import Keep, Roll


class CautiousBot(Bot[DiceView]):
    """Keeps worms first, then what counts most, and stops as soon as that earns something."""

    name = "cautious"
    strength = "easy"

    @classmethod
    def plays(cls, game: AnyGame) -> bool:
        """Whether the game is one of roll-and-keep turns."""
        return isinstance(game, RollAndKeep) and super().plays(game)

    def choose(self, view: DiceView) -> Move:
        """Keep a face, or stop where there is a prize."""
        return _keep(view) if view.rolled else _stop_or_roll(view)


def _keep(view: DiceView) -> Move:
    values = get_dice_game(view.game).die.values
    keeps = [move for move in view.moves if isinstance(move, Keep)]
    return max(keeps, key=lambda keep: (keep.face == WORM, view.rolled.count(keep.face) * values[keep.face]))


def _stop_or_roll(view: DiceView) -> Move:
    """Steal before taking, take the highest, and never stop where nothing is earned."""
    game, best, most = get_dice_game(view.game), view.moves[0], -1
    for move in view.moves:  # rolling first, then the stops in ascending order
        prize = None if isinstance(move, Roll) else game.prize_of(view, move, view.total)
        if prize is not None and prize.loss >= most:
            best, most = move, prize.loss
    return best
