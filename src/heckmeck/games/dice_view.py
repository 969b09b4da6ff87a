"""Views of games with roll-and-keep turns."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

from heckmeck.games.dice import DICE, WORM, WORM_VALUE
from heckmeck.games.game import Move, View
from heckmeck.games.turn import Keep, Roll

if TYPE_CHECKING:
    from collections.abc import Sequence


class DiceView(View):
    """A view with a turn in it: the dice set aside, the dice just rolled, and the sum of those set aside.

    `ended` is the reason why the game is over, empty while it is not.
    """

    __slots__ = ()

    if TYPE_CHECKING:

        @property
        def kept(self) -> str: ...  # noqa: D102
        @property
        def rolled(self) -> str: ...  # noqa: D102
        @property
        def total(self) -> int: ...  # noqa: D102
        @property
        def ended(self) -> str: ...  # noqa: D102

    @property
    @abstractmethod
    def board(self) -> tuple[object, ...]:
        """Everything that does not change during a turn."""

    @property
    def turn_rules(self) -> tuple[str, ...]:
        """The rules about the current decision: which face to keep, or whether to roll on."""
        worm = () if WORM in self.kept else ("RK-8",)
        return ("RK-2", "RK-3", "RK-4", *worm) if self.rolled else ("RK-5", "RK-6", *worm)

    @property
    def rules_now(self) -> tuple[str, ...]:
        """The rules about the turn; games add those about a stop and about a failed attempt."""
        return self.turn_rules

    def hint(self, move: Move, names: Sequence[str] = ()) -> str:
        """Say which sum a face makes, or how many dice would be rolled."""
        match move:
            case Keep(face):
                number = self.rolled.count(face)
                value = WORM_VALUE if face == WORM else int(face)
                return f"{' '.join(face * number)} makes the sum {self.total + number * value}"
            case Roll():
                left = DICE - len(self.kept)
                return "roll the last die" if left == 1 else f"roll the other {left}"
        return ""
