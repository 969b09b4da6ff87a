"""The bots `easy`, `medium` and `hard` of Karteneck: the champion, with softer choices among good moves."""

from __future__ import annotations

from typing import ClassVar

from heckmeck.bots.bot import Strength
from heckmeck.bots.karteneck.champion import KarteneckChampionBot
from heckmeck.bots.soft_choice import Softness, choose_softly
from heckmeck.games import Move
from heckmeck.games.karteneck import KarteneckView

EASY = Softness(temperature=0.08, bound=0.20)
MEDIUM = Softness(temperature=0.05, bound=0.12)
HARD = Softness(temperature=0.02, bound=0.06)
"""How soft each level chooses; `docs/strength.md` has their measured strength."""


class _SoftenedBot(KarteneckChampionBot):
    softness: ClassVar[Softness]

    def choose(self, view: KarteneckView) -> Move:
        """Choose softly among the moves that lose little."""
        values, unit = self.move_values(view), view.setup.seats / 2
        if not values:
            return super().choose(view)
        return choose_softly({move: unit * win for move, win in values.items()}, self.softness, self.source)


class KarteneckEasyBot(_SoftenedBot):
    """Often takes the second-best way, never a hopeless one."""

    name = "easy"
    strength: ClassVar[Strength] = "easy"
    softness = EASY


class KarteneckMediumBot(_SoftenedBot):
    """Sometimes takes a way that is not the best."""

    name = "medium"
    strength: ClassVar[Strength] = "medium"
    softness = MEDIUM


class KarteneckHardBot(_SoftenedBot):
    """Rarely strays from the best way, and never far."""

    name = "hard"
    strength: ClassVar[Strength] = "strong"
    softness = HARD
