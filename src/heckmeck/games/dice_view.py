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

    def hint(self, move: Move, names: Sequence[str] = ()) -> str:
        """Say which sum a face makes, or how many dice would be rolled."""
        match move:
            case Keep(face):
                number = self.rolled.count(face)
                value = WORM_VALUE if face == WORM else int(face)
                return f"{' '.join(face * number)} makes the sum {self.total + number * value}"
            case Roll():
                return f"roll the other {DICE - len(self.kept)}"
        return ""
