"""The bots `easy`, `medium` and `hard` of the dice games: the champion, with softer choices among good moves."""

from __future__ import annotations

from typing import ClassVar

from heckmeck.bots.bot import Strength
from heckmeck.bots.champion import ChampionBot
from heckmeck.bots.soft_choice import Softness, choose_softly
from heckmeck.games import DiceView, Move

EASY = Softness(temperature=0.022, bound=0.10)
MEDIUM = Softness(temperature=0.010, bound=0.05)
HARD = Softness(temperature=0.003, bound=0.02)
"""How soft each level chooses; `docs/strength.md` has their measured strength."""

WORM = 0.05
"""Where no win shares are known, a worm or point counts as much as this share."""


class _SoftenedBot(ChampionBot):
    softness: ClassVar[Softness]

    def choose(self, view: DiceView) -> Move:
        """Choose softly among the moves that lose little."""
        if len(view.moves) == 1:
            return view.moves[0]
        values = self.move_values(view)
        if not values:
            return super().choose(view)
        unit = WORM if self._shares is None else view.setup.seats / 2
        return choose_softly({move: unit * worth for move, worth in values.items()}, self.softness, self.source)


class EasyBot(_SoftenedBot):
    """Often takes the second-best way, never a hopeless one."""

    name = "easy"
    strength: ClassVar[Strength] = "easy"
    softness = EASY


class MediumBot(_SoftenedBot):
    """Sometimes takes a way that is not the best."""

    name = "medium"
    strength: ClassVar[Strength] = "medium"
    softness = MEDIUM


class HardBot(_SoftenedBot):
    """Rarely strays from the best way, and never far."""

    name = "hard"
    strength: ClassVar[Strength] = "strong"
    softness = HARD
